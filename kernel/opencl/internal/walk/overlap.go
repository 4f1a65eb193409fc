package walk

import (
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
	"flyby/kernel/opencl/internal/hitlist"
	"math"
)

// overlap is a walk of a query set wave by wave: the hits of one are on their way
// to the host while the next is walked. As waves are in row order, their hits
// are, too. Order.Expected says about how many there will be.
type overlap struct {
	*walk
	enqueued, sent int  // waves
	missed         bool // early has no room for all
	outgrew        bool // a list outgrew its room: the walk is done in one go instead
}

// overlapped does the walk in waves, and reports whether it did: it does not where there
// are no waves, or a list outgrew its room. Then the walk is as if it had not begun.
// Hits that outgrew their room are an error that tells how many there are.
func (w *walk) overlapped() (ok bool, err error) {
	if w.cuts == nil {
		return false, nil
	}
	o := overlap{walk: w}
	if err := o.prepare(); err != nil {
		return false, err
	}
	ok, err = o.run()
	if failed := w.d.dev.Queues.Finish(); err == nil {
		err = failed
	}
	if err != nil {
		return false, err
	}
	if !ok {
		w.d.outgrown = true
		return false, w.forget()
	}
	o.conclude()
	return true, w.d.list.Hits.Check(w.found)
}

// prepare makes room for what the waves are read to.
func (o *overlap) prepare() error {
	d, n := o.d, &o.d.list.Notes
	if err := d.dev.Memory.Ensure(&n.Heads, hitlist.MostWaves*hitlist.HeadBytes); err != nil {
		return err
	}
	n.Open(d.list)
	early, err := d.list.HostFor(min(max(d.list.Order.About(), hitlist.LeastEarly), d.list.Order.Room))
	if err != nil {
		return err
	}
	o.early = early
	d.dev.Queues.Hold(o.early.Bytes)
	return nil
}

// run enqueues all waves, and has each read as soon as it is known how much there
// is to read: a look is taken after every step.
func (o *overlap) run() (ok bool, err error) {
	d := o.d
	defer func() { o.slots = 0 }()
	for k := range o.cuts {
		if err := o.enqueueWave(k); err != nil || o.outgrew {
			return false, err
		}
	}
	if err := clrt.Read(d.dev.Queues, d.list.Counters, 0, d.list.Notes.Bytes(hitlist.MostWaves)); err != nil {
		return false, err
	}
	err = o.send(true)
	d.dev.Pool.Expect()
	return !o.outgrew, err
}

// enqueueWave enqueues the walk of a wave, the copy of the counters, and the
// ordering of its hits.
func (o *overlap) enqueueWave(k int) error {
	d, c := o.d, &o.cuts[k]
	o.slots, o.begun = k*(len(o.steps)+1), false
	entries := o.plan.entry.count()
	for _, step := range []func() error{
		func() error { return o.stream(c) },
		func() error {
			return o.enqueue(-1, uint64(c.firstRun)*entries, uint64(c.lastRun-c.firstRun)*entries, o.look)
		},
		func() error { return o.note(k) },
		func() error { return d.list.PlaceRows(c.firstRow, c.lastRow-c.firstRow) },
		func() (err error) {
			err = o.orderRows(&c.ordered)
			o.enqueued++
			return err
		},
	} {
		if err := step(); err != nil {
			return err
		}
		if err := o.look(); err != nil {
			return err
		}
	}
	return nil
}

// stream sends a wave of the queries, if each is sent by itself.
func (o *overlap) stream(c *wave) error {
	if !o.streamed {
		return nil
	}
	return o.d.streamQueries(o.plan.entry.pyramid, *c)
}

// note enqueues the sums of a wave's rows, and the reading of the counters as they
// are then.
func (o *overlap) note(k int) error {
	d, c, n := o.d, &o.cuts[k], &o.d.list.Notes
	var summed *cl.Event
	if err := d.list.SumRows(c.firstRow, c.lastRow-c.firstRow, hitlist.SumTo{Heads: n.Heads.Buffer, Head: k, Done: &summed}); err != nil {
		return err
	}
	return d.dev.Queues.Note(summed, n.Heads.Buffer, k*hitlist.HeadBytes, n.Bytes(k), &n.Copied[k])
}

// orderRows enqueues the ordering of the hits that were placed, if no row has many more
// than in the search before. done becomes an event of it.
func (o *overlap) orderRows(done **cl.Event) error {
	d := o.d
	all := hitlist.Ranking{Hits: uint64(d.list.Order.Expected / len(o.cuts)), To: math.MaxUint32}
	if !d.list.Order.Long() {
		all.Done = done
		return d.list.RankRows(all)
	}
	if err := d.list.RankRows(all); err != nil {
		return err
	}
	return d.list.MergeRows(d.list.Order.Longest, done)
}

// look has the waves read whose counters are here.
func (o *overlap) look() error { return o.send(false) }

// send enqueues the reading of the waves whose counters are here; with wait, of all.
// After a list outgrew its room it does nothing.
func (o *overlap) send(wait bool) error {
	for ; o.sent < o.enqueued && !o.outgrew; o.sent++ {
		copied := &o.d.list.Notes.Copied[o.sent]
		if wait {
			if err := cl.WaitForEvents(copied); err != nil {
				return err
			}
		} else if here, err := copied.GetEventInfo(); err != nil || !here {
			return err
		}
		if err := o.sendWave(o.sent); err != nil {
			return err
		}
	}
	return nil
}

// sendWave enqueues the reading of a wave, unless a list outgrew its room.
func (o *overlap) sendWave(k int) error {
	if err := o.ctx.Err(); err != nil {
		return err
	}
	c := o.d.list.Notes.Counters(k, k*(len(o.steps)+1))
	if o.outgrew = o.outgrown(-1, &c) >= 0; o.outgrew {
		return nil
	}
	n := o.cuts[k].lastRun - o.cuts[k].firstRun
	o.tally(-1, uint64(n)*o.plan.entry.count(), -1, &c)
	from, to := int(o.found), int(c.Hit)
	o.found, o.borderline = c.Hit, c.Borderline
	o.missed = o.missed || to > min(o.early.Room(), o.d.list.Hits.Room)
	o.advance(float64(n) / float64(o.d.flat.counts[0]))
	if o.missed || from == to {
		return nil
	}
	first, last := hitlist.HeadBytes+hitlist.HitBytes*from, hitlist.HeadBytes+hitlist.HitBytes*to
	return o.d.dev.Queues.ReadAfter(o.cuts[k].ordered, o.d.list.Order.Out.Buffer, first, o.early.Bytes[first:last])
}

// conclude hands over what was read; where that is not all or not in order, or would
// hold far more memory than it fills, the hits on the device are put in order anew.
func (o *overlap) conclude() {
	order, c := &o.d.list.Order, o.d.list.Notes.Counters(hitlist.MostWaves, 0)
	longest := int(c.Longest)
	o.whole = !o.missed && longest <= hitlist.Merged(order.Longest) && !o.early.Vast(int(o.found))
	if !o.whole {
		o.early.Release()
	}
	order.Met(longest)
}

// forget makes the walk one that has not begun, and is done in one go.
func (w *walk) forget() error {
	w.stats, w.found, w.borderline, w.solves, w.done = kernel.Stats{}, 0, 0, 0, 0
	w.begun, w.streamed, w.cuts = false, false, nil
	w.early.Release()
	w.d.list.Order.Restart()
	return w.clear(w.plan.entry.pyramid)
}
