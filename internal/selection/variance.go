package selection

import (
	"cmp"
	"math"
	"slices"

	"flyby/internal/parallel"
)

// varianceSample is the greatest number of points that ByVariance looks at.
const varianceSample = 4096

// ByVariance returns the dimensions by decreasing variance of a sample of the points, of equal ones the lower first: REORDER
// of GPU-Join. Cells of dimensions with more variance rule out more points. The number of cells with points is no measure:
// most points may share one of many.
func ByVariance(columns [][]float64) []int {
	order, of := make([]int, len(columns)), make([]float64, len(columns))
	if len(columns) == 0 {
		return order
	}
	rows := Evenly(len(columns[0]), varianceSample) // of every column, which are as long as each other
	parallel.Ranges(len(columns), min(len(columns), parallel.Threads(0)), func(_, first, last int) {
		for j := first; j < last; j++ {
			order[j], of[j] = j, deviation(columns[j], rows)
		}
	})
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(of[j], of[i]) })
	return order
}

// deviation returns the root of the variance of the given rows of a column. It divides values by a power of two, to keep their
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
