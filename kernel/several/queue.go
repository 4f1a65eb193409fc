package several

import (
	"sync"

	"flyby/kernel"
)

// piece is a piece of work for a device, and what is done with its hits.
type piece struct {
	work
	share  float64        // of all work, for progress
	settle func(*finding) // makes the hits those of the whole database; nil: they are
}

// queue hands out pieces of work to the devices that share it.
type queue struct {
	lock    sync.Mutex
	changed *sync.Cond
	pieces  []piece
	running int
	stopped bool
}

func newQueue(pieces ...piece) *queue {
	q := &queue{pieces: pieces}
	q.changed = sync.NewCond(&q.lock)
	return q
}

// take waits for the next piece. There is none once all are done: while one is
// running, it may come back in parts.
func (q *queue) take() (p piece, ok bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	for len(q.pieces) == 0 && q.running > 0 && !q.stopped {
		q.changed.Wait()
	}
	if len(q.pieces) == 0 || q.stopped {
		return piece{}, false
	}
	p, q.pieces = q.pieces[0], q.pieces[1:]
	q.running++
	return p, true
}

// done says that a piece taken is done, but for some parts of it.
func (q *queue) done(parts ...piece) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.running--
	q.pieces = append(parts, q.pieces...)
	q.changed.Broadcast()
}

// stop ends the handing out.
func (q *queue) stop() {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.stopped = true
	q.changed.Broadcast()
}

// parts cuts a piece whose hits outgrew a device; none if it cannot be cut.
func (p piece) parts() []piece {
	var parts []piece
	works := p.split()
	for _, w := range works {
		parts = append(parts, piece{w, p.share / float64(len(works)), p.settle})
	}
	return parts
}

// evenly makes a piece of each work, each the same share of shares.
func evenly[W work](works []W, shares float64, settle func(*finding)) []piece {
	var pieces []piece
	for _, w := range works {
		pieces = append(pieces, piece{w, shares / float64(len(works)), settle})
	}
	return pieces
}

// finding is what a piece of work found.
type finding struct {
	hits  kernel.Hits
	stats kernel.Stats
}
