package visit

import (
	"cmp"
	"slices"

	"flyby/trajectory"
)

// Events returns both ends of visits, in order of time; of one time beginnings first, then by trajectory and zone.
func Events(v trajectory.Encounters) trajectory.Events {
	n := v.Len()
	ends := trajectory.Events{
		T: slices.Concat(v.Enter, v.Exit), Exits: make([]uint32, 2*n), Distance: slices.Concat(v.EnterAway, v.ExitAway),
		Traj: slices.Concat(v.QueryTraj, v.QueryTraj), Zone: slices.Concat(v.EntryTraj, v.EntryTraj),
	}
	rows := make([]int, 2*n)
	for i := range rows {
		rows[i] = i
		ends.Exits[i] = uint32(i / n)
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		return cmp.Or(cmp.Compare(ends.T[a], ends.T[b]), cmp.Compare(ends.Exits[a], ends.Exits[b]), cmp.Compare(ends.Traj[a], ends.Traj[b]), cmp.Compare(ends.Zone[a], ends.Zone[b]))
	})
	return ends.Pick(rows)
}
