package host

import (
	"math"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// A sample has estimates about all points from some of them.
type sample struct {
	points float64
	boxed  float64 // fraction of all pairs that a tree does not rule out, about
	within float64 // fraction of all pairs that are within eps
}

// predictBruteForce and predictKDTree return about the number of seconds of one core for a self-join, as measured
// on an Intel Xeon of 2.1 GHz; only the order of the methods by time matters.
func predictBruteForce(s *points.Store, _ pointjoin.Threshold) float64 {
	const perPair, perDimension = 1.5e-9, 0.8e-9
	n := float64(s.Len())
	return n * n / 2 * (perPair + perDimension*float64(s.Dimensions()))
}

func predictKDTree(s *points.Store, within pointjoin.Threshold) float64 {
	const perPoint, perLevel, perCandidate, perDimension, perFound = 400e-9, 40e-9, 4e-9, 1e-9, 10e-9
	seen, dimensions := look(s, within.Eps()), float64(s.Dimensions())
	each := perPoint + perLevel*dimensions*math.Log2(seen.points+2)
	return seen.points * (each + seen.points*(seen.boxed*(perCandidate+perDimension*dimensions)+seen.within*perFound))
}

// Sizes of the samples: some points are compared with others, both evenly spaced in the file.
const (
	sampledQueries = 192
	sampledPoints  = 4096
)

// look compares sampled points with others.
func look(s *points.Store, eps float64) sample {
	seen := sample{points: float64(s.Len())}
	queries, others := s.Evenly(sampledQueries), s.Evenly(sampledPoints)
	sides := leafSides(others, s.Len(), s.Dimensions())
	each := 1 / float64(max(len(queries)*len(others), 1))
	for _, p := range queries {
		for _, q := range others {
			boxed, within := closeness(p, q, eps, sides)
			seen.boxed += boxed * each
			seen.within += within * each
		}
	}
	return seen
}

// closeness returns 1 for boxed where a leaf with one of two points comes within eps of the other, and 1 for
// within where the points are within eps of each other; else 0.
func closeness(p, q []float64, eps float64, sides []float64) (boxed, within float64) {
	sum := 0.0
	for j, v := range p {
		d := math.Abs(v - q[j])
		if d > eps+sides[j] {
			return 0, 0
		}
		sum += d * d
	}
	if sum <= eps*eps {
		within = 1
	}
	return 1, within
}

// leafSides returns about the length of the leaves of a tree of some points in each dimension: only as many
// dimensions are split as there are levels.
func leafSides(some [][]float64, size, dimensions int) []float64 {
	const leaf = 12
	levels := max(1, math.Log2(float64(size)/leaf))
	split := math.Min(float64(dimensions), math.Floor(levels))
	sides := make([]float64, dimensions)
	for j := range sides {
		least, most := math.Inf(1), math.Inf(-1)
		for _, p := range some {
			least, most = min(least, p[j]), max(most, p[j])
		}
		if sides[j] = most - least; float64(j) < split {
			sides[j] *= math.Exp2(-levels / split)
		}
	}
	return sides
}
