package trajectory

import (
	"cmp"
	"iter"
	"slices"
)

// Shared returns the trajectories that have an id which one of another store has
// too: pairs of theirs and ours, in order. Both stores are gone through once, which
// is faster than to look for each.
func (s *Store) Shared(other *Store) iter.Seq2[int, int] {
	switch {
	case s.names == nil && other.names == nil:
		return common(s.ints, other.ints)
	case s.names != nil && other.names != nil:
		return common(s.names, other.names)
	}
	return func(yield func(theirs, ours int) bool) {
		for theirs := range other.Trajectories() {
			if ours, ok := s.Find(other.ID(theirs)); ok && !yield(theirs, ours) {
				return
			}
		}
	}
}

// common yields where two sorted lists have the same.
func common[T cmp.Ordered](ours, theirs []T) iter.Seq2[int, int] {
	return func(yield func(theirs, ours int) bool) {
		at, ok := 0, false
		for k, id := range theirs {
			if at, ok = gallop(ours, at, id); ok && !yield(k, at) {
				return
			}
		}
	}
}

// gallop is slices.BinarySearch from a place on, fast where it ends nearby.
func gallop[T cmp.Ordered](sorted []T, from int, wanted T) (at int, found bool) {
	step := 1
	for from+step <= len(sorted) && sorted[from+step-1] < wanted {
		from, step = from+step, 2*step
	}
	at, found = slices.BinarySearch(sorted[from:min(from+step, len(sorted))], wanted)
	return from + at, found
}
