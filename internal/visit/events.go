package visit

import (
	"cmp"
	"slices"

	"flyby/trajectory"
)

// Events is where visits begin and end, in columns of the same length.
type Events struct {
	T          []float64
	Kind       []uint32 // Enter or Exit
	Traj, Zone []uint32
	Distance   []float64 // of the object to the zone then
}

// The kinds of events.
const (
	Enter uint32 = iota
	Exit
)

// EventsOf returns both ends of visits, in order of time; of one time beginnings first, then by trajectory and zone.
func EventsOf(v trajectory.Encounters) (e Events) {
	all := make([]int, 2*v.Len()) // ends: 2i is where visit i begins, and 2i+1 where it ends
	for i := range all {
		all[i] = i
	}
	at := func(end int) float64 {
		if end%2 == 0 {
			return v.Enter[end/2]
		}
		return v.Exit[end/2]
	}
	slices.SortStableFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(at(a), at(b)), cmp.Compare(a%2, b%2), cmp.Compare(v.QueryTraj[a/2], v.QueryTraj[b/2]), cmp.Compare(v.EntryTraj[a/2], v.EntryTraj[b/2]))
	})
	for _, end := range all {
		i, away := end/2, v.EnterAway
		if end%2 == 1 {
			away = v.ExitAway
		}
		e.T, e.Kind, e.Distance = append(e.T, at(end)), append(e.Kind, uint32(end%2)), append(e.Distance, away[i])
		e.Traj, e.Zone = append(e.Traj, v.QueryTraj[i]), append(e.Zone, v.EntryTraj[i])
	}
	return e
}

// Len returns the number of events.
func (e Events) Len() int { return len(e.T) }

// Slice returns the events [first, last), in the same memory.
func (e Events) Slice(first, last int) Events {
	return Events{e.T[first:last], e.Kind[first:last], e.Traj[first:last], e.Zone[first:last], e.Distance[first:last]}
}

// Pick returns the events of the given rows, in the order of the rows, in memory of their own.
func (e Events) Pick(rows []int) (some Events) {
	for _, i := range rows {
		some.T, some.Kind, some.Distance = append(some.T, e.T[i]), append(some.Kind, e.Kind[i]), append(some.Distance, e.Distance[i])
		some.Traj, some.Zone = append(some.Traj, e.Traj[i]), append(some.Zone, e.Zone[i])
	}
	return some
}
