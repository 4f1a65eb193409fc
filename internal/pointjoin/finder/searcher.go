package finder

import (
	"context"

	"flyby/internal/pointjoin"
)

// Builder indexes the points of a set, which has its threshold and settings, with a number of threads. Settings
// with choices have one of them as value.
type Builder func(ctx context.Context, s pointjoin.Set, threads int) (Searcher, error)

// Searcher is an immutable index of points.
type Searcher interface {
	// Begin divides a work into tasks. With a number of threads it prepares data that the tasks share, such as the
	// cells of queries.
	Begin(ctx context.Context, w pointjoin.Work, threads int) (Tasks, error)
}

// Tasks are parts of a work, counted from 0. Each pair of the work is in exactly one of them.
type Tasks interface {
	// Len returns the number of tasks, which threads share: some hundreds to some thousands where there is much
	// work.
	Len() int
	// Ordered reports whether each task finds its pairs in order, and all of them after the pairs of earlier tasks,
	// as where tasks are ranges of the queries' rows. Other tasks find pairs in any order.
	Ordered() bool
	// Do does one of the tasks. Several goroutines call it concurrently, each with a finder of its own. A
	// goroutine's tasks have ascending numbers.
	Do(task int, f *Finder)
}

// Followed are tasks that find pairs and keep them for tasks that follow, which hand them over in order.
type Followed interface {
	Tasks
	// Then returns the tasks that the same finders do once all of these are done, unless only counts are wanted.
	// Their number is known in advance.
	Then() Tasks
}

// Nearer is a Searcher that finds nearest points.
type Nearer interface {
	Searcher
	// Nearest returns a function that writes the nearest points of a query to rows, whose length is the number of
	// neighbours. Each goroutine calls Nearest for a function of its own, with its finder.
	Nearest(w pointjoin.NearestWork, f *Finder) func(query int, rows []uint32)
}

// TaskNearer is a Searcher that finds the nearest points of many queries together.
type TaskNearer interface {
	Searcher
	// BeginNearest divides a work into tasks, as Begin does.
	BeginNearest(ctx context.Context, w pointjoin.NearestWork, threads int) (NearestTasks, error)
}

// NearestTasks are parts of a work that asks for nearest points. Each query is in exactly one of them.
type NearestTasks interface {
	Len() int
	// Do writes the nearest points of the queries of one task to their places in rows, which has the neighbours of
	// all queries of the work, one after another. Several goroutines call it concurrently, each with a finder of
	// its own.
	Do(task int, rows []uint32, f *Finder)
}
