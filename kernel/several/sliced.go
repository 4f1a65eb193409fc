package several

import (
	"context"
	"errors"
	"sync"

	"flyby/internal/partition"
	"flyby/kernel"
)

// sliced is a database of which every device holds a slice.
type sliced struct {
	d         *Driver
	whole     kernel.Database
	slices    []*slice
	residents []kernel.Resident
	overhangs []borne // for joins, once made
	joined    bool
}

// borne is an overhang and the slice that it reaches into.
type borne struct {
	*overhang
	into int
}

// loadSlices gives every device a slice, as large as its memory among the
// others'.
func (d *Driver) loadSlices(ctx context.Context, whole kernel.Database) (kernel.Resident, error) {
	weights := make([]float64, len(d.drivers))
	for i, driver := range d.drivers {
		weights[i] = float64(max(driver.Device().Memory, 1))
	}
	r := &sliced{d: d, whole: whole, slices: newSlices(whole, borders(whole.Store, weights))}
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// load loads the slices at the same time, all or none.
func (r *sliced) load(ctx context.Context) error {
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

// Walk walks the query boxes on the devices whose slices they meet. A join is
// one of each slice, and a search of the later slices for its overhangs.
func (r *sliced) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	all := settling{window: w.Window, queries: w.Queries.Store, entries: r.whole.Store, under: newUnder(w, r.whole.Pyramid)}
	jobs := make([][]job, len(r.slices))
	for i, s := range r.slices {
		switch {
		case s.Pyramid == nil:
		case w.Join:
			jobs[i] = r.joinJobs(w, i, &all)
		case w.Whole():
			jobs[i] = r.storeJobs(w, i, &all)
		default:
			jobs[i] = r.boxJobs(w, i, &all)
		}
	}
	return r.share(ctx, r.pieces(jobs), w.Progress, out)
}

// job is a walk on one slice.
type job struct {
	walk
	settle *settling
}

// storeJobs is a search on a slice for the query segments that share its time.
func (r *sliced) storeJobs(w kernel.WalkWork, i int, all *settling) []job {
	s := r.slices[i]
	parts := partition.Pair{Queries: s.queries(w.Queries.Store), Entries: s.part}
	part := parts.Queries.Store
	if part.Segments() == 0 {
		return nil
	}
	w.Queries = madeOnce(s.Pyramid, part)
	return []job{s.search(w, parts, all)}
}

// boxJobs is a search on a slice for the query boxes.
func (r *sliced) boxJobs(w kernel.WalkWork, i int, all *settling) []job {
	s := r.slices[i]
	return []job{s.search(w, partition.Pair{Queries: partition.Whole(w.Queries.Store), Entries: s.part}, all)}
}

// search is a search on the slice for a part of the queries.
func (s *slice) search(w kernel.WalkWork, parts partition.Pair, settle *settling) job {
	w.Entry, w.Excluded = kernel.Root(s.Pyramid), parts.Excluded(w.Excluded)
	return job{walk{WalkWork: w, entries: s.Pyramid, parts: parts}, settle}
}

// joinJobs is a join of a slice, and the searches for what hangs over into it.
func (r *sliced) joinJobs(w kernel.WalkWork, i int, all *settling) []job {
	s := r.slices[i]
	own := w
	own.Queries, own.Query, own.Entry = kernel.Built(s.Pyramid), kernel.Root(s.Pyramid), kernel.Root(s.Pyramid)
	jobs := []job{{walk{WalkWork: own, entries: s.Pyramid, parts: partition.Pair{Queries: s.part, Entries: s.part}}, all}}
	for _, o := range r.hanging() {
		if o.into != i {
			continue
		}
		parts := partition.Pair{Queries: o.Part, Entries: s.part}
		search := own
		search.Join, search.Excluded = false, parts.ExcludeSelves()
		search.Queries, search.Query = o.side, kernel.Boxes{}
		over := *all
		over.swap = true
		jobs = append(jobs, job{walk{WalkWork: search, entries: s.Pyramid, parts: parts}, &over})
	}
	return jobs
}

// hanging returns the overhangs of all slices.
func (r *sliced) hanging() []borne {
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
				r.overhangs = append(r.overhangs, borne{o, j})
			}
		}
	}
	return r.overhangs
}

// pieces cuts the jobs of every slice into pieces, and leaves out those that
// share no time with it.
func (r *sliced) pieces(jobs [][]job) [][]piece {
	all := make([][]piece, len(jobs))
	for i := range jobs {
		for _, j := range jobs[i] {
			var walks []walk
			for _, w := range j.cut(r.d.grain, r.d.grain.pieces) {
				if w.Whole() || r.slices[i].meets(w.Queries.Pyramid(), w.Query) {
					walks = append(walks, w)
				}
			}
			all[i] = append(all[i], evenly(walks, 1, j.settle)...)
		}
	}
	return all
}

// Interact compares the batch on every device with its share of the candidates.
func (r *sliced) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	all := make([][]piece, len(r.slices))
	for i, s := range r.slices {
		here := w
		if here.Invocations = s.invocations(w.Invocations); len(here.Invocations) == 0 {
			continue
		}
		parts := partition.Pair{Queries: partition.Whole(w.Queries), Entries: s.part}
		if w.Join { // found both ways, and once kept
			here.Join, here.Excluded = false, parts.ExcludeSelves()
		} else {
			here.Excluded = parts.Excluded(w.Excluded)
		}
		settle := &settling{window: w.Window, queries: w.Queries, entries: r.whole.Store, once: w.Join}
		all[i] = evenly(batches{here, parts}.cut(r.d.grain, r.d.grain.pieces), 1, settle)
	}
	return r.share(ctx, all, w.Progress, out)
}

// invocations returns what of the invocations is a slice's, in its rows.
func (s *slice) invocations(all []kernel.Invocation) (here []kernel.Invocation) {
	for _, v := range all {
		if ranges := s.ranges(v.Ranges); len(ranges) > 0 {
			here = append(here, kernel.Invocation{Batch: v.Batch, Ranges: ranges})
		}
	}
	return here
}

// share runs the pieces of every device.
func (r *sliced) share(ctx context.Context, pieces [][]piece, tell func(done, total float64), out *kernel.Hits) (kernel.Stats, error) {
	total := 0.0
	for _, own := range pieces {
		for _, p := range own {
			total += p.share
		}
	}
	c := crew{residents: r.residents, progress: newProgress(tell, len(r.residents))}
	for _, own := range pieces {
		for k := range own {
			own[k].share /= total
		}
		c.queues = append(c.queues, newQueue(own...))
	}
	return c.run(ctx, out)
}

// Close frees what the devices hold.
func (r *sliced) Close() error { return closeAll(r.residents) }
