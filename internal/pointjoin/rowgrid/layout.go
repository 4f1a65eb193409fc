package rowgrid

import (
	"math"

	"flyby/internal/selection"
	"flyby/points"
)

// A Layout describes the cells of a grid, for drivers of other devices. Dimensions are in an order of their own, the indexed ones
// first: a place is the index of a dimension in that order. docs/exactness.md, P4, holds for it.
type Layout struct {
	Order     []int     // dimensions of the points by place
	Indexed   int       // the number of dimensions that are indexed
	Low       []float64 // least coordinates, by place
	Inverse   float64   // of the side of a cell: (x - Low) * Inverse is a coordinate in sides of cells
	Cells     []int64   // by place, the number of cells that the points may be in
	Stride    []int64   // by indexed place, the increment of the linear id for a step of one cell
	IDs       int64     // one more than the greatest linear id
	Sure      float32   // float32 sums of squares below it are of pairs
	None      float32   // float32 sums of squares above it are of no pairs
	Predicted float64   // the cost of the join with these dimensions indexed, in the unit of the cost function
	Pairs     float64   // estimated, of the self-join
}

// A Sample has estimates about all points from a sample of them.
type Sample struct {
	Points     float64
	Dimensions int
	Near       float64 // candidates of a point
	Pairs      float64 // of the self-join
	Indexed    int     // dimensions
}

// NewLayout returns the layout of one point or more, with the number of indexed dimensions for which cost is least.
func NewLayout(s *points.Store, eps float64, cost func(Sample) float64) Layout {
	var low, high []float64
	bounded := make(chan struct{})
	go func() {
		defer close(bounded)
		low, high = Bounds(s)
	}()
	order := selection.ByVariance(s.Columns())
	<-bounded
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
	// DenseReach is the greatest number of cells by which points within eps of each other are apart in a dimension of a dense
	// layout.
	DenseReach = 2
	// mostDense is the greatest number of dimensions for which DenseReach is enough.
	mostDense = 3
	// shorter makes up for the rounding of a side.
	shorter = 1 - 0x1p-20
)

// NewDenseLayout returns the layout of one point or more in cells whose points are all within eps of each other, with all
// dimensions indexed in their own order. ok is false where there would be too many cells, or there are more than 3 dimensions.
// docs/exactness.md, P8, proves its bounds.
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

// layout returns the frame as a Layout.
func (f *frame) layout() Layout {
	l := Layout{Order: f.order, Indexed: f.indexed, Low: f.low, Inverse: f.inverse, Cells: f.cells, Stride: f.stride, IDs: f.ids()}
	l.Sure, l.None = f.limits()
	return l
}
