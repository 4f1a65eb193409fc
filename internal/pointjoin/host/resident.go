package host

import (
	"cmp"
	"context"
	"slices"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// resident is points in the index of a method.
type resident struct {
	searcher finder.Searcher
	threads  int
	points   int
}

func (r *resident) Close() error { return nil }

// begin begins a work, and returns its tasks with a finder for each thread.
func (r *resident) begin(ctx context.Context, w pointjoin.Work, newFinder func() *finder.Finder) (finder.Tasks, []*finder.Finder, error) {
	tasks, err := r.searcher.Begin(ctx, w, r.threads)
	finders := make([]*finder.Finder, r.threads)
	for k := range finders {
		finders[k] = newFinder()
	}
	return tasks, finders, err
}

// Pairs implements pointjoin.Resident. Pairs of ordered tasks are handed over, if out takes them.
func (r *resident) Pairs(ctx context.Context, w pointjoin.Work, out *pointjoin.Found) (points.Stats, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	tasks, finders, err := r.begin(ctx, w, func() *finder.Finder { return finder.NewFinder(ctx, w, out.Budget) })
	if err != nil {
		return points.Stats{}, err
	}
	tally := parallel.NewTally(w.Progress, taskCount(tasks))
	if first, ok := tasks.(finder.Followed); ok {
		do(ctx, tasks, finders, tally)
		tasks = first.Then()
	}
	if tasks.Ordered() && out.Take != nil && !anyStopped(finders) {
		handOver(ctx, stop, tasks, finders, tally, out.Take)
	} else {
		do(ctx, tasks, finders, tally)
	}
	stats, segments, over := gatherResults(finders)
	switch {
	case ctx.Err() != nil:
		return stats, context.Cause(ctx)
	case over:
		return stats, &pointjoin.OverflowError{Room: out.Budget.Most()}
	}
	if tasks.Ordered() {
		slices.SortStableFunc(segments, func(a, b finder.Segment) int { return cmp.Compare(a.Task, b.Task) })
	}
	for _, s := range segments {
		out.Lists = append(out.Lists, pointjoin.List{Pairs: s.Pairs, Ordered: tasks.Ordered()})
	}
	return stats, nil
}

// taskCount returns the number of tasks, including the tasks that follow.
func taskCount(tasks finder.Tasks) int {
	if first, ok := tasks.(finder.Followed); ok {
		return tasks.Len() + first.Then().Len()
	}
	return tasks.Len()
}

// do lets each thread do tasks with its finder, until one of them has stopped.
func do(ctx context.Context, tasks finder.Tasks, finders []*finder.Finder, tally *parallel.Tally) {
	parallel.Each(ctx, tasks.Len(), len(finders), func(thread, task int) {
		doTask(tasks, task, finders[thread], tally)
	})
}

// doTask does a task, unless its finder has stopped.
func doTask(tasks finder.Tasks, task int, f *finder.Finder, tally *parallel.Tally) {
	if f.Stopped() {
		return
	}
	f.Begin(task)
	tasks.Do(task, f)
	f.Finish()
	tally.Add(1)
}

// anyStopped reports whether any finder has stopped.
func anyStopped(finders []*finder.Finder) bool {
	return slices.ContainsFunc(finders, (*finder.Finder).Stopped)
}

// gatherResults gathers the results of finders.
func gatherResults(finders []*finder.Finder) (stats points.Stats, segments []finder.Segment, over bool) {
	for _, f := range finders {
		found, without := f.End()
		segments = append(segments, found...)
		over = over || without
		stats.Add(f.Stats)
	}
	return stats, segments, over
}

// Counts implements pointjoin.Resident.
func (r *resident) Counts(ctx context.Context, w pointjoin.Work, counts []uint32) (points.Stats, error) {
	tasks, finders, err := r.begin(ctx, w, func() *finder.Finder { return finder.NewCounter(ctx, w, counts) })
	if err != nil {
		return points.Stats{}, err
	}
	do(ctx, tasks, finders, parallel.NewTally(w.Progress, tasks.Len()))
	stats, _, _ := gatherResults(finders)
	if w.Self() {
		stats.Pairs /= 2 // each was counted at both points
	}
	if ctx.Err() != nil {
		return stats, context.Cause(ctx)
	}
	return stats, nil
}

// nearer is a resident of a method that finds nearest points.
type nearer struct {
	*resident
	near finder.Nearer
}

var _ pointjoin.Nearer = (*nearer)(nil)

// queriesTask is the number of queries of a task.
const queriesTask = 32

// Nearest implements pointjoin.Nearer.
func (r *nearer) Nearest(ctx context.Context, w pointjoin.NearestWork, rows []uint32) (points.Stats, error) {
	each := w.Each(r.points)
	tasks := (w.Last - w.First + queriesTask - 1) / queriesTask
	return r.nearest(ctx, w, tasks, func(f *finder.Finder) func(int) {
		search := r.near.Nearest(w, f)
		return func(task int) {
			first := task * queriesTask
			for k := first; k < min(first+queriesTask, w.Last-w.First); k++ {
				search(w.First+k, rows[k*each:(k+1)*each])
			}
		}
	})
}

// nearest does a number of tasks of a work, each with the function that begin returns for the finder of
// its thread.
func (r *resident) nearest(ctx context.Context, w pointjoin.NearestWork, tasks int, begin func(*finder.Finder) (do func(task int))) (points.Stats, error) {
	finders := make([]*finder.Finder, r.threads)
	do := make([]func(int), r.threads)
	for k := range finders {
		finders[k] = finder.NewFinder(ctx, pointjoin.Work{Queries: w.Queries}, nil)
		do[k] = begin(finders[k])
	}
	tally := parallel.NewTally(w.Progress, tasks)
	parallel.Each(ctx, tasks, len(finders), func(thread, task int) {
		do[thread](task)
		tally.Add(1)
	})
	stats, _, _ := gatherResults(finders)
	if ctx.Err() != nil {
		return stats, context.Cause(ctx)
	}
	return stats, nil
}

// taskNearer is a resident of a method that finds the nearest points of many queries together.
type taskNearer struct {
	*resident
	near finder.TaskNearer
}

var _ pointjoin.Nearer = (*taskNearer)(nil)

// Nearest implements pointjoin.Nearer.
func (r *taskNearer) Nearest(ctx context.Context, w pointjoin.NearestWork, rows []uint32) (points.Stats, error) {
	tasks, err := r.near.BeginNearest(ctx, w, r.threads)
	if err != nil {
		return points.Stats{}, err
	}
	return r.nearest(ctx, w, tasks.Len(), func(f *finder.Finder) func(int) {
		return func(task int) { tasks.Do(task, rows, f) }
	})
}
