package trajectory

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
)

// IDs are the ids of trajectories, in the order of a store: integers in ascending order, or names
// in ascending order of their bytes. They do not change.
type IDs struct {
	ints  []int64  // [trajectories], or nil
	names []string // [trajectories], or nil
}

// IntIDs returns integer ids. It panics unless they are strictly ascending, and keeps the slice.
func IntIDs(ids []int64) IDs {
	mustAscend(ids)
	return IDs{ints: ids}
}

// NameIDs returns ids that are names. It panics unless they are strictly ascending, and keeps the
// slice.
func NameIDs(names []string) IDs {
	mustAscend(names)
	if names == nil {
		names = []string{}
	}
	return IDs{names: names}
}

func mustAscend[T cmp.Ordered](ids []T) {
	for i := range ids {
		if i > 0 && ids[i] <= ids[i-1] {
			panic(fmt.Sprintf("trajectory: id %d, %v, is not after %v", i, ids[i], ids[i-1]))
		}
	}
}

// Len returns the number of trajectories.
func (s IDs) Len() int { return max(len(s.ints), len(s.names)) }

// IntIDs reports whether ids are integers; otherwise they are names.
func (s IDs) IntIDs() bool { return s.names == nil }

// IntID returns the integer id of a trajectory, where ids are integers.
func (s IDs) IntID(traj int) int64 { return s.ints[traj] }

// ID returns the id of a trajectory as text, integers in decimal.
func (s IDs) ID(traj int) string {
	if s.names != nil {
		return s.names[traj]
	}
	return strconv.FormatInt(s.ints[traj], 10)
}

// Find returns the trajectory whose ID is id. ok is false if there is none.
func (s IDs) Find(id string) (traj int, ok bool) {
	if s.names != nil {
		return slices.BinarySearch(s.names, id)
	}
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != id {
		return 0, false
	}
	return slices.BinarySearch(s.ints, n)
}

// FindInt is Find where ids are integers.
func (s IDs) FindInt(id int64) (traj int, ok bool) { return slices.BinarySearch(s.ints, id) }

// Shared yields the pairs of trajectories that have the same id: the trajectory of other,
// then the trajectory of s, in the order of other's. Integer ids and names that spell the same are
// equal, as in Find. Where both have ids of one kind, each id is read once.
func (s IDs) Shared(other IDs) iter.Seq2[int, int] {
	switch {
	case s.names == nil && other.names == nil:
		return common(s.ints, other.ints)
	case s.names != nil && other.names != nil:
		return common(s.names, other.names)
	}
	return func(yield func(theirs, ours int) bool) {
		for theirs := range other.Len() {
			if ours, ok := s.Find(other.ID(theirs)); ok && !yield(theirs, ours) {
				return
			}
		}
	}
}

// Shared yields the pairs of trajectories that have the same id: the trajectory of other,
// then the trajectory of s, in the order of other's. Integer ids and names that spell the same are
// equal, as in Find. Where both stores have ids of one kind, each id is read once.
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

// gallop is slices.BinarySearch in sorted[from:], fast if the result is near from.
func gallop[T cmp.Ordered](sorted []T, from int, wanted T) (at int, found bool) {
	step := 1
	for from+step <= len(sorted) && sorted[from+step-1] < wanted {
		from, step = from+step, 2*step
	}
	at, found = slices.BinarySearch(sorted[from:min(from+step, len(sorted))], wanted)
	return from + at, found
}

// slice returns the ids of the trajectories [first, last).
func (s IDs) slice(first, last int) IDs {
	if s.names != nil {
		return IDs{names: s.names[first:last]}
	}
	return IDs{ints: s.ints[first:last]}
}

// copyTo copies the ids to the front of those of another list from its n-th on.
func (s IDs) copyTo(to IDs, n int) {
	copy(to.ints[min(n, len(to.ints)):], s.ints)
	copy(to.names[min(n, len(to.names)):], s.names)
}

// add appends the id of a trajectory of others.
func (s *IDs) add(from IDs, traj int) {
	if from.names != nil {
		s.names = append(s.names, from.names[traj])
	} else {
		s.ints = append(s.ints, from.ints[traj])
	}
}

// Named returns a store of trajectories that have ids and no samples. Writers of results and
// comparisons of ids use it for a data set that is in no store. extent is the extent of the data
// set's samples. The store cannot be searched.
func (ids IDs) Named(times TimeKind, space Space, extent Extent) *Store {
	s := &Store{ids: ids, times: times, frame: space.Frame, first: make([]int, ids.Len()+1), extent: extent}
	if space.Dim == 3 {
		s.z = []float64{}
	}
	if space.Heights {
		s.h = []float64{}
	}
	return s
}
