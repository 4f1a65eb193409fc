package finder

import (
	"context"

	"flyby/points/pointjoin"
)

// Builder indexes the points of a set, which has its threshold and settings, with a number of
// threads. Settings that have choices have one of them.
type Builder func(ctx context.Context, s pointjoin.Set, threads int) (Searcher, error)

// Searcher is an index of points. Nothing changes it.
type Searcher interface {
	// Begin cuts a work into tasks. It prepares with a number of threads what they share: the cells of
	// queries, say.
	Begin(ctx context.Context, w pointjoin.Work, threads int) (Tasks, error)
}

// Tasks are parts of a work, from 0. Each of its pairs is in one of them.
type Tasks interface {
	// Len is the number of tasks, by which threads share the work out: some hundreds to some
	// thousands where there is much to do.
	Len() int
	// Ordered reports whether each task finds its pairs in order, and all of them after those of the
	// tasks before it: where tasks are ranges of the queries' rows. Others find them in any order.
	Ordered() bool
	// Do does one of the tasks. Several goroutines call it at once, each with an f of its own. A
	// goroutine's tasks have ascending numbers.
	Do(task int, f *Finder)
}

// Followed are tasks that find pairs and keep them, for those that follow to hand over in order.
type Followed interface {
	Tasks
	// Then returns the tasks that the same finders do once all of these are done, unless only counts
	// are wanted. How many they are is known before.
	Then() Tasks
}

// Nearer is a Searcher that finds nearest points.
type Nearer interface {
	Searcher
	// Nearest returns what writes the nearest points of a query to rows, which is as long as there are
	// neighbours. Each goroutine has one of its own, with its f.
	Nearest(w pointjoin.NearestWork, f *Finder) func(query int, rows []uint32)
}

// TaskNearer is a Searcher that finds nearest points of many queries together.
type TaskNearer interface {
	Searcher
	// BeginNearest cuts a work into tasks, as Begin does.
	BeginNearest(ctx context.Context, w pointjoin.NearestWork, threads int) (NearestTasks, error)
}

// NearestTasks are parts of a work that asks for nearest points. Each query is in one of them.
type NearestTasks interface {
	Len() int
	// Do writes the nearest points of the queries of one of the tasks where they belong in rows, which are those of
	// all queries of the work, one after another. Several goroutines call it at once, each with an f of its own.
	Do(task int, rows []uint32, f *Finder)
}
