package host

import (
	"context"

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
	return r.nearest(ctx, w, tasks.Len(), func(f *finder.Finder) func(int) {
		return func(task int) { tasks.Do(task, rows, f) }
	})
}
