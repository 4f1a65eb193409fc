package rowgrid

import (
	"math"

	"flyby/points"
	"flyby/points/pointjoin"
)

// Predict returns about how many seconds of one core a self-join of points takes, by the sample that chooses
// how many dimensions are indexed.
func Predict(s *points.Store, within pointjoin.Threshold) float64 {
	if s.Len() == 0 {
		return 0
	}
	low, high := bounds(s)
	order := byVariance(s, low, high)
	full := newFrame(low, high, order, len(order), within.Eps())
	p, least := newSample(s, full), math.Inf(1)
	for indexed := 1; indexed <= full.indexed; indexed++ {
		least = min(least, p.cost(indexed))
	}
	return least
}
