package tiles

import (
	"flyby/points"
	"flyby/points/pointjoin"
)

// Predict returns about how many seconds a GPU takes for a self-join of points: to compare each two of them, once to count and
// once where they are marked. It does not know what boxes rule out (docs/performance.md).
func Predict(s *points.Store, _ pointjoin.Threshold) float64 {
	const launches, perPair, least = 50e-3, 2e-12, 8 // seconds, the second of 16 dimensions; and dimensions
	n, dimensions := float64(s.Len()), float64(max(s.Dimensions(), least))
	return launches + float64(n*n/2*perPair*dimensions/16)
}
