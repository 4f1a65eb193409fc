package several

import (
	"context"
	"errors"
	"sync"

	"flyby/internal/partition"
	"flyby/kernel"
)

// slicedDatabase is a database with a slice on every device.
type slicedDatabase struct {
	d         *Driver
	whole     kernel.Database
	slices    []*slice
	residents []kernel.Resident
	overhangs []reachingOverhang // for joins, made at the first
	joined    bool
}

// reachingOverhang is an overhang and the slice that it reaches into.
type reachingOverhang struct {
	*overhang
	into int
}

// loadSlices loads a slice on every device, with sizes in proportion to the devices'
// memory.
func (d *Driver) loadSlices(ctx context.Context, whole kernel.Database) (kernel.Resident, error) {
	weights := make([]float64, len(d.drivers))
	for i, driver := range d.drivers {
		weights[i] = float64(max(driver.Device().Memory, 1))
	}
	r := &slicedDatabase{d: d, whole: whole, slices: newSlices(whole, borders(whole.Store, weights))}
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// load loads the slices at the same time, all or, after an error, none.
func (r *slicedDatabase) load(ctx context.Context) error {
	r.residents = make([]kernel.Resident, len(r.slices))
	errs := make([]error, len(r.slices))
	var wg sync.WaitGroup
	for i, s := range r.slices {
		if s.Store.Segments() == 0 {
			continue
		}
		wg.Go(func() { r.residents[i], errs[i] = load(ctx, r.d.drivers[i], s.Database) })
	}
	wg.Wait()
	if err := worst(errs); err != nil {
		return errors.Join(err, r.Close())
	}
	return nil
}

// Walk walks the query boxes on the devices whose slices share time with them. A join
// is a join of each slice, and a search of the later slices for the slice's overhangs.
func (r *slicedDatabase) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	all := sliceFilter{pairs: newRowPairs(w, r.whole.Pyramid)}
	walks := make([][]sliceWalk, len(r.slices))
	for i, s := range r.slices {
		switch {
		case s.Pyramid == nil:
		case w.Join:
			walks[i] = r.joinWalks(w, i, &all)
		case w.Whole():
			walks[i] = r.storeWalks(w, i, &all)
		default:
			walks[i] = r.boxWalks(w, i, &all)
		}
	}
	return r.share(ctx, r.jobs(walks), w.Progress, out)
}

// sliceWalk is a walk on one slice.
type sliceWalk struct {
	walk
	filter *sliceFilter
}

// storeWalks returns a search on slice i for the query segments that share time with it.
func (r *slicedDatabase) storeWalks(w kernel.WalkWork, i int, all *sliceFilter) []sliceWalk {
	s := r.slices[i]
	parts := partition.Pair{Queries: s.queries(w.Queries.Store), Entries: s.part}
	part := parts.Queries.Store
	if part.Segments() == 0 {
		return nil
	}
	w.Queries = madeOnce(s.Pyramid, part)
	return []sliceWalk{s.search(w, parts, all)}
}

// boxWalks returns a search on slice i for the query boxes.
func (r *slicedDatabase) boxWalks(w kernel.WalkWork, i int, all *sliceFilter) []sliceWalk {
	s := r.slices[i]
	return []sliceWalk{s.search(w, partition.Pair{Queries: partition.Whole(w.Queries.Store), Entries: s.part}, all)}
}

// search returns a search on the slice for a part of the queries.
func (s *slice) search(w kernel.WalkWork, parts partition.Pair, filter *sliceFilter) sliceWalk {
	w.Entry, w.Excluded = kernel.Root(s.Pyramid), parts.Excluded(w.Rule)
	return sliceWalk{walk{WalkWork: w, entries: s.Pyramid, parts: parts}, filter}
}

