package walk

import (
	"flyby/kernel/opencl/internal/hitlist"
)

// overlap is a walk of a query set wave by wave: the host reads the hits of one wave
// while the device walks the next. As waves are in row order, so are their hits.
type overlap struct {
	*walk
	waves          *hitlist.Waves
	enqueued, sent int  // number of waves enqueued, and of waves whose reading is enqueued
	outgrew        bool // a list outgrew its room: the walk is done in one go instead
}

// overlapped does the walk in waves, and reports whether it did: not where there are no
// waves, or a list outgrew its room; then the walk is as if it had not begun. Hits that
// outgrew their room are an error with their number.
func (w *walk) overlapped() (ok bool, err error) {
	if w.cuts == nil {
		return false, nil
	}
	o := overlap{walk: w}
	if o.waves, err = w.d.list.OpenWaves(len(w.cuts), w.expected); err != nil {
		return false, err
	}
	ok, err = o.run()
	if failed := w.d.dev.Queues.Finish(); err == nil {
		err = failed
	}
	if err != nil || !ok {
		o.waves.Release()
	}
	if err != nil {
		return false, err
	}
	if !ok {
		w.d.outgrown = true
		return false, w.forget()
	}
	w.early, w.whole = o.waves.Close()
	return true, w.d.list.Hits.Check(w.found)
}

// run enqueues all waves, and the reading of each as soon as the number of its hits is
// known: it looks after every step.
func (o *overlap) run() (ok bool, err error) {
	defer func() { o.slots = 0 }()
	for k := range o.cuts {
		if err := o.enqueueWave(k); err != nil || o.outgrew {
			return false, err
		}
	}
	if err := o.waves.ReadLast(); err != nil {
		return false, err
	}
	err = o.send(true)
	o.d.dev.Pool.Expect()
	return !o.outgrew, err
}

// enqueueWave enqueues the walk of a wave, the copy of the counters, and the
// ordering of its hits.
func (o *overlap) enqueueWave(k int) error {
	c := &o.cuts[k]
	rows := c.lastRow - c.firstRow
	o.slots, o.begun = k*(len(o.steps)+1), false
	entries := o.plan.entry.count()
	for _, step := range []func() error{
		func() error { return o.stream(c) },
		func() error {
			return o.enqueue(-1, uint64(c.firstRun)*entries, uint64(c.lastRun-c.firstRun)*entries, o.look)
		},
		func() error { return o.waves.Sum(k, c.firstRow, rows) },
		func() error { return o.waves.Place(c.firstRow, rows) },
		func() error {
			o.enqueued++
			return o.waves.Rank(k)
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

// stream sends a wave of the queries, if each wave is sent by itself.
func (o *overlap) stream(c *wave) error {
	if !o.streamed {
		return nil
	}
	return o.d.streamQueries(o.plan.entry.pyramid, *c)
}

// look enqueues the reading of the waves whose counters the host has.
func (o *overlap) look() error { return o.send(false) }

// send enqueues the reading of the waves whose counters the host has; with wait it waits
// for the counters of all. After a list outgrew its room it does nothing.
func (o *overlap) send(wait bool) error {
	for ; o.sent < o.enqueued && !o.outgrew; o.sent++ {
		if here, err := o.waves.Counted(o.sent, wait); err != nil || !here {
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
	c := o.waves.Counters(k, k*(len(o.steps)+1))
	if o.outgrew = o.outgrown(-1, &c) >= 0; o.outgrew {
		return nil
	}
	n := o.cuts[k].lastRun - o.cuts[k].firstRun
	o.tally(-1, uint64(n)*o.plan.entry.count(), -1, &c)
	o.found, o.borderline = c.Hit, c.Borderline
	o.advance(float64(n) / float64(o.d.flat.counts[0]))
	return o.waves.Read(k, int(c.Hit))
}

// forget restores the walk to its beginning, to be done in one go.
func (w *walk) forget() error {
	w.early.Release()
	w.outcome, w.done = outcome{}, 0
	w.begun, w.streamed, w.cuts = false, false, nil
	w.d.list.Order.Restart()
	return w.clear(w.plan.entry.pyramid)
}
