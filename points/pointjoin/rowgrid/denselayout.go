package rowgrid

import (
	"math"

	"flyby/points"
)

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
