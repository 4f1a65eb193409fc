package tiles

import (
	"math"

	"flyby/internal/selection"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/tiling"
)

// What a pair takes on a GPU, in fused operations: a dimension one, what is around them, and a pair that is left after
// the first dimensions. They are counts of instructions, to be measured.
const (
	pairCost = 4.0
	leftCost = 150.0
)

// sampledPairs bounds the coordinates of what a depth is found with.
const sampledPairs = 1 << 14

// depth is how many of the dimensions, in the order of a frame, are compared of all pairs: as a sample tells, with which
// the whole costs least.
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

// next is the depth after one: four more, and all of them last.
func next(k, n int) int {
	if k < n {
		return min(k+4, n)
	}
	return k + 1
}

// sampled returns which part of pairs of a sample the first dimensions leave, for each number of them.
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
