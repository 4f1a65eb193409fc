package tiles

import (
	"math"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/tiling"
	"flyby/internal/selection"
	"flyby/points"
)

// Costs of a pair on a GPU, in fused operations: each dimension is one, pairCost is the rest, and leftCost is a pair
// that remains after the first dimensions. They are counts of instructions, yet to be measured.
const (
	pairCost = 4.0
	leftCost = 150.0
)

// sampledPairs bounds the number of coordinates in the sample that depth uses.
const sampledPairs = 1 << 14

// depth returns the number of dimensions, in the order of a frame, that are compared for all pairs: the number with the
// least cost, as estimated from a sample.
func depth(s *points.Store, f *tiling.Frame, within pointjoin.Threshold) int {
	n := s.Dimensions()
	left := sampled(s, f, within)
	best, least := n, math.Inf(1)
	for k := min(4, n); k <= n; k = next(k, n) {
		if cost := float64(k) + pairCost + float64(leftCost*left[k-1]); cost < least {
			best, least = k, cost
		}
	}
	return best
}

// next returns the next depth to try: four more, and all dimensions last.
func next(k, n int) int {
	if k < n {
		return min(k+4, n)
	}
	return k + 1
}

// sampled returns the fraction of the pairs of a sample that remain after the first dimensions, for each number of them.
func sampled(s *points.Store, f *tiling.Frame, within pointjoin.Threshold) []float64 {
	n := s.Dimensions()
	left := make([]float64, n)
	rows := selection.Evenly(s.Len(), max(2, sampledPairs/n))
	eps, scale := within.Eps()*within.Scale(), within.Scale()
	for i, row := range rows {
		other := rows[(i*7919+len(rows)/2)%len(rows)]
		sum := 0.0
		for k, j := range f.Order {
			d := (s.Column(j)[row] - s.Column(j)[other]) * scale
			if sum += float64(d * d); sum > float64(eps*eps) {
				break
			}
			left[k] += 1 / float64(len(rows))
		}
	}
	return left
}
