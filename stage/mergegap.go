package stage

import "flyby/trajectory"

// MergeGap joins encounters of a pair that are less than gap apart: consecutive encounters of which
// each begins less than gap, in the unit of the times, after the one before it ends. The joined encounter
// lasts from the start of the first to the end of the last, and is open where they are; its closest
// approach is the closest of its parts' approaches, the earlier of equals; Inside is the sum. Parts says how many encounters were joined. The gap between
// two encounters is the difference of two float64, rounded.
//
// Encounters of a pair do not touch each other: with a gap of 0 all stay as they are.
func MergeGap(from Stream[trajectory.Encounters], gap float64) Stream[trajectory.Encounters] {
	return func(yield func(trajectory.Encounters, error) bool) {
		var out trajectory.Encounters
		for e, err := range steps(from) {
			if err != nil {
				yield(trajectory.Encounters{}, err)
				return
			}
			for i := range e.Len() {
				if follows(&out, &e, i, gap) {
					extend(&out, &e, i)
					continue
				}
				if out.Len() == mostRows { // the last row of out is complete
					if !yield(out, nil) {
						return
					}
					out = emptied(out)
				}
				out = appended(out, &e, i)
			}
		}
		if out.Len() > 0 {
			yield(out, nil)
		}
	}
}

// follows reports whether encounter i of e has the same pair as the last encounter of out, and begins
// less than gap after it.
func follows(out, e *trajectory.Encounters, i int, gap float64) bool {
	n := out.Len() - 1
	return n >= 0 && out.QueryTraj[n] == e.QueryTraj[i] && out.EntryTraj[n] == e.EntryTraj[i] && e.Enter[i]-out.Exit[n] < gap
}

// extend joins encounter i of e to the last encounter of out.
func extend(out, e *trajectory.Encounters, i int) {
	n := out.Len() - 1
	if e.Distance[i] < out.Distance[n] {
		out.Closest[n], out.Distance[n], out.Speed[n] = e.Closest[i], e.Distance[i], e.Speed[i]
		if out.Height != nil {
			out.Height[n] = e.Height[i]
		}
	}
	out.Exit[n] = e.Exit[i]
	if out.Inside != nil {
		out.Inside[n] += e.Inside[i]
		out.ExitAway[n] = e.ExitAway[i]
	}
	out.Open[n] = out.Open[n]&trajectory.OpenStart | e.Open[i]&trajectory.OpenEnd
	out.Parts[n] += partsOf(e, i)
}

// partsOf returns the number of parts of encounter i.
func partsOf(e *trajectory.Encounters, i int) uint32 {
	if e.Parts == nil {
		return 1
	}
	return e.Parts[i]
}

// appended returns out with encounter i of e appended.
func appended(out trajectory.Encounters, e *trajectory.Encounters, i int) trajectory.Encounters {
	if e.Height != nil {
		out.Height = append(out.Height, e.Height[i])
	}
	if e.Inside != nil {
		out.Inside, out.EnterAway, out.ExitAway = append(out.Inside, e.Inside[i]), append(out.EnterAway, e.EnterAway[i]), append(out.ExitAway, e.ExitAway[i])
	}
	return trajectory.Encounters{
		Height: out.Height, Inside: out.Inside, EnterAway: out.EnterAway, ExitAway: out.ExitAway, QueryTraj: append(out.QueryTraj, e.QueryTraj[i]), EntryTraj: append(out.EntryTraj, e.EntryTraj[i]),
		Enter: append(out.Enter, e.Enter[i]), Exit: append(out.Exit, e.Exit[i]),
		Closest: append(out.Closest, e.Closest[i]), Distance: append(out.Distance, e.Distance[i]), Speed: append(out.Speed, e.Speed[i]),
		Open: append(out.Open, e.Open[i]), Parts: append(out.Parts, partsOf(e, i)),
	}
}

// emptied returns out without rows, to fill its memory again.
func emptied(out trajectory.Encounters) trajectory.Encounters { return out.Slice(0, 0) }
