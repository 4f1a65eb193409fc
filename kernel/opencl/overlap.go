package opencl

import (
	"math"

	"flyby/kernel"
	"flyby/kernel/cl"
)

// overlap is a walk of a query set chunk by chunk: the hits of one are on their way
// to the host while the next is walked. As chunks are in row order, their hits
// are, too. It needs to know about how many there will be.
type overlap struct {
	*walk
	enqueued, sent int  // chunks
	missed         bool // early has no room for all
}

// overlapped does the walk in chunks, and reports whether that went well: not where
// a list outgrew its room, or there are no chunks. Then the walk is as if it had not
// begun. Hits that outgrew theirs are an error that tells how many there are.
func (w *walk) overlapped() (ok bool, err error) {
	if w.cuts == nil {
		return false, nil
	}
	o := overlap{walk: w}
	if err := o.prepare(); err != nil {
		return false, err
	}
	ok, err = o.run()
	if failed := w.d.stream.finish(); err == nil {
		err = failed
	}
	if err != nil {
		return false, err
	}
	if !ok {
		w.d.lists.outgrown = true
		return false, w.forget()
	}
	o.conclude()
	return true, w.d.hits.check(w.found)
}

// prepare makes room for what the chunks are read to.
func (o *overlap) prepare() error {
	d, n := o.d, &o.d.notes
	if err := d.memory.ensure(&n.heads, mostChunks*headBytes); err != nil {
		return err
	}
	n.open(d)
	early, err := d.hostFor(min(max(d.order.about(), leastEarly), d.order.room))
	if err != nil {
		return err
	}
	o.early = early
	d.stream.pin.Pin(&o.early.bytes[0])
	return nil
}

// run enqueues all chunks, and has each read as soon as it is known how much there
// is to read: a look is taken after every launch.
func (o *overlap) run() (ok bool, err error) {
	d := o.d
	defer func() { d.between, o.slots = nil, 0 }()
	enough := true
	d.between = func() (err error) {
		if enough {
			enough, err = o.send(false)
		}
		return err
	}
	for k := range o.cuts {
		if err := o.enqueueChunk(k); err != nil || !enough {
			return false, err
		}
	}
	d.between = nil
	if err := read(d.stream, d.counters, 0, d.notes.bytes(mostChunks)); err != nil {
		return false, err
	}
	if enough {
		enough, err = o.send(true)
	}
	d.pool.expect()
	return enough, err
}

// enqueueChunk enqueues the walk of a chunk, the copy of the counters, and the
// ordering of its hits.
func (o *overlap) enqueueChunk(k int) error {
	d, c := o.d, &o.cuts[k]
	s, n := d.stream, &d.notes
	o.slots, o.begun = k*(len(o.steps)+1), false
	if o.streamed {
		if err := d.streamQueries(o.plan.entry.pyramid, *c); err != nil {
			return err
		}
	}
	entries := o.plan.entry.count()
	if err := o.enqueue(-1, uint64(c.firstRun)*entries, uint64(c.lastRun-c.firstRun)*entries); err != nil {
		return err
	}
	rows := c.lastRow - c.firstRow
	summed, err := s.marking(func() error { return d.sumRows(c.firstRow, rows, n.heads.buffer, k) })
	if err != nil {
		return err
	}
	if err := s.note(summed, n.heads.buffer, k*headBytes, n.bytes(k), &n.copied[k]); err != nil {
		return err
	}
	if err := d.placeRows(c.firstRow, rows); err != nil {
		return err
	}
	c.ordered, err = s.marking(o.orderRows)
	o.enqueued++
	return err
}

// orderRows enqueues the ordering of the hits that were placed, if no row has many more
// than in the search before.
func (o *overlap) orderRows() error {
	d := o.d
	err := d.rankRows(uint64(d.order.expected/len(o.cuts)), 0, math.MaxUint32)
	if err == nil && d.order.long() {
		err = d.mergeRows(d.order.longest)
	}
	return err
}

// send enqueues the reading of the chunks whose counters are here; with wait, of all.
// It reports false once a list outgrew its room.
func (o *overlap) send(wait bool) (ok bool, err error) {
	for ; o.sent < o.enqueued; o.sent++ {
		copied := &o.d.notes.copied[o.sent]
		if wait {
			err = cl.WaitForEvents(copied)
		} else if here, failed := copied.GetEventInfo(); failed != nil || !here {
			return true, failed
		}
		if err != nil {
			return false, err
		}
		if ok, err := o.sendChunk(o.sent); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// sendChunk enqueues the reading of a chunk.
func (o *overlap) sendChunk(k int) (ok bool, err error) {
	if err := o.ctx.Err(); err != nil {
		return false, err
	}
	c := o.d.notes.counters(k, k*(len(o.steps)+1))
	if o.outgrown(-1, &c) >= 0 {
		return false, nil
	}
	n := o.cuts[k].lastRun - o.cuts[k].firstRun
	o.tally(-1, uint64(n)*o.plan.entry.count(), -1, &c)
	from, to := int(o.found), int(c[hitSlot])
	o.found, o.borderline = c[hitSlot], c[borderlineSlot]
	o.missed = o.missed || to > min(o.early.room(), o.d.hits.room)
	o.advance(float64(n) / float64(o.d.flat.counts[0]))
	if o.missed || from == to {
		return true, nil
	}
	first, last := headBytes+hitBytes*from, headBytes+hitBytes*to
	return true, o.d.stream.readAfter(o.cuts[k].ordered, o.d.order.out.buffer, first, o.early.bytes[first:last])
}

// conclude hands over what was read; where that is not all or not in order, or would
// hold far more memory than it fills, the hits on the device are put in order anew.
func (o *overlap) conclude() {
	order, c := &o.d.order, o.d.notes.counters(mostChunks, 0)
	longest := int(c[longestSlot])
	o.whole = !o.missed && longest <= merged(order.longest) && !o.early.vast(int(o.found))
	if !o.whole {
		o.early.release()
	}
	order.met(longest)
}

// forget makes the walk one that has not begun, and is done in one go.
func (w *walk) forget() error {
	w.stats, w.found, w.borderline, w.solves, w.done = kernel.Stats{}, 0, 0, 0, 0
	w.begun, w.streamed, w.cuts = false, false, nil
	w.early.release()
	w.d.order.restart()
	return w.clear(w.plan.entry.pyramid)
}
