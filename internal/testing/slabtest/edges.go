// Package slabtest has helpers for tests of slabs.
package slabtest

import (
	"math/rand/v2"
	"slices"

	"flyby/trajectory"
)

// Edges returns edges at some samples of a store, or at all, between them, and beyond: strictly
// ascending. The store has samples.
func Edges(r *rand.Rand, s *trajectory.Store) []float64 {
	var edges []float64
	all := r.IntN(4) == 0
	for _, t := range s.T() {
		if all || r.IntN(s.Samples()) < 4 {
			edges = append(edges, t+[]float64{0, 0, 0.5}[r.IntN(3)])
		}
	}
	if r.IntN(4) == 0 {
		edges = append(edges, -500, 1e6)
	}
	slices.Sort(edges)
	return slices.Compact(edges)
}
