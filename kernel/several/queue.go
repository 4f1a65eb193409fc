package several

import (
	"sync"

	"flyby/kernel"
)

// piece is a piece of work for a device, and what is done with its hits.
type piece struct {
	work
	share  float64   // of all work, for progress
	settle *settling // makes the hits those of the whole database; nil: their rows moved back, they are
	alone  bool      // its hits outgrew a device, with others or as part of a larger piece
}

// goesWith reports whether a device may do both pieces in one call: walks of the
// same pyramids from different boxes.
func (p piece) goesWith(o piece) bool {
	a, isWalk := p.work.(walk)
	b, alsoWalk := o.work.(walk)
	return isWalk && alsoWalk && !p.alone && !o.alone && p.settle == nil && o.settle == nil &&
		!a.Whole() && !b.Whole() && a.Queries.Pyramid() == b.Queries.Pyramid() && a.entries == b.entries
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

// takeIf takes the next piece if there is one now that is wanted.
func (q *queue) takeIf(wanted func(piece) bool) (p piece, ok bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if len(q.pieces) == 0 || q.stopped || !wanted(q.pieces[0]) {
		return piece{}, false
	}
	p, q.pieces = q.pieces[0], q.pieces[1:]
	q.running++
	return p, true
}

// done says that n pieces taken are done, but for some that are to be done
// again or are parts of them.
func (q *queue) done(n int, again ...piece) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.running -= n
	q.pieces = append(again, q.pieces...)
	q.changed.Broadcast()
}

// stop ends the handing out.
func (q *queue) stop() {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.stopped = true
	q.changed.Broadcast()
}

// halvesQueries reports whether parts of the piece have half of its queries each, and
// take half of the room on a device.
func (p piece) halvesQueries() bool {
	w, ok := p.work.(walk)
	return ok && w.trajectories() > 1
}

// moveBack moves what the piece found to the whole database.
func (p piece) moveBack(f *finding) {
	if p.settle != nil {
		p.settle.settle(p.pair(), f)
	} else {
		p.pair().MoveBack(f.hits.Lists)
	}
}

// parts cuts a piece that outgrew a device; none if it cannot be cut.
func (p piece) parts() []piece {
	var parts []piece
	works := p.split()
	for _, w := range works {
		parts = append(parts, piece{work: w, share: p.share / float64(len(works)), settle: p.settle, alone: true})
	}
	return parts
}

// evenly makes a piece of each work, each the same share of shares.
func evenly[W work](works []W, shares float64, settle *settling) []piece {
	var pieces []piece
	for _, w := range works {
		pieces = append(pieces, piece{work: w, share: shares / float64(len(works)), settle: settle})
	}
	return pieces
}

// finding is what a piece of work found.
type finding struct {
	hits  kernel.Hits
	stats kernel.Stats
}
