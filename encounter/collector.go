package encounter

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/memory"
)

// Collector collects the chains that one goroutine finds, and joins those that touch as far
// as it meets them: its memory is that of encounters, not of hits.
type Collector struct {
	// Stop is called once the chains dropped are hopeless times as many as there was memory
	// for: no later count would change the refusal. nil: nothing is called.
	Stop func()
	// Budget is what memory is taken from; once there is no more, Stop is called.
	Budget *memory.Budget

	chains   chains
	sequence sequence              // that they are put in
	last     [1 << lastBits]uint32 // by pair: which of chains came last
	most     int                   // chains that may come before all are joined anew

	refusal error // why there is no memory for more; nil: there was so far
	dropped int   // chains for which there was none
}

const (
	lastBits = 12
	// leastMost is the number of chains up to which it does not pay to join them anew.
	leastMost = 1 << 15
	// growth is how many times the chains that are left then may come to be before it is done
	// again: so each is put in order but a few times, however few touch.
	growth = 2
	// hopeless is how many times the chains that fit are dropped before Stop.
	hopeless = 16
)

// Clear forgets all chains.
func (l *Collector) Clear() {
	if l.chains.clear(); len(l.chains.chunks) == 0 {
		l.sequence = sequence{}
	}
	clear(l.sequence.chains[:cap(l.sequence.chains)]) // others' chains, too, which may go
	l.most, l.refusal, l.dropped = leastMost, nil, 0
}

// Add adds a chain. No hit may be in two.
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

// lastOf is where it is noted which chain of a pair came last.
func lastOf(c *Chain) uint64 {
	const mix = 0x9e3779b97f4a7c15 // 2^64 / the golden ratio
	return (uint64(c.Query)<<32 | uint64(c.Entry)) * mix >> (64 - lastBits)
}

// makeRoom makes room for a chain, and reports whether there is any: one that has none is
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

// refused returns what the chains of all need, if there is not as much for some, or the
// budget's error.
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
