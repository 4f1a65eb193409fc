package trajectory

import "sort"

// HasPoints reports whether the store has point events, in O(trajectories + gaps).
func (s *Store) HasPoints() bool {
	for p := range s.Pieces() {
		if p.Samples == 1 {
			return true
		}
	}
	return false
}

// IsPoint reports whether a trajectory has a point event at the time t, in O(log samples) of it.
func (s *Store) IsPoint(traj int, t float64) bool {
	first, last := s.Range(traj)
	row := first + sort.SearchFloat64s(s.t[first:last], t)
	return row < last && s.t[row] == t && s.breaks(traj, row) && (row == first || s.breaks(traj, row-1))
}
