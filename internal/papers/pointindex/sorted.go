package pointindex

import (
	"cmp"
	"slices"
)

// SortBy sorts the points of each cell by a coordinate, of equal ones by row: SORTIDU of GPU-Join, by the first dimension
// that is not indexed. No other goroutine may use the grid meanwhile.
func (g *Grid) SortBy(column []float64) {
	for cell := range g.Cells() {
		slices.SortFunc(g.Rows(cell), func(a, b uint32) int {
			return cmp.Or(cmp.Compare(column[a], column[b]), cmp.Compare(a, b))
		})
	}
}

// Interval returns bounds between which all values within eps of value lie, both included. Rounding the bounds loses no
// value: docs/exactness.md, P2.
func Interval(value, eps float64) (low, high float64) { return value - eps, value + eps }
