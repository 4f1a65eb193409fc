package slab

import (
	"fmt"
	"math"
	"slices"

	"flyby/trajectory"
)

// CutRange yields the slabs of the trajectories [first, last) of a store that meet at edges, which must be strictly ascending: one
// slab more than there are edges. The first starts at -Inf, the last ends at +Inf.
func CutRange(s *trajectory.Store, edges []float64, first, last int) Source {
	for i := range edges {
		if i > 0 && !(edges[i] > edges[i-1]) {
			panic(fmt.Sprintf("slab: cut: edge %d at %v is not after %v", i, edges[i], edges[i-1]))
		}
	}
	borders := append(append([]float64{math.Inf(-1)}, edges...), math.Inf(1))
	return func(yield func(*Slab, error) bool) {
		for i := range borders[1:] {
			if !yield(cutSlab(s, borders[i], borders[i+1], first, last), nil) {
				return
			}
		}
	}
}

// cutSlab returns the slab [start, end) of some trajectories of a store.
func cutSlab(s *trajectory.Store, start, end float64, from, to int) *Slab {
	b := &Slab{Start: start, End: end}
	part := s.Cut(func(p trajectory.Piece) (first, last int) {
		if p.Traj < from || p.Traj >= to {
			return 0, 0
		}
		return Rows(s, p, start, end)
	})
	b.Store, b.Traj, b.Before = part.Store, part.TrajOf, make([]uint32, len(part.TrajOf))
	for traj, of := range b.Traj {
		first, _ := part.Range(traj)
		b.Before[traj] = uint32(s.SegmentIDIn(int(of), int(part.RowOf[first])))
	}
	return b
}

// Rows returns the rows [first, last) of a piece whose segments are in the slab [start, end).
// At most one hangs over: the next starts where it ends.
func Rows(s *trajectory.Store, p trajectory.Piece, start, end float64) (first, last int) {
	first, last = s.Starting(p, start, end)
	final := p.First + p.Samples - 1
	if first > p.First && s.T()[min(first, final)] >= start {
		first--
	}
	return first, last
}

// EdgesOf returns up to n-1 edges between which about as many segments start each, at times which ascend, so
// that CutRange makes n slabs or fewer. There must be at least one segment, and n must be positive.
func EdgesOf(starts []float64, n int) (edges []float64) {
	for i := 1; i < n; i++ {
		edges = append(edges, starts[len(starts)*i/n])
	}
	edges = slices.Compact(edges)
	if len(edges) > 0 && edges[0] == starts[0] {
		edges = edges[1:]
	}
	return edges
}
