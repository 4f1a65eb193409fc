package points

import (
	"flyby/trajectory"
)

// At returns the positions of objects at the time t: one point for each trajectory that is present at
// t, in the order of the store, of its dimensions and in its unit of length. A trajectory is present
// from its first sample to its last, both included, and not in a gap; its point is the position that
// trajectory.Store.At returns. There are no points where no trajectory is present, as where t is NaN.
func At(s *trajectory.Store, t float64) *Store { return AtOf(s, t, s, nil) }

// AtOf is At of a store that holds some trajectories of a whole. Points have the ids of the whole: of[i] is the whole's index of
// trajectory i of s, nil where the indexes are the same.
func AtOf(s *trajectory.Store, t float64, whole *trajectory.Store, of []uint32) *Store {
	places, present := Places(s, t)
	if of != nil {
		for i, traj := range present {
			present[i] = int(of[traj])
		}
	}
	places.ids = idsOf(whole, present)
	return places
}

// Places returns the points of At, with rows for ids, and the trajectory of each point.
func Places(s *trajectory.Store, t float64) (places *Store, present []int) {
	for traj := range s.Trajectories() {
		if s.Present(traj, t) {
			present = append(present, traj)
		}
	}
	columns := make([][]float64, s.Dim())
	for axis := range columns {
		columns[axis] = make([]float64, len(present))
	}
	for row, traj := range present {
		place := s.At(traj, t)
		for axis, c := range columns {
			c[row] = place[axis]
		}
	}
	return &Store{columns, RowIDs(len(present))}, present
}

// idsOf returns the ids of some trajectories of a store.
func idsOf(s *trajectory.Store, trajectories []int) IDs {
	ids := IDs{rows: len(trajectories)}
	if s.IntIDs() {
		ids.ints = make([]int64, 0, len(trajectories))
	} else {
		ids.names = make([]string, 0, len(trajectories))
	}
	for _, traj := range trajectories {
		if s.IntIDs() {
			ids.ints = append(ids.ints, s.IntID(traj))
		} else {
			ids.names = append(ids.names, s.ID(traj))
		}
	}
	return ids
}
