package pointindex

import (
	"cmp"
	"math"
	"slices"
)

// sampled is how many rows there are for each in the sample of ByVariance.
const sampled = 100

// ByVariance returns the dimensions by decreasing variance of every 100th point, of equal ones the lower first: REORDER of
// GPU-Join. Cells of dimensions that vary rule out more. It is not the number of cells with points that counts: most
// points may share one of many.
func ByVariance(columns [][]float64) []int {
	most := 0.0
	for _, c := range columns {
		for i := 0; i < len(c); i += sampled {
			most = max(most, math.Abs(c[i]))
		}
	}
	_, exponent := math.Frexp(most)
	order, of := make([]int, len(columns)), make([]float64, len(columns))
	for j, c := range columns {
		order[j], of[j] = j, variance(c, -exponent)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(of[j], of[i]) })
	return order
}

// variance is that of the sample of a column times a power of two, which keeps its squares from overflowing.
func variance(column []float64, exponent int) float64 {
	n, mean, squares := 0.0, 0.0, 0.0
	for i := 0; i < len(column); i += sampled {
		v := math.Ldexp(column[i], exponent)
		n++
		off := v - mean
		mean += off / n
		squares += float64(off * (v - mean))
	}
	return squares / max(n, 1)
}

// SortBy sorts the points of each cell by a coordinate, of equal ones by row: SORTIDU of GPU-Join, by the first dimension
// that is not indexed. Nobody may use the grid meanwhile.
func (g *Grid) SortBy(column []float64) {
	for cell := range g.Cells() {
		slices.SortFunc(g.Rows(cell), func(a, b uint32) int {
			return cmp.Or(cmp.Compare(column[a], column[b]), cmp.Compare(a, b))
		})
	}
}

// Interval returns between which values all lie that are within eps of one, the two included. That the ends are rounded
// loses none: docs/exactness.md, P2.
func Interval(value, eps float64) (low, high float64) { return value - eps, value + eps }
