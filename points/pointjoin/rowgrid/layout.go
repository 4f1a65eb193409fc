package rowgrid

import (
	"math"

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

const (
	// DenseReach is how many cells of a dense layout points within eps of each other are apart in a dimension, at most.
	DenseReach = 2
	// mostDense is the number of dimensions up to which that is enough.
	mostDense = 3
	// shorter is what makes up for the roundings of a side.
	shorter = 1 - 0x1p-20
)

// NewDenseLayout returns the layout of points, of which there is one at least, in cells all of whose points are within eps of each
// other, with all dimensions indexed in their own order. ok is false where there are more cells than that goes with, or more
// than 3 dimensions. docs/exactness.md, P8, is about it.
func NewDenseLayout(s *points.Store, eps float64) (l Layout, ok bool) {
	n := s.Dimensions()
	if n > mostDense || !(eps >= 0x1p-900 && eps <= 0x1p1000) {
		return l, false
	}
	low, high := Bounds(s)
	f := &frame{low: low, cells: make([]int64, n), inverse: 1 / float64(eps/math.Sqrt(float64(n))*shorter)}
	f.eps = eps * f.inverse
	for j := range low {
		f.order = append(f.order, j)
		most := f.coordinate(j, high[j])
		if most >= mostCells {
			return l, false
		}
		f.cells[j] = int64(most) + 1
	}
	f.index(n)
	return f.layout(), f.indexed == n
}

// layout is the frame for other devices.
func (f *frame) layout() Layout {
	l := Layout{Order: f.order, Indexed: f.indexed, Low: f.low, Inverse: f.inverse, Cells: f.cells, Stride: f.stride, IDs: f.ids()}
	l.Sure, l.None = f.limits()
	return l
}
