package opencl

import (
	"flyby/kernel"
)

// grow makes room for hits that outgrew it, and reports whether the walk is to
// be done again; else it returns err.
func (w *walk) grow(err error) (again bool, failed error) {
	if again, err = w.d.grow(err); !again {
		return false, err
	}
	w.early.release()
	*w = walk{WalkWork: w.WalkWork, d: w.d, ctx: w.ctx, told: w.told, taken: w.taken}
	return true, nil
}

// The hits that are read together with the counters, before it is known how many
// there are: as many as the walk before had and an eighth more, at least
// leastEarly. With more than the tuning's early, the counters come first.
const leastEarly = 1 << 11

// many reports whether the counters come first.
func (d *Driver) many() bool { return d.order.expected > d.tuning.early && !d.order.long() }

// count reads the counters, and after the whole walk the first of its hits or
// while they are put in order.
func (w *walk) count(whole bool) (c counters, err error) {
	switch {
	case !whole || !w.orders || w.Encounters:
		return w.d.count()
	case w.d.many():
		return w.countFirst()
	}
	if w.early, err = w.d.readEarly(); err != nil {
		return c, err
	}
	return w.early.counters(), nil
}

// readEarly puts about as many hits in order as are expected, and reads the
// first of them with the counters.
func (d *Driver) readEarly() (early ordered, err error) {
	n := d.order.about()
	if d.order.expected <= d.tuning.few {
		err = d.rankAll(false)
	} else {
		err = d.rankHits(n, false)
	}
	if err != nil {
		return early, err
	}
	if d.order.expected > d.tuning.early {
		n = 0
	}
	return d.readOrdered(max(n, leastEarly))
}

// countFirst reads the counters once the last hits are found, on the other queue, and
// has the first part of the hits put in order meanwhile.
func (w *walk) countFirst() (c counters, err error) {
	s, n := w.d.dev.Queues, &w.d.notes
	n.open(w.d)
	if err := s.ReadAfter(w.solved, w.d.counters, 0, n.bytes(mostChunks)); err != nil {
		return c, err
	}
	if err := w.d.rankHits(max(w.d.tuning.part/firstPart, 1), true); err != nil {
		return c, err
	}
	if err := s.Flush(); err != nil {
		return c, err
	}
	err = s.FinishReads()
	return n.counters(mostChunks, 0), err
}

// collect adds the hits to out.
func (w *walk) collect(out *kernel.Hits) error {
	w.stats.Hits += uint64(w.found)
	w.stats.Borderline += uint64(w.borderline)
	if w.orders && w.Encounters {
		return w.collectEncounters(int(w.found), out)
	}
	if w.orders {
		early := w.early
		w.early = ordered{}
		w.d.order.expected = int(w.found)
		if w.whole {
			out.Add(early.piece(int(w.found)))
			return nil
		}
		return w.d.collectOrdered(early, int(w.found), out)
	}
	if err := w.d.readHits(int(w.found), out); err != nil {
		return err
	}
	for _, p := range w.host.Pieces {
		out.Add(p)
	}
	return nil
}
