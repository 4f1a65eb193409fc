package rowgrid

import (
	"math"
	"slices"

	"flyby/points"
)

// choose returns the frame of points whose number of indexed dimensions makes a self-join cheapest, and
// about how many pairs that has.
func choose(s *points.Store, eps float64) (f *frame, pairs float64) {
	low, high := bounds(s)
	order := byVariance(s, low, high)
	full := newFrame(low, high, order, len(order), eps)
	best, least := full.indexed, math.Inf(1)
	p := newSample(s, full)
	for indexed := 1; indexed <= full.indexed; indexed++ {
		if c := p.cost(indexed); c < least {
			best, least = indexed, c
		}
	}
	if best == full.indexed {
		return full, p.pairs
	}
	return newFrame(low, high, order, best, eps), p.pairs
}

// every is which points are the sample that variances are of.
const every = 100

// byVariance returns the dimensions by decreasing variance of a sample, the lower of equal ones first.
func byVariance(s *points.Store, low, high []float64) []int {
	widest := math.SmallestNonzeroFloat64
	for j := range low {
		widest = max(widest, high[j]-low[j])
	}
	order, variance := make([]int, s.Dimensions()), make([]float64, s.Dimensions())
	for j := range order {
		order[j] = j
		mean, count := 0.0, 0.0
		for row := 0; row < s.Len(); row += every {
			count++
			d := (s.Column(j)[row]-low[j])/widest - mean
			mean += d / count
			variance[j] += float64(d * d * (1 - 1/count))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case variance[a] > variance[b]:
			return -1
		case variance[a] < variance[b]:
			return 1
		}
		return 0
	})
	return order
}
