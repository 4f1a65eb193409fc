package rowgrid

import (
	"context"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// index is points sorted into cells.
type index struct {
	choice
	points *points.Store
	cells  *sortedPoints
	use    vectors
}

// Build is the finder.Builder of the method.
func Build(_ context.Context, s pointjoin.Set, threads int) (finder.Searcher, error) {
	x := &index{points: s.Points, use: kinds(s.Points.Dimensions())[0]}
	if s.Points.Len() == 0 {
		return x, nil
	}
	x.choice = choose(s.Points, s.Threshold.Eps())
	x.cells = newSortedPoints(x.frame, s.Points, 0, s.Points.Len())
	x.cells.tabulate(x.frame)
	return x, nil
}

// Begin implements finder.Searcher.
func (x *index) Begin(_ context.Context, w pointjoin.Work, threads int) (finder.Tasks, error) {
	if x.points.Len() == 0 || w.First == w.Last {
		return noTasks{}, nil
	}
	switch whole := w.Self() && w.Last-w.First == x.points.Len(); {
	case whole && x.half:
		return newCellTasks(x), nil
	case whole:
		return newListTasks(x), nil
	}
	return newRowTasks(x, w), nil
}

// noTasks is a list of no tasks.
type noTasks struct{}

func (noTasks) Len() int               { return 0 }
func (noTasks) Ordered() bool          { return true }
func (noTasks) Do(int, *finder.Finder) {}
