package host

import (
	"context"

	"flyby/internal/parallel"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/finder"
)

// taskNearer is a resident of a method that finds nearest points of many queries together.
type taskNearer struct {
	*resident
	near finder.TaskNearer
}

var _ pointjoin.Nearer = (*taskNearer)(nil)

// Nearest implements pointjoin.Nearer.
func (r *taskNearer) Nearest(ctx context.Context, w pointjoin.NearestWork, rows []uint32) (pointjoin.Stats, error) {
	tasks, err := r.near.BeginNearest(ctx, w, r.threads)
	if err != nil {
		return pointjoin.Stats{}, err
	}
	finders := make([]*finder.Finder, r.threads)
	for k := range finders {
		finders[k] = finder.NewFinder(ctx, pointjoin.Work{Queries: w.Queries}, nil)
	}
	tally := parallel.NewTally(w.Progress, tasks.Len())
	parallel.Each(ctx, tasks.Len(), len(finders), func(thread, task int) {
		tasks.Do(task, rows, finders[thread])
		tally.Add(1)
	})
	stats, _, _ := ends(finders)
	if ctx.Err() != nil {
		return stats, context.Cause(ctx)
	}
	return stats, nil
}
