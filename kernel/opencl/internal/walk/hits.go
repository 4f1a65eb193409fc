package walk

import (
	"flyby/internal/cl"
	"flyby/internal/hitbuffer"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

// outcome is the result of a walk so far.
type outcome struct {
	stats      kernel.Stats
	found      uint32          // hits on the device
	borderline uint32          // borderline hits among found
	solves     uint32          // Counters.Solve when last read
	solved     *cl.Event       // of the launch that found the last hits, where the counters are read first
	early      hitlist.Ordered // hits read with the counters of the whole walk
	whole      bool            // early has all hits, in order
	host       kernel.Hits     // hits that the host found
	likely     int             // hits of the whole walk, by the share of it that is done, where hits outgrew their room
	growth     hitbuffer.Growth
}

// grow handles the error of a walk: where hits outgrew their room it makes more,
// and reports that the walk is to be done again; otherwise it returns err.
func (w *walk) grow(err error) (again bool, failed error) {
	if again, err = w.d.list.Grow(err, w.likely); !again {
		return false, err
	}
	w.early.Release()
	*w = walk{WalkWork: w.WalkWork, d: w.d, ctx: w.ctx, joins: w.joins, expected: w.expected, progress: progress{reported: w.reported}, taken: w.taken}
	return true, nil
}

// count reads the counters. After the whole walk it also reads the first hits, or
// has the device order them meanwhile.
func (w *walk) count(whole bool) (c hitlist.Counters, err error) {
	switch {
	case !whole || !w.orders || w.joins:
		return w.d.list.Count()
	case w.d.list.CountsFirst(w.expected):
		return w.d.list.CountFirst(w.solved)
	}
	if w.early, err = w.d.list.ReadEarly(w.expected); err != nil {
		return c, err
	}
	return w.early.Counters(), nil
}

// collect adds the hits to out.
func (w *walk) collect(out *kernel.Hits) error {
	w.stats.Hits += uint64(w.found)
	w.stats.Borderline += uint64(w.borderline)
	if w.orders && w.joins {
		return w.d.list.CollectEncounters(w.ctx, int(w.found), w.joining(), out)
	}
	if err := out.Budget.Take(hitlist.HitBytes * uint64(w.found)); err != nil {
		return err
	}
	if w.orders {
		early := w.early
		w.early = hitlist.Ordered{}
		w.d.found = int(w.found)
		if w.whole {
			out.Add(early.HitList(int(w.found)))
			return nil
		}
		return w.d.list.CollectOrdered(early, int(w.found), out)
	}
	if err := w.d.list.ReadHits(int(w.found), out); err != nil {
		return err
	}
	for _, p := range w.host.Lists {
		out.Add(p)
	}
	return nil
}

// joining describes the walk to hitlist.List.CollectEncounters.
func (w *walk) joining() hitlist.Joining {
	return hitlist.Joining{Query: w.plan.query.joinSide(), Entry: w.plan.entry.joinSide(), Rule: pair.NewRule(w.Rule), Flags: w.segmentFlags()}
}

// joinSide returns the pyramid's store on the device.
func (p *pyramid) joinSide() hitlist.JoinSide {
	return hitlist.JoinSide{Store: p.Store, Samples: p.samples.Buffer, Joints: &p.joints}
}