// joinWalks returns a join of slice i, and the searches for the overhangs that reach into it.
func (r *slicedDatabase) joinWalks(w kernel.WalkWork, i int, all *sliceFilter) []sliceWalk {
	s := r.slices[i]
	own := w
	own.Queries, own.Query, own.Entry = kernel.Built(s.Pyramid), kernel.Root(s.Pyramid), kernel.Root(s.Pyramid)
	walks := []sliceWalk{{walk{WalkWork: own, entries: s.Pyramid, parts: partition.Pair{Queries: s.part, Entries: s.part}}, all}}
	for _, o := range r.allOverhangs() {
		if o.into != i {
			continue
		}
		parts := partition.Pair{Queries: o.Part, Entries: s.part}
		search := own
		search.Join, search.Excluded = false, parts.ExcludeSelves()
		search.Queries, search.Query = o.side, kernel.Boxes{}
		over := *all
		over.swap = true
		walks = append(walks, sliceWalk{walk{WalkWork: search, entries: s.Pyramid, parts: parts}, &over})
	}
	return walks
}

// allOverhangs returns the overhangs of all slices, and makes them at the first call.
func (r *slicedDatabase) allOverhangs() []reachingOverhang {
	if r.joined {
		return r.overhangs
	}
	r.joined = true
	for i, from := range r.slices {
		for j := i + 1; j < len(r.slices); j++ {
			if r.slices[j].Pyramid == nil || from.Pyramid == nil {
				continue
			}
			if o := newOverhang(r.whole.Pyramid, from, r.slices[j].from); o != nil {
				r.overhangs = append(r.overhangs, reachingOverhang{o, j})
			}
		}
	}
	return r.overhangs
}

// jobs cuts the walks on every slice into jobs, and drops jobs that share no time
// with the slice.
func (r *slicedDatabase) jobs(walks [][]sliceWalk) [][]job {
	all := make([][]job, len(walks))
	for i := range walks {
		for _, whole := range walks[i] {
			var parts []walk
			for _, w := range whole.cut(r.d.grain, r.d.grain.jobs) {
				if w.Whole() || r.slices[i].meets(w.Queries.Pyramid(), w.Query) {
					parts = append(parts, w)
				}
			}
			all[i] = append(all[i], evenly(parts, 1, whole.filter)...)
		}
	}
	return all
}

// Interact compares the batches on every device with the candidates of its slice.
func (r *slicedDatabase) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	all := make([][]job, len(r.slices))
	for i, s := range r.slices {
		here := w
		if here.Invocations = s.invocations(w.Invocations); len(here.Invocations) == 0 {
			continue
		}
		parts := partition.Pair{Queries: partition.Whole(w.Queries), Entries: s.part}
		if w.Join { // each pair is found both ways, and kept once
			here.Join, here.Excluded = false, parts.ExcludeSelves()
		} else {
			here.Excluded = parts.Excluded(w.Rule)
		}
		filter := &sliceFilter{once: w.Join}
		all[i] = evenly(batches{here, parts}.cut(r.d.grain, r.d.grain.jobs), 1, filter)
	}
	return r.share(ctx, all, w.Progress, out)
}

// invocations returns the slice's parts of invocations, as ranges of its Order.
func (s *slice) invocations(all []kernel.Invocation) (here []kernel.Invocation) {
	for _, v := range all {
		if ranges := s.ranges(v.Ranges); len(ranges) > 0 {
			here = append(here, kernel.Invocation{Batch: v.Batch, Ranges: ranges})
		}
	}
	return here
}

// share runs the jobs of every device.
func (r *slicedDatabase) share(ctx context.Context, jobs [][]job, tell func(done, total float64), out *kernel.Hits) (kernel.Stats, error) {
	total := 0.0
	for _, own := range jobs {
		for _, j := range own {
			total += j.share
		}
	}
	t := team{residents: r.residents, progress: newProgress(tell, len(r.residents))}
	for _, own := range jobs {
		for k := range own {
			own[k].share /= total
		}
		t.queues = append(t.queues, newQueue(own...))
	}
	return t.run(ctx, out)
}

// Close closes the residents of all devices.
func (r *slicedDatabase) Close() error { return closeAll(r.residents) }
