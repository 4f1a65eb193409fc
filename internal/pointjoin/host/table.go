package host

import (
	"math"

	"flyby/internal/papers/gpujoin"
	"flyby/internal/papers/lss"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/pointjoin/host/internal/tile"
	"flyby/internal/pointjoin/rowgrid"
	"flyby/points"
)

// A method is a line of the table.
type method struct {
	pointjoin.Method
	build finder.Builder
	size  size
}

// A size is about the memory of an index while it is made, in bytes for each point and for each coordinate of a point:
// including sorting, and without memory that the method counts itself.
type size struct{ point, coordinate int }

// of returns the bytes of a point of some dimensions.
func (s size) of(dimensions int) int { return s.point + s.coordinate*dimensions }

// table returns the methods in the order in which they are offered. A new method is one line here.
func table() []method {
	return []method{
		{pointjoin.Method{Name: "grid", Means: "rows of cells as ranges of points, for few dimensions", HandsOver: true, Predict: rowgrid.Predict}, rowgrid.Build, size{40, 8}},
		tilesMethod(),
		{gpujoin.GPUSJ(), gpujoin.BuildSJ, size{80, 8}},
		{gpujoin.GPUJoin(), gpujoin.BuildJoin, size{100, 8}},
		{lss.HostMethod(), lss.Build, size{0, 8}},
		{pointjoin.Method{Name: "kdtree", Means: "a packed tree of boxes, searched with one point after another; a baseline", AnyEps: true, Nearest: true, NearestUpTo: treeDimensions, Predict: predictKDTree}, buildKDTree, size{5, 19}},
		{pointjoin.Method{Name: "bruteforce", Means: "compares every pair, a baseline", AnyEps: true, Predict: predictBruteForce}, buildBruteForce, size{0, 8}},
	}
}

// tilesMethod returns the method that compares tiles of points, for many dimensions.
func tilesMethod() method {
	return method{pointjoin.Method{Name: "tiles", Means: "compares tiles of points in registers, for many dimensions", AnyEps: true, Nearest: true, Predict: tile.Predict, AtMost: tilesAtMost}, tile.Build, size{24, 5}}
}

// tilesAtMost is tile.Whole, but infinite in few dimensions, where cells find pairs much faster, and in order.
func tilesAtMost(s *points.Store, within pointjoin.Threshold) float64 {
	const cells = 8 // dimensions
	if s.Dimensions() <= cells {
		return math.Inf(1)
	}
	return tile.Whole(s, within)
}

// Methods returns the methods of the host's cores.
func Methods() (all []pointjoin.Method) {
	for _, m := range table() {
		if m.IndexBytes == nil {
			m.IndexBytes = m.size.of
		}
		all = append(all, m.Method)
	}
	return all
}
