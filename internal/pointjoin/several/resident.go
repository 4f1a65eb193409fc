package several

import (
	"context"
	"errors"
	"sync"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// jobsEach is about the number of ranges of rows for each device: a device that is done early takes more.
const jobsEach = 8

// resident is points on each of several devices.
type resident struct {
	points *points.Store
	all    []pointjoin.Resident
}

// Close frees the points on all devices.
func (r *resident) Close() error {
	var errs []error
	for _, one := range r.all {
		if one != nil {
			errs = append(errs, one.Close())
		}
	}
	return errors.Join(errs...)
}

// Pairs implements pointjoin.Resident. It lists all pairs of a work, in the order of its rows where each device orders its
// own pairs.
func (r *resident) Pairs(ctx context.Context, w pointjoin.Work, out *pointjoin.Found) (points.Stats, error) {
	found := make([]pointjoin.Found, r.jobs(w.First, w.Last))
	stats, err := r.share(ctx, w, func(ctx context.Context, device, job int, w pointjoin.Work) (points.Stats, error) {
		found[job].Budget = out.Budget
		return r.all[device].Pairs(ctx, w, &found[job])
	})
	if err != nil {
		return stats, err
	}
	for _, f := range found {
		out.Lists = append(out.Lists, f.Lists...)
	}
	return stats, nil
}

// Counts implements pointjoin.Resident. It counts a self-join of all rows as a join with queries, the points themselves, so
// that each device counts rows of its own; each point then finds itself once more.
func (r *resident) Counts(ctx context.Context, w pointjoin.Work, counts []uint32) (points.Stats, error) {
	whole := w.Self() && w.First == 0 && w.Last == r.points.Len()
	if whole {
		w.Queries = r.points
	}
	own := make([][]uint32, len(r.all))
	stats, err := r.share(ctx, w, func(ctx context.Context, device, _ int, w pointjoin.Work) (points.Stats, error) {
		if own[device] == nil {
			own[device] = make([]uint32, len(counts))
		}
		return r.all[device].Counts(ctx, w, own[device])
	})
	if err != nil {
		return stats, err
	}
	for _, some := range own {
		for row, n := range some {
			counts[row] += n
		}
	}
	if whole {
		for row := range counts {
			counts[row]--
		}
		stats.Pairs = (stats.Pairs - uint64(len(counts))) / 2
	}
	return stats, nil
}

// nearer is a resident of a method that finds nearest points.
type nearer struct{ *resident }

var _ pointjoin.Nearer = (*nearer)(nil)

// Nearest implements pointjoin.Nearer.
func (r *nearer) Nearest(ctx context.Context, w pointjoin.NearestWork, rows []uint32) (points.Stats, error) {
	each := w.Each(r.points.Len())
	ranges := pointjoin.Work{First: w.First, Last: w.Last, Progress: w.Progress}
	return r.share(ctx, ranges, func(ctx context.Context, device, _ int, part pointjoin.Work) (points.Stats, error) {
		own := w
		own.First, own.Last, own.Progress = part.First, part.Last, nil
		return r.all[device].(pointjoin.Nearer).Nearest(ctx, own, rows[(own.First-w.First)*each:(own.Last-w.First)*each])
	})
}

// jobs returns the number of ranges into which rows are divided.
func (r *resident) jobs(first, last int) int { return min(max(last-first, 1), jobsEach*len(r.all)) }

// share distributes ranges of a work's rows among the devices. The first error ends the work on all.
func (r *resident) share(ctx context.Context, w pointjoin.Work, do func(ctx context.Context, device, job int, w pointjoin.Work) (points.Stats, error)) (stats points.Stats, err error) {
	parent := ctx
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	d := &deal{work: w, jobs: r.jobs(w.First, w.Last)}
	each := make([]points.Stats, len(r.all))
	var working sync.WaitGroup
	for device := range r.all {
		working.Go(func() {
			for job, part, ok := d.next(ctx); ok; job, part, ok = d.next(ctx) {
				cost, err := do(ctx, device, job, part)
				if err != nil {
					stop(err)
					return
				}
				each[device].Add(cost)
				d.done()
			}
		})
	}
	working.Wait()
	for _, s := range each {
		stats.Add(s)
	}
	if parent.Err() != nil {
		return stats, context.Cause(parent)
	}
	return stats, context.Cause(ctx)
}

// deal gives out ranges of rows.
type deal struct {
	work pointjoin.Work
	jobs int

	lock        sync.Mutex
	taken, over int
}

// next returns a range that has not been given out, if there is one.
func (d *deal) next(ctx context.Context) (job int, w pointjoin.Work, ok bool) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if d.taken == d.jobs || ctx.Err() != nil {
		return 0, w, false
	}
	job, w = d.taken, d.work
	d.taken++
	rows := w.Last - w.First
	w.First, w.Last = w.First+rows*job/d.jobs, w.First+rows*(job+1)/d.jobs
	w.Progress = nil
	return job, w, true
}

// done reports progress after a range is done.
func (d *deal) done() {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.over++
	if d.work.Progress != nil {
		d.work.Progress(float64(d.over), float64(d.jobs))
	}
}
