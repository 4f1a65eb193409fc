package rowgrid

import (
	"context"

	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/finder"
)

// index is points in cells.
type index struct {
	points *points.Store
	frame  *frame
	cells  *sorted
	use    vectors
	pairs  float64 // of a self-join, about
}

// Build is the finder.Builder of the method.
func Build(_ context.Context, s pointjoin.Set, threads int) (finder.Searcher, error) {
	x := &index{points: s.Points, use: kinds(s.Points.Dimensions())[0]}
	if s.Points.Len() == 0 {
		return x, nil
	}
	c := choose(s.Points, s.Threshold.Eps())
	x.frame, x.pairs = c.frame, c.pairs
	x.cells = newSorted(x.frame, s.Points, 0, s.Points.Len())
	x.cells.tabulate(x.frame)
	return x, nil
}

// Begin implements finder.Searcher.
func (x *index) Begin(_ context.Context, w pointjoin.Work, threads int) (finder.Tasks, error) {
	if x.points.Len() == 0 || w.First == w.Last {
		return none{}, nil
	}
	if w.Self() && w.Last-w.First == x.points.Len() {
		return newByCell(x), nil
	}
	return newByRow(x, w), nil
}

// none is no tasks.
type none struct{}

func (none) Len() int               { return 0 }
func (none) Ordered() bool          { return true }
func (none) Do(int, *finder.Finder) {}
