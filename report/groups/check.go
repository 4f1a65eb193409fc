package groups

import (
	"math"
	"slices"

	"flyby/group"
	"flyby/internal/scene"
)

// coordinateError is how far two objects may be beyond the threshold, relative to the size of the coordinates.
const coordinateError = 1e-9

// checkGroups refuses a result of other data: members have no position during their group then, or are not connected.
func (m *maker) checkGroups(shown []*fileGroup) error {
	rounding := m.roundingOf(shown)
	for _, f := range shown {
		for i := range f.members {
			if err := m.checkMember(f, &f.members[i], rounding); err != nil {
				return err
			}
		}
	}
	if m.dataThreshold() == nil || m.Result.MaxBreak() > 0 {
		return nil // two members that part for less than the longest break count as linked
	}
	unsure := 0
	for _, f := range shown {
		sure, err := m.checkConnected(f, rounding)
		if err != nil {
			return err
		}
		if !sure {
			unsure++
		}
	}
	if unsure > 0 {
		m.tell("Objects that connect members of " + scene.Counted(unsure, "group") + " were not read: the data outgrow memory.")
	}
	return nil
}

// roundingOf returns half a unit in the last decimal place of the rows' times, where they are text that somebody may have rounded.
func (m *maker) roundingOf(shown []*fileGroup) float64 {
	if m.Result.Binary() || len(shown) == 0 {
		return 0
	}
	digits := 0
	for _, f := range shown {
		digits = max(digits, scene.Places(f.texts.start), scene.Places(f.texts.end))
	}
	return math.Pow(10, -float64(digits)) / 2
}

// instantAt returns how much the time of a row may differ from the true instant.
func instantAt(t, rounding float64) float64 {
	return rounding + 4*math.Abs(math.Nextafter(t, math.Inf(1))-t)
}

// checkMember refuses a member without a position in the data during its group.
func (m *maker) checkMember(f *fileGroup, who *member, rounding float64) error {
	traj, from, until := m.numberOf(who.traj), f.start, f.end
	if n := len(who.spans); n > 0 {
		from, until = who.spans[0][0], who.spans[n-1][1]
	}
	t := m.store.T()
	for p := range m.store.PiecesOf(traj, traj+1) {
		if first, last := t[p.First], t[p.First+p.Samples-1]; first <= until+instantAt(until, rounding) && last >= from-instantAt(from, rounding) {
			return nil
		}
	}
	return m.wrong(who.row, "%s is nowhere in the data from %s to %s, when it is in group %s: another file, or other flags", m.store.ID(traj), m.format(from), m.format(until), f.texts.group)
}

// format returns a time as files have it.
func (m *maker) format(t float64) string { return m.Entries.Times().Format(t) }

// checkConnected refuses a group whose members are not connected at its start, its middle and its end. The middle of a convoy, whose members are a cluster at ticks, need not be a
// tick. sure is false where other objects, which were not read, may connect the members.
func (m *maker) checkConnected(f *fileGroup, rounding float64) (sure bool, err error) {
	moments := []float64{f.start, f.middle, f.end}
	if m.Result.Method() == string(group.Convoy) {
		moments = []float64{f.start, f.end}
	}
	sure = true
	for _, t := range slices.Compact(moments) {
		trajs := m.membersAt(f, t)
		if one, _ := m.apart(trajs, nil, t, instantAt(t, rounding)); one < 0 {
			continue
		}
		switch one, other := m.apart(trajs, m.others(trajs), t, instantAt(t, rounding)); {
		case one < 0:
		case m.trajs != nil:
			sure = false
		default:
			return sure, m.notConnected(f, one, other, t)
		}
	}
	return sure, nil
}

// notConnected is the error of two members that are not connected at a time, or of one member that has no position.
func (m *maker) notConnected(f *fileGroup, one, other int, t float64) error {
	what := m.store.ID(one) + " of group " + f.texts.group + " is nowhere"
	if one != other {
		within := scene.Short(m.lengths(*m.dataThreshold())) + scene.UnitAfter(m.Answer.Or(m.Units).Length)
		what = m.store.ID(one) + " and " + m.store.ID(other) + " of group " + f.texts.group + " are not connected within " + within
	}
	return m.wrong(f.row, "%s at %s in the data: another file, or other flags%s", what, m.format(t), m.hint())
}

// hint says which groups need not be connected, for a file whose metadata do not tell how its groups were found.
func (m *maker) hint() string {
	if m.Result.Method() != "" || m.Distance == nil {
		return ""
	}
	return "; of groups of --max-break or --method cmc, which need not be connected at each instant, leave out --distance"
}

// membersAt returns the members at a time, by their numbers in the store.
func (m *maker) membersAt(f *fileGroup, t float64) (trajs []int) {
	for i := range f.members {
		who := &f.members[i]
		if who.spans == nil || slices.ContainsFunc(who.spans, func(s [2]float64) bool { return s[0] <= t && t <= s[1] }) {
			trajs = append(trajs, m.numberOf(who.traj))
		}
	}
	return trajs
}

// others returns the trajectories of the store that are not among trajs.
func (m *maker) others(trajs []int) (all []int) {
	among := make([]bool, m.store.Trajectories())
	for _, traj := range trajs {
		among[traj] = true
	}
	for traj := range among {
		if !among[traj] {
			all = append(all, traj)
		}
	}
	return all
}

// apart returns two members that are not connected at a time, over links among them and some others; -1, -1: all are connected.
func (m *maker) apart(members, others []int, t, instant float64) (one, other int) {
	g := graph{maker: m, t: t, instant: instant}
	for _, traj := range members {
		if !g.add(traj) {
			return traj, traj
		}
	}
	for _, traj := range others {
		g.add(traj)
	}
	if reached := g.reach(); len(members) > 0 {
		for i := range members {
			if !reached[i] {
				return members[0], members[i]
			}
		}
	}
	return -1, -1
}
