package queue

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Reasons why a search is not admitted.
var (
	ErrFull  = errors.New("queue: as many wait as may")
	ErrNever = errors.New("queue: it asks for more memory than there is")
	ErrShut  = errors.New("queue: it is shut")
)

// Queue has searches wait. Its methods may be called by any goroutine.
//
// It has two lines: one for memory, and one for the devices. No place overtakes another in its line, so that a search that needs much is not passed over for ever. A place that
// waits for memory holds neither memory nor the devices, so there is no deadlock.
type Queue struct {
	waiting int    // greatest number of places in both lines
	bytes   uint64 // all memory

	lock    sync.Mutex
	memory  []*Place // places that wait for memory, in order of arrival
	devices []*Place // places that have memory and wait for the devices, in order of arrival
	free    uint64   // free bytes
	busy    bool     // a search is on the devices
	shut    bool
}

// New makes a queue for a number of waiting searches at most, with bytes of memory to give out.
func New(waiting int, bytes uint64) *Queue {
	return &Queue{waiting: waiting, bytes: bytes, free: bytes}
}

// Admit waits for need bytes of memory, which a search needs before it waits for the devices with Place.Turn. The error is ErrFull, ErrNever, ErrShut or the cause of the context's end.
func (q *Queue) Admit(ctx context.Context, need uint64) (*Place, error) {
	p := &Place{queue: q, need: need}
	err := q.wait(ctx, p, func() error {
		if need > q.bytes {
			return ErrNever
		}
		q.memory = append(q.memory, p)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// wait has a place stand in line, and waits until it is served or refused.
func (q *Queue) wait(ctx context.Context, p *Place, stand func() error) error {
	if err := q.begin(ctx, p, stand); err != nil {
		return err
	}
	select {
	case <-p.ready:
		return p.refused
	case <-ctx.Done():
	}
	q.lock.Lock()
	defer q.lock.Unlock()
	if !q.waits(p) { // the place was served or refused in this moment
		return p.refused
	}
	q.remove(p)
	return context.Cause(ctx)
}

// begin has a place stand in line, unless the line is too long, and advances the lines.
func (q *Queue) begin(ctx context.Context, p *Place, stand func() error) error {
	q.lock.Lock()
	defer q.lock.Unlock()
	if q.shut {
		return ErrShut
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.ready = make(chan struct{})
	if err := stand(); err != nil {
		return err
	}
	q.advance()
	if q.waits(p) && len(q.memory)+len(q.devices) > q.waiting {
		q.remove(p)
		return ErrFull
	}
	return nil
}

// waits reports whether a place stands in a line.
func (q *Queue) waits(p *Place) bool {
	return slices.Contains(q.memory, p) || slices.Contains(q.devices, p)
}

// remove takes a place out of its line. The places behind it may fit now.
func (q *Queue) remove(p *Place) {
	other := func(o *Place) bool { return o == p }
	q.memory, q.devices = slices.DeleteFunc(q.memory, other), slices.DeleteFunc(q.devices, other)
	q.advance()
}

// advance gives memory and the devices to the first places in line, as far as they are free.
func (q *Queue) advance() {
	for len(q.memory) > 0 && q.memory[0].need <= q.free {
		p := q.memory[0]
		q.memory = slices.Delete(q.memory, 0, 1)
		q.free -= p.need
		p.admitted = true
		close(p.ready)
	}
	if !q.busy && len(q.devices) > 0 {
		p := q.devices[0]
		q.devices = slices.Delete(q.devices, 0, 1)
		q.busy, p.searching = true, true
		close(p.ready)
	}
}

// Shut refuses all places that wait and all that come later. Places that were served stay.
func (q *Queue) Shut() {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.shut = true
	for _, p := range slices.Concat(q.memory, q.devices) {
		p.refused = ErrShut
		close(p.ready)
	}
	q.memory, q.devices = nil, nil
}

// Waiting returns the number of places that wait.
func (q *Queue) Waiting() int {
	q.lock.Lock()
	defer q.lock.Unlock()
	return len(q.memory) + len(q.devices)
}

// Used returns the number of bytes that were given out and not given back.
func (q *Queue) Used() uint64 {
	q.lock.Lock()
	defer q.lock.Unlock()
	return q.bytes - q.free
}
