package host

import (
	"math"

	"flyby/points"
	"flyby/points/papers/gpujoin"
	"flyby/points/papers/lss"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/finder"
	"flyby/points/pointjoin/host/internal/tile"
	"flyby/points/pointjoin/rowgrid"
)

// A method is a line of the table.
type method struct {
	pointjoin.Method
	build finder.Builder
	size  size
}

// A size is how many bytes an index takes about while it is made, a point and a coordinate of a point: with what is sorted
// for it, without what the method counts for itself.
type size struct{ point, coordinate int }

// of is the bytes of a point of a number of dimensions.
func (s size) of(dimensions int) int { return s.point + s.coordinate*dimensions }

// table is the methods in the order in which they are offered. To add one is to add its line.
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

// tilesMethod is tiles of points against each other, for many dimensions.
func tilesMethod() method {
	return method{pointjoin.Method{Name: "tiles", Means: "compares tiles of points in registers, for many dimensions", AnyEps: true, Nearest: true, Predict: tile.Predict, AtMost: tilesAtMost}, tile.Build, size{24, 5}}
}

// tilesAtMost is tile.Whole where cells do not find pairs much sooner, and in order.
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
