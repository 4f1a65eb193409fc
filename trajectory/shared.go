package trajectory

import (
	"cmp"
	"iter"
	"slices"
)

// Shared yields the pairs of trajectories that have the same id: the trajectory of other,
// then that of s, in the order of other's. Integer ids and names that spell the same are
// equal, as in Find. Where both stores have ids of one kind each is gone through once.
func (s *Store) Shared(other *Store) iter.Seq2[int, int] {
	return s.ids.Shared(other.ids)
}

// common yields the indexes of equal ids in two sorted lists.
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

// gallop is slices.BinarySearch in sorted[from:], fast if the answer is near from.
func gallop[T cmp.Ordered](sorted []T, from int, wanted T) (at int, found bool) {
	step := 1
	for from+step <= len(sorted) && sorted[from+step-1] < wanted {
		from, step = from+step, 2*step
	}
	at, found = slices.BinarySearch(sorted[from:min(from+step, len(sorted))], wanted)
	return from + at, found
}
