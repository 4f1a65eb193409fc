package stage

import "flyby/trajectory"

// Pairs sums up the encounters of each pair of trajectories in one row. Its closest approach is
// the closest encounter's, of equals the earlier one's.
func Pairs(from Stream[trajectory.Encounters]) Stream[trajectory.Pairs] {
	return func(yield func(trajectory.Pairs, error) bool) {
		var out trajectory.Pairs
		for e, err := range steps(from) {
			if err != nil {
				yield(trajectory.Pairs{}, err)
				return
			}
			for i := range e.Len() {
				n := out.Len() - 1
				if n >= 0 && out.QueryTraj[n] == e.QueryTraj[i] && out.EntryTraj[n] == e.EntryTraj[i] {
					meet(&out, &e, i)
					continue
				}
				if out.Len() == mostRows { // the last row of out is complete
					if !yield(out, nil) {
						return
					}
					out = out.Slice(0, 0)
				}
				out = paired(out, &e, i)
			}
		}
		if out.Len() > 0 {
			yield(out, nil)
		}
	}
}

// meet adds encounter i of e to the last pair of out.
func meet(out *trajectory.Pairs, e *trajectory.Encounters, i int) {
	n := out.Len() - 1
	if e.Distance[i] < out.Distance[n] {
		out.Closest[n], out.Distance[n], out.Speed[n] = e.Closest[i], e.Distance[i], e.Speed[i]
		if e.Height != nil {
			out.Height[n] = e.Height[i]
		}
	}
	if out.Inside != nil {
		out.Inside[n] += e.Inside[i]
	}
	out.Encounters[n]++
	out.Duration[n] += e.Exit[i] - e.Enter[i]
	out.Last[n] = e.Exit[i]
}

// paired returns out with the pair of encounter i of e appended.
func paired(out trajectory.Pairs, e *trajectory.Encounters, i int) trajectory.Pairs {
	height := out.Height
	if e.Height != nil {
		height = append(height, e.Height[i])
	}
	inside := out.Inside
	if e.Inside != nil {
		inside = append(inside, e.Inside[i])
	}
	return trajectory.Pairs{
		Inside:    inside,
		QueryTraj: append(out.QueryTraj, e.QueryTraj[i]), EntryTraj: append(out.EntryTraj, e.EntryTraj[i]),
		Encounters: append(out.Encounters, 1), Duration: append(out.Duration, e.Exit[i]-e.Enter[i]),
		First: append(out.First, e.Enter[i]), Last: append(out.Last, e.Exit[i]),
		Closest: append(out.Closest, e.Closest[i]), Distance: append(out.Distance, e.Distance[i]), Speed: append(out.Speed, e.Speed[i]), Height: height,
	}
}
