package groups

import (
	"slices"

	"flyby/group"
	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// Check refuses a result of other data: members have no position during their group then, or are not connected.
func (m *maker) Check() error {
	rounding := m.Rounding(func(f *fileGroup) []string { return []string{f.Start, f.End} })
	for _, f := range m.Shown {
		for i := range f.members {
			if err := m.checkMember(f, &f.members[i], rounding); err != nil {
				return err
			}
		}
	}
	if m.Within() == nil || m.Result.MaxBreak() > 0 {
		return nil // two members that part for less than the longest break count as linked
	}
	for _, f := range m.Shown {
		sure, err := m.checkConnected(f, rounding)
		if err != nil {
			return err
		}
		if !sure {
			m.unsure++
		}
	}
	return nil
}

// checkMember refuses a member without a position in the data during its group.
func (m *maker) checkMember(f *fileGroup, who *member, rounding float64) error {
	o, from, until := m.Entry(who.traj), f.start, f.end
	if n := len(who.spans); n > 0 {
		from, until = who.spans[0][0], who.spans[n-1][1]
	}
	if o.During(from-page.InstantAt(from, rounding), until+page.InstantAt(until, rounding)) {
		return nil
	}
	return m.Wrong(who.row, "%s is nowhere in the data from %s to %s, when it is in group %s: another file, or other flags", m.store().ID(o.Traj), m.Format(from), m.Format(until), f.Group)
}

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
		if one, _ := m.apart(trajs, nil, t, page.InstantAt(t, rounding)); one < 0 {
			continue
		}
		switch one, other := m.apart(trajs, m.others(trajs), t, page.InstantAt(t, rounding)); {
		case one < 0:
		case m.Sampled.EntryTrajs != nil:
			sure = false
		default:
			return sure, m.notConnected(f, one, other, t)
		}
	}
	return sure, nil
}

// notConnected is the error of two members that are not connected at a time, or of one member that has no position.
func (m *maker) notConnected(f *fileGroup, one, other int, t float64) error {
	what := m.store().ID(one) + " of group " + f.Group + " is nowhere"
	if one != other {
		within := scene.Short(*m.Threshold()) + scene.UnitAfter(m.Answer.Or(m.Units).Length)
		what = m.store().ID(one) + " and " + m.store().ID(other) + " of group " + f.Group + " are not connected within " + within
	}
	return m.Wrong(f.row, "%s at %s in the data: another file, or other flags%s", what, m.Format(t), m.hint())
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
			trajs = append(trajs, m.Entry(who.traj).Traj)
		}
	}
	return trajs
}

// others returns the trajectories of the store that are not among trajs.
func (m *maker) others(trajs []int) (all []int) {
	among := make([]bool, m.store().Trajectories())
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
