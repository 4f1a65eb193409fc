package rowgrid

import (
	"flyby/points"
	"flyby/points/pointindex"
)

// A Layout is where the cells of a grid are, for drivers of other devices. Dimensions are in an order of their own, those
// that are indexed first: a place is a number of a dimension in that order. docs/exactness.md, P4, is about it.
type Layout struct {
	Order     []int     // dimensions of the points by place
	Indexed   int       // how many of them
	Low       []float64 // least coordinates, by place
	Inverse   float64   // of the side of a cell: (x - Low) * Inverse is a coordinate in sides of cells
	Cells     []int64   // that the points are in, by place
	Stride    []int64   // by place of the indexed ones, what a step of a cell adds to the linear id
	IDs       int64     // one more than the largest linear id
	Sure      float32   // sums of squares below it are of pairs
	None      float32   // and above it of none
	Predicted float64   // what the join costs with as many indexed, by what was asked for
	Pairs     float64   // of the self-join, about
}

// A Sample is what some of the points tell of all.
type Sample struct {
	Points     float64
	Dimensions int
	Near       float64 // candidates of a point
	Pairs      float64 // of the self-join
	Indexed    int     // dimensions
}

// NewLayout returns the layout of points, of which there is one at least, with as many dimensions indexed as cost least.
func NewLayout(s *points.Store, eps float64, cost func(Sample) float64) Layout {
	low, high := Bounds(s)
	order := pointindex.ByVariance(s.Columns())
	f := newFrame(low, high, order, len(order), eps)
	p := newSample(s, f)
	least, indexed := 0.0, 0
	for k := 1; k <= f.indexed; k++ {
		if c := cost(Sample{p.points, p.dimensions, p.near[k], p.pairs, k}); k == 1 || c < least {
			least, indexed = c, k
		}
	}
	if indexed < f.indexed {
		f = newFrame(low, high, order, indexed, eps)
	}
	l := f.layout()
	l.Predicted, l.Pairs = least, p.pairs
	return l
}

// layout is the frame for other devices.
func (f *frame) layout() Layout {
	l := Layout{Order: f.order, Indexed: f.indexed, Low: f.low, Inverse: f.inverse, Cells: f.cells, Stride: f.stride, IDs: f.ids()}
	l.Sure, l.None = f.limits()
	return l
}
