package queue

import (
	"context"
	"errors"
)

// Place is memory that a search has, with the devices or without them. Its methods are for one goroutine at a time.
type Place struct {
	queue *Queue
	need  uint64
	ready chan struct{} // closed when the place has reached the end of its wait, or is refused

	admitted  bool // it has memory
	searching bool // it has the devices
	refused   error
}

// Turn waits for the devices. Errors are as with Admit; the memory stays with the place on an error, too.
func (p *Place) Turn(ctx context.Context) error {
	return p.queue.wait(ctx, p, func() error {
		if !p.admitted || p.searching {
			return errors.New("queue: Turn of a place that has the devices, or was left")
		}
		p.queue.devices = append(p.queue.devices, p)
		return nil
	})
}

// Done gives the devices to the next place and keeps the memory, for instance while a complete answer is written.
func (p *Place) Done() {
	p.queue.lock.Lock()
	defer p.queue.lock.Unlock()
	p.done()
}

// done is Done for a caller that has the lock.
func (p *Place) done() {
	if p.searching {
		p.searching, p.queue.busy = false, false
		p.queue.advance()
	}
}

// Split returns a place of its own for some bytes of the memory, without the devices.
func (p *Place) Split(bytes uint64) *Place {
	p.queue.lock.Lock()
	defer p.queue.lock.Unlock()
	bytes = min(bytes, p.need)
	p.need -= bytes
	return &Place{queue: p.queue, need: bytes, admitted: p.admitted}
}

// Leave gives back the memory and the devices of the place. Calls after the first do nothing.
func (p *Place) Leave() {
	p.queue.lock.Lock()
	defer p.queue.lock.Unlock()
	if p.admitted {
		p.admitted = false
		p.queue.free += p.need
		p.queue.advance()
	}
	p.done()
}

// Keep gives back the devices, and all memory but some bytes, until Leave: for data that a search has made and that stay.
func (p *Place) Keep(bytes uint64) {
	p.queue.lock.Lock()
	defer p.queue.lock.Unlock()
	if p.admitted && bytes < p.need {
		p.queue.free += p.need - bytes
		p.need = bytes
		p.queue.advance()
	}
	p.done()
}
