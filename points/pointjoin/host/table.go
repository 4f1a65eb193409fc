package host

import (
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/finder"
	"flyby/points/pointjoin/gpujoin"
	"flyby/points/pointjoin/lss"
	"flyby/points/pointjoin/rowgrid"
)

// A method is a line of the table.
type method struct {
	pointjoin.Method
	build finder.Builder
}

// table is the methods in the order in which they are offered. To add one is to add its line.
func table() []method {
	return []method{
		{pointjoin.Method{Name: "grid", Means: "rows of cells as ranges of points, for few dimensions", Predict: rowgrid.Predict}, rowgrid.Build},
		tilesMethod(),
		{gpujoin.GPUSJ(), gpujoin.BuildSJ},
		{gpujoin.GPUJoin(), gpujoin.BuildJoin},
		{lss.Method(), lss.Build},
		{pointjoin.Method{Name: "kdtree", Means: "a packed tree of boxes, searched with one point after another; a baseline", AnyEps: true, Nearest: true, NearestUpTo: treeDimensions, Predict: predictKDTree}, buildKDTree},
		{pointjoin.Method{Name: "bruteforce", Means: "compares every pair, a baseline", AnyEps: true, Predict: predictBruteForce}, buildBruteForce},
	}
}

// Methods returns the methods of the host's cores.
func Methods() (all []pointjoin.Method) {
	for _, m := range table() {
		all = append(all, m.Method)
	}
	return all
}
