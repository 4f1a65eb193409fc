package rowgrid

import (
	"context"

	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/finder"
)

// index is points sorted into cells.
type index struct {
	choice
	points *points.Store
	cells  *sorted
	use    vectors
}

// Build is the finder.Builder of the method.
func Build(_ context.Context, s pointjoin.Set, threads int) (finder.Searcher, error) {
	x := &index{points: s.Points, use: kinds(s.Points.Dimensions())[0]}
	if s.Points.Len() == 0 {
		return x, nil
	}
	x.choice = choose(s.Points, s.Threshold.Eps())
	x.cells = newSorted(x.frame, s.Points, 0, s.Points.Len())
	x.cells.tabulate(x.frame)
	return x, nil
}

// Begin implements finder.Searcher.
func (x *index) Begin(_ context.Context, w pointjoin.Work, threads int) (finder.Tasks, error) {
	if x.points.Len() == 0 || w.First == w.Last {
		return none{}, nil
	}
	switch whole := w.Self() && w.Last-w.First == x.points.Len(); {
	case whole && x.half:
		return newByCell(x), nil
	case whole:
		return newInOrder(x), nil
	}
	return newByRow(x, w), nil
}

// none is a list of no tasks.
type none struct{}

func (none) Len() int               { return 0 }
func (none) Ordered() bool          { return true }
func (none) Do(int, *finder.Finder) {}
