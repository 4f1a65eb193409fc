package trajectory

import (
	"fmt"
	"slices"
)

// Excerpt returns s as a part of a larger store, the whole. begun marks the trajectories whose first
// piece has earlier segments in the whole, goesOn the trajectories whose last piece has later
// segments in the whole. So the last segment of a trajectory that goes on is not Last, and the first
// segment of a trajectory that has begun starts no piece. The excerpt shares the memory of s and
// keeps the slices.
//
// Excerpt panics unless each slice is nil, for none, or has an element for each trajectory. It also
// panics where the piece of a point event is marked: such a piece is whole.
func (s *Store) Excerpt(begun, goesOn []bool) *Store {
	if n := s.Trajectories(); begun != nil && len(begun) != n || goesOn != nil && len(goesOn) != n {
		panic(fmt.Sprintf("trajectory: excerpt: %d and %d marks for %d trajectories", len(begun), len(goesOn), n))
	}
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		if begun != nil && begun[traj] && s.breaks(traj, first) || goesOn != nil && goesOn[traj] && s.StartsPiece(traj, last-1) {
			panic(fmt.Sprintf("trajectory: excerpt: a point event of trajectory %d is cut", traj))
		}
	}
	e := *s
	e.begun, e.goesOn = someOf(begun), someOf(goesOn)
	return &e
}

// someOf returns marks, or nil where no mark is set.
func someOf(marks []bool) []bool {
	if slices.Contains(marks, true) {
		return marks
	}
	return nil
}
