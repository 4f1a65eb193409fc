package trajectory

import "math/bits"

// A Locator finds the trajectories and segments of many rows of a store in a few nanoseconds a row,
// whatever the order of rows. It is for one goroutine at a time.
type Locator struct {
	store       *Store
	traj        int // of the row before
	first, last int // sample rows of traj

	shift  uint
	owners []uint32 // trajectories of the rows 0, 1<<shift, 2<<shift ..., then the last trajectory; nil: Store.Owner is called
}

// Locator returns a locator for about the given number of rows. If there are at least as many rows
// as trajectories, it makes a table of 4 to 8 bytes a trajectory.
func (s *Store) Locator(rows int) *Locator {
	l := &Locator{store: s}
	if n := s.Trajectories(); n > 1 && rows >= n {
		l.shift = uint(bits.Len(uint(s.Samples()/n))) - 1
		l.owners = s.owners(l.shift)
	}
	return l
}

// owners lists the trajectory of every row that is a multiple of 1<<shift, and then the last
// trajectory.
func (s *Store) owners(shift uint) []uint32 {
	owners := make([]uint32, 0, (s.Samples()-1)>>shift+2)
	traj := 0
	for row := 0; row < s.Samples(); row += 1 << shift {
		for s.first[traj+1] <= row {
			traj++
		}
		owners = append(owners, uint32(traj))
	}
	return append(owners, uint32(s.Trajectories()-1))
}

// Locate returns the trajectory of a row, and the number of the row's segment in the trajectory.
func (l *Locator) Locate(row uint32) (traj, segment uint32) {
	if r := int(row); r < l.first || r >= l.last {
		l.traj = l.owner(r)
		l.first, l.last = l.store.Range(l.traj)
	}
	if len(l.store.holes) == 0 {
		return uint32(l.traj), row - uint32(l.first)
	}
	return uint32(l.traj), uint32(l.store.SegmentIDIn(l.traj, int(row)))
}

// owner is Store.Owner by the table.
func (l *Locator) owner(row int) int {
	if l.owners == nil {
		return l.store.Owner(row)
	}
	at := row >> l.shift
	low, high := l.owners[at], l.owners[at+1]
	for low < high {
		middle := (low + high + 1) / 2
		if l.store.first[middle] <= row {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return int(low)
}
