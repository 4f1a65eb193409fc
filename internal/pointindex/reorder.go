package pointindex

import (
	"cmp"
	"math"
	"slices"

	"flyby/internal/selection"
)

// sampled is the greatest number of points that ByVariance looks at.
const sampled = 4096

// ByVariance returns the dimensions by decreasing variance of a sample of the points, of equal ones the lower first: REORDER
// of GPU-Join. Cells of dimensions with more variance rule out more points. The number of cells with points is no measure:
// most points may share one of many.
func ByVariance(columns [][]float64) []int {
	order, of := make([]int, len(columns)), make([]float64, len(columns))
	var rows []int // of every column, which are as long as each other
	for j, c := range columns {
		if j == 0 {
			rows = selection.Evenly(len(c), sampled)
		}
		order[j], of[j] = j, deviation(c, rows)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(of[j], of[i]) })
	return order
}

// deviation returns the root of the variance of some rows of a column. It divides values by a power of two, to keep their
// squares from overflowing.
func deviation(column []float64, rows []int) float64 {
	most := 0.0
	for _, row := range rows {
		most = max(most, math.Abs(column[row]))
	}
	_, exponent := math.Frexp(most)
	n, mean, squares := 0.0, 0.0, 0.0
	for _, row := range rows {
		v := math.Ldexp(column[row], -exponent)
		n++
		off := v - mean
		mean += off / n
		squares += float64(off * (v - mean))
	}
	return math.Ldexp(math.Sqrt(squares/max(n, 1)), exponent)
}

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
