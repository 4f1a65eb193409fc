package opencl

import "flyby/kernel"

// grow makes room for hits that outgrew it, and reports whether the walk is to
// be done again; else it returns err.
func (w *walk) grow(err error) (again bool, failed error) {
	if again, err = w.d.grow(err); !again {
		return false, err
	}
	w.early.release()
	*w = walk{WalkWork: w.WalkWork, d: w.d, ctx: w.ctx, done: w.done}
	return true, nil
}

// count reads the counters, and after the whole walk the first of its hits.
func (w *walk) count(whole bool) (c counters, err error) {
	if !whole || !w.orders || w.Encounters {
		return w.d.count()
	}
	if w.early, err = w.d.readEarly(); err != nil {
		return c, err
	}
	return w.early.counters(), nil
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
