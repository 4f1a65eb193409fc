package verify

import (
	"flyby/internal/asking"
	"flyby/trajectory"
)

// A meeting is an encounter of the pair that is recomputed, or a visit. The stages that follow are written here
// once more, row by row, so as not to judge package stage by itself.
type meeting struct {
	enter, exit, closest    float64
	distance, speed, height float64
	open                    trajectory.Open
	parts                   uint32
	inside                  float64 // of visits: in the zone
	enterAway, exitAway     float64 // of visits: the distances at both ends
}

// meetingsOf returns the encounters of one pair as meetings.
func meetingsOf(e trajectory.Encounters) (all []meeting) {
	for i := range e.Len() {
		m := meeting{enter: e.Enter[i], exit: e.Exit[i], closest: e.Closest[i], distance: e.Distance[i], speed: e.Speed[i], open: e.Open[i], parts: 1}
		if e.Height != nil {
			m.height = e.Height[i]
		}
		all = append(all, m)
	}
	return all
}

// closest returns the index of the closest meeting, of equally close ones the first.
func closest(all []meeting) (at int) {
	for i, m := range all {
		if m.distance < all[at].distance {
			at = i
		}
	}
	return at
}

// less compares two numbers.
func less(a, b float64) bool { return a < b }

// joined joins meetings that are less than gap apart.
func joined(all []meeting, gap float64, less func(a, b float64) bool) (out []meeting) {
	for first := 0; first < len(all); {
		end := first + 1
		for end < len(all) && less(all[end].enter-all[end-1].exit, gap) {
			end++
		}
		parts := all[first:end]
		m := parts[closest(parts)]
		m.enterAway, m.exitAway, m.inside = parts[0].enterAway, parts[len(parts)-1].exitAway, insideOf(parts)
		m.enter, m.exit, m.parts = parts[0].enter, parts[len(parts)-1].exit, uint32(len(parts))
		m.open = parts[0].open&trajectory.OpenStart | parts[len(parts)-1].open&trajectory.OpenEnd
		out, first = append(out, m), end
	}
	return out
}

// insideOf returns the time that visits are in the zone.
func insideOf(all []meeting) (sum float64) {
	for _, m := range all {
		sum += m.inside
	}
	return sum
}

// lasting returns the meetings that last least or longer.
func lasting(all []meeting, least float64, less func(a, b float64) bool) (out []meeting) {
	for _, m := range all {
		if !less(m.exit-m.enter, least) {
			out = append(out, m)
		}
	}
	return out
}

// merged returns the meetings that the stages of the question leave.
func (r *recheck) merged(all []meeting, less func(a, b float64) bool) []meeting {
	return asking.Merged(&r.Stages, all,
		func(all []meeting, gap float64) []meeting { return joined(all, gap, less) },
		func(all []meeting, least float64) []meeting { return lasting(all, least, less) })
}

// asEncounters returns the meetings of a pair as encounters, with heights and parts where rows have these.
func asEncounters(p Pair, all []meeting, upright, parts bool) (e trajectory.Encounters) {
	for _, m := range all {
		e.QueryTraj, e.EntryTraj = append(e.QueryTraj, uint32(p.Query)), append(e.EntryTraj, uint32(p.Entry))
		e.Enter, e.Exit, e.Closest = append(e.Enter, m.enter), append(e.Exit, m.exit), append(e.Closest, m.closest)
		e.Distance, e.Speed, e.Open = append(e.Distance, m.distance), append(e.Speed, m.speed), append(e.Open, m.open)
		if upright {
			e.Height = append(e.Height, m.height)
		}
		if parts {
			e.Parts = append(e.Parts, m.parts)
		}
	}
	return e
}

// asPair returns the row of a pair, with a height where rows have one; no row without meetings.
func asPair(p Pair, all []meeting, upright bool) (row trajectory.Pairs) {
	if len(all) == 0 {
		return row
	}
	duration := 0.0
	for _, m := range all {
		duration += m.exit - m.enter
	}
	near := all[closest(all)]
	row = trajectory.Pairs{
		QueryTraj: []uint32{uint32(p.Query)}, EntryTraj: []uint32{uint32(p.Entry)}, Encounters: []uint32{uint32(len(all))},
		Duration: []float64{duration}, First: []float64{all[0].enter}, Last: []float64{all[len(all)-1].exit},
		Closest: []float64{near.closest}, Distance: []float64{near.distance}, Speed: []float64{near.speed},
	}
	if upright {
		row.Height = []float64{near.height}
	}
	return row
}
