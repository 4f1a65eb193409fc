package tiles

import (
	"flyby/internal/pointjoin"
	"flyby/points"
)

// Predict returns about the number of seconds of a GPU for a self-join of points: comparing each two of them, once to count
// and again where tiles are marked. It does not account for pairs that boxes rule out (docs/performance.md).
func Predict(s *points.Store, _ pointjoin.Threshold) float64 {
	const launches, perPair, least = 50e-3, 2e-12, 8 // seconds, the second for 16 dimensions; and dimensions
	n, dimensions := float64(s.Len()), float64(max(s.Dimensions(), least))
	return launches + float64(n*n/2*perPair*dimensions/16)
}
