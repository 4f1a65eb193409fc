package groups

import "flyby/internal/scene"

const (
	// mostPaths is the number of paths of a group that are drawn, and mostListed the number of members that are listed with their times in it.
	mostPaths  = 40
	mostListed = 100
	// mostSpans is the number of a member's times in its group that are told one by one; where there are more, breaks shorter than a column of the picture are left out.
	mostSpans = 100
	// mostSamples is the greatest number of samples of a member on a page.
	mostSamples = 400
)

// limits bound the part of a group that a page has.
type limits struct {
	samples, paths, listed int
	columns                int // where there are many breaks, breaks shorter than the group's time divided by columns are left out
}

// mostOfAll returns the limits of a page that is not too large.
func mostOfAll() limits {
	return limits{samples: mostSamples, paths: mostPaths, listed: mostListed, columns: scene.Columns}
}

// leastSamples is the least number of samples of a member: a page that is still too large has fewer members.
const leastSamples = 24

// fewer returns the next lower limits; the same limits where there are no lower ones.
func (l limits) fewer() limits {
	if l.samples/2 >= leastSamples {
		l.samples /= 2
		return l
	}
	return limits{samples: l.samples, paths: max(1, l.paths/2), listed: max(1, l.listed/2), columns: max(1, l.columns/2)}
}

// group returns a group with the paths of its members, within limits.
func (m *maker) group(f *fileGroup, l limits, names *names) (g Group) {
	frame := m.frameOf(f)
	w := m.windowOf(f)
	g = Group{Until: scene.Rounded(f.duration()), Window: [2]float64{scene.Rounded(w.From - f.start), scene.Rounded(w.Until - f.start)}, Place: frame.Place(), Members: []Member{}}
	listed := min(len(f.members), l.listed)
	g.More = f.size() - listed
	for i := range f.members[:listed] {
		who, o := &f.members[i], m.Entry(f.members[i].traj)
		one := Member{Name: names.number(who.traj, m.Entries.ID(int(who.traj))), Spans: m.spans(f, who, l.columns), Radius: scene.Rounded(m.Lengths(o.Radius(o.Traj)))}
		if i < l.paths {
			var thinned bool
			one.Lines, thinned = o.Path(&frame, f.time(), w, l.samples)
			g.Thinned = g.Thinned || thinned
		}
		g.Members = append(g.Members, one)
	}
	return g
}

// names are the objects that a page names.
type names struct {
	all   []string
	place map[uint32]int
}

// number returns the number of an object among the names.
func (n *names) number(traj uint32, id string) int {
	at, there := n.place[traj]
	if !there {
		if at = len(n.all); at == 0 {
			n.place = map[uint32]int{}
		}
		n.all, n.place[traj] = append(n.all, id), at
	}
	return at
}

// spans returns the times of a member in its group, as offsets.
func (m *maker) spans(f *fileGroup, who *member, columns int) (out [][2]float64) {
	shortest := 0.0
	if len(who.spans) > mostSpans || columns < scene.Columns {
		shortest = f.duration() / float64(columns)
	}
	for i, s := range who.spans {
		from, until := scene.Rounded(s[0]-f.start), scene.Rounded(s[1]-f.start)
		if n := len(out) - 1; n >= 0 && s[0]-who.spans[i-1][1] < shortest {
			out[n][1] = until
			continue
		}
		out = append(out, [2]float64{from, until})
	}
	return out
}

// frameOf returns the frame around the centre of the members whose paths are drawn, in the middle of the group's time or, where no member has a position then, at its start.
func (m *maker) frameOf(f *fileGroup) scene.Frame {
	var sum [3]float64
	n, height := 0.0, 0.0
	add := func(traj int, t float64) {
		n++
		for k, v := range m.store().At(traj, t) {
			sum[k] += (v - sum[k]) / n
		}
		if m.store().Space().Heights {
			height += (m.store().HeightAt(traj, t) - height) / n
		}
	}
	for i := range f.members[:min(len(f.members), mostPaths)] {
		if traj := m.Entry(f.members[i].traj).Traj; m.store().Present(traj, f.middle) {
			add(traj, f.middle)
		}
	}
	if n == 0 {
		add(m.Entry(f.members[0].traj).Traj, f.start)
	}
	return scene.NewFrame(m.store().Space(), sum, height, m.Lengths(1))
}

// windowOf returns the time for which a group is drawn.
func (m *maker) windowOf(f *fileGroup) scene.Ruler {
	var members []scene.Mover
	for i := range f.members[:min(len(f.members), mostPaths)] {
		members = append(members, m.Entry(f.members[i].traj))
	}
	return scene.Around(f.time(), members...)
}
