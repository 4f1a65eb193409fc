package encounter

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/memory"
)

// Collector collects the chains that one goroutine finds, and joins chains that touch as it
// meets them: its memory grows with encounters, not with hits.
type Collector struct {
	// Stop is called once the chains dropped are hopeless times as many as there was memory
	// for: no later count would change the refusal. nil: nothing is called.
	Stop func()
	// Budget is the budget from which memory is taken; once nothing is left, Stop is called.
	Budget *memory.Budget

	chains   chains
	sequence sequence              // the order in which chains are joined
	last     [1 << lastBits]uint32 // by hash of the pair: index in chains of the chain that came last
	most     int                   // chains that may come before all are joined again

	refusal error // why there is no memory for more chains; nil: there was enough so far
	dropped int   // chains for which there was no memory
}

const (
	lastBits = 12
	// leastMost is the number of chains up to which it does not pay to join all chains.
	leastMost = 1 << 15
	// growth times the chains left after all were joined is the number at which all are joined
	// again: so each is put in order only a few times, however few touch.
	growth = 2
	// hopeless times the chains that fit is the number of dropped chains at which Stop is called.
	hopeless = 16
)

// Clear forgets all chains.
func (l *Collector) Clear() {
	if l.chains.clear(); len(l.chains.chunks) == 0 {
		l.sequence = sequence{}
	}
	clear(l.sequence.chains[:cap(l.sequence.chains)]) // also chains of other collectors, which may be freed
	l.most, l.refusal, l.dropped = leastMost, nil, 0
}

// Add adds a chain. No hit may be in two chains.
func (l *Collector) Add(c *Chain) {
	last := &l.last[lastOf(c)]
	if n := int(*last); n < l.chains.n {
		if o := l.chains.at(n); o.Query == c.Query && o.Entry == c.Entry && o.take(c) {
			return
		}
	}
	if (l.chains.full() || l.chains.n == l.most) && !l.makeRoom() {
		return
	}
	*last = uint32(l.chains.n)
	l.chains.add(c)
}

// lastOf returns the index in last of a chain's pair.
func lastOf(c *Chain) uint64 {
	const mix = 0x9e3779b97f4a7c15 // 2^64 / the golden ratio
	return (uint64(c.Query)<<32 | uint64(c.Entry)) * mix >> (64 - lastBits)
}

// makeRoom makes room for a chain, and reports whether there is room: a chain without room is
// counted.
func (l *Collector) makeRoom() bool {
	if l.refusal == nil && l.chains.n >= l.most {
		l.refusal = l.join()
	}
	if l.refusal == nil && l.chains.full() {
		l.refusal = l.chains.grow(l.Budget)
	}
	if l.refusal == nil {
		return true
	}
	if l.dropped++; l.hopeless() && l.Stop != nil {
		l.Stop()
	}
	return false
}

func (l *Collector) hopeless() bool {
	return l.dropped > hopeless*max(l.chains.n, leastMost) || errors.Is(l.refusal, memory.ErrOver)
}

// join joins the chains of each pair that touch.
func (l *Collector) join() error {
	if err := l.sequence.fill([]*Collector{l}); err != nil {
		return err
	}
	l.sequence.join(context.Background(), 1)
	l.chains.drop()
	l.most = max(growth*l.chains.n, leastMost)
	return nil
}

// refused returns an error with the memory that the chains of all collectors need, if a collector
// lacks memory for some, or the budget's error.
func refused(all []*Collector) error {
	var e *memory.Error
	n, made, what := 0, 0, "up to %s encounters"
	for _, l := range all {
		if errors.Is(l.refusal, memory.ErrOver) {
			return l.refusal
		}
		errors.As(l.refusal, &e)
		n, made = n+l.chains.n+l.dropped, made+len(l.chains.chunks)*chunkChains
		if l.hopeless() {
			what = "more than %s parts of encounters"
		}
	}
	if e == nil {
		return nil
	}
	room := e.Room + memory.Of(made, chainBytes)
	return &memory.Error{
		What: fmt.Sprintf(what, memory.Count(n)), By: e.By, Room: room,
		Bytes: max(memory.Of(n, chainBytes+sequenceBytes), room+1),
	}
}
