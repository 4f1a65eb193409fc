package group

import (
	"context"
	"errors"

	"flyby/internal/parallel"
	"flyby/trajectory"
)

// A team clusters the objects of a store at instants, on several threads at once.
type team struct {
	at   []snapshots // by thread
	errs []error     // by thread
}

// newTeam returns a team for stores of the given dimensions.
func newTeam(c *caravan, dimensions, threads int) *team {
	w := &team{errs: make([]error, threads)}
	for range threads {
		w.at = append(w.at, snapshots{within: c.within, least: c.search.MinSize, grid: newGrid(c.within, dimensions)})
	}
	return w
}

// look has all threads cluster the objects of a store from now on.
func (w *team) look(store *trajectory.Store) {
	for i := range w.at {
		w.at[i].store = store
	}
}

func (w *team) threads() int { return len(w.at) }

// share calls f with each number below n, on all threads.
func (w *team) share(ctx context.Context, n int, f func(thread, i int)) {
	parallel.Each(ctx, n, w.threads(), f)
}

// cluster clusters the objects at an instant.
func (w *team) cluster(ctx context.Context, thread int, t float64) *snapshot {
	if w.errs[thread] == nil {
		var s *snapshot
		if s, w.errs[thread] = w.at[thread].at(ctx, t); s != nil {
			return s
		}
	}
	return &snapshot{} // after an error
}

// failed returns the errors of threads and of the context.
func (w *team) failed(ctx context.Context) error { return errors.Join(append(w.errs, ctx.Err())...) }
