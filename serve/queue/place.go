package queue

import (
	"context"
	"errors"
)

// Place is memory that a search has, with the devices or without them. Its methods are for one goroutine at a time.
type Place struct {
	queue  *Queue
	need   uint64
	search bool          // with the memory the place stands in line for the devices at once
	ready  chan struct{} // closed when the place has what it stands in line for, or is refused

	admitted  bool // it has memory
	searching bool // it has the devices
	refused   error
}

// Turn waits for the devices. The memory stays with the place on an error, too, which is one of Enter.
func (p *Place) Turn(ctx context.Context) error {
	return p.queue.wait(ctx, p, func() error {
		if !p.admitted || p.searching {
			return errors.New("queue: Turn of a place that has the devices, or was left")
		}
		p.queue.devices = append(p.queue.devices, p)
		return nil
	})
}

// Done gives the devices to the next and keeps the memory: an answer that is complete is yet to be written, say.
func (p *Place) Done() {
	p.queue.lock.Lock()
	defer p.queue.lock.Unlock()
	p.done()
}

// done is Done for who has the lock.
func (p *Place) done() {
	if p.searching {
		p.searching, p.queue.busy = false, false
		p.queue.advance()
	}
}

// Leave gives back what the place has. Calls after the first do nothing.
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

// Keep gives back all memory but some bytes, and the devices: what a search has made that stays has these, until Leave.
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
