package groups

import (
	"encoding/json"

	"flyby/internal/memory"
	"flyby/internal/scene"
)

// mostNamed is how many members a row of the table names.
const mostNamed = 5

// drawn returns the page of the groups shown.
func (m *maker) drawn(shown []*fileGroup) *Page {
	p := &Page{Rows: shown, Clock: m.Clock(), Moving: m.moving(), Data: Data{Measures: m.Measures(m.Threshold())}}
	p.Title = m.Title(len(shown), map[Order]string{BySize: "largest", ByDuration: "longest"}[m.By], "group")
	d := &p.Data
	told := m.Facts // facts of the checks
	m.Facts = nil
	m.Tell(m.InData("Of " + scene.Counted(m.Entries.Trajectories(), "trajectory")))
	if d.Threshold != nil {
		m.Tell("Members are linked within " + scene.Short(*d.Threshold) + scene.UnitAfter(d.Length) + ".")
	} else if len(shown) > 0 {
		m.Tell("The threshold is not known: neither a flag nor the result tells it, and nobody looked whether members are connected.")
	}
	if m.partial > 0 {
		m.Tell("Of " + scene.Counted(m.partial, "group") + " the result has fewer rows than members.")
	}
	m.Facts = append(m.Facts, told...)
	m.figures(d, shown)
	m.paths(d, shown)
	for _, f := range shown {
		for _, who := range f.members[:min(len(f.members), mostNamed)] {
			f.names = append(f.names, m.Entries.ID(int(who.traj)))
		}
	}
	p.Facts = m.Facts
	return p
}

// figures fills in the data of the figures of all groups.
func (m *maker) figures(d *Data, shown []*fileGroup) {
	times := m.Figured(shown, "When there were groups", (*fileGroup).time)
	_, d.When = m.When(times)
	if len(times) == 0 {
		d.All = [][2]int{}
	}
	d.Sizes = m.sizes.Histogram(false)
	d.Sizes.From = -0.5 // a bar stands around its size
	d.Durations, d.Instants = m.Durations.Histogram(false), m.Instants
}

// paths fills in the groups with the paths of their members: with fewer samples, and then fewer members, where paths would be too large.
func (m *maker) paths(d *Data, shown []*fileGroup) {
	for l := mostOfAll(); ; l = l.fewer() {
		names := &names{place: map[uint32]int{}}
		d.Groups = make([]Group, 0, len(shown))
		bytes := 0
		for _, f := range shown {
			g := m.group(f, l, names)
			text, _ := json.Marshal(&g) //nolint:errcheck // its numbers are finite
			bytes += len(text)
			d.Groups = append(d.Groups, g)
		}
		if bytes <= m.Bytes || l == l.fewer() {
			d.Names = append([]string{}, names.all...)
			m.tellLimits(d, shown, l)
			return
		}
	}
}

// tellLimits adds facts about the parts of groups that the page leaves out.
func (m *maker) tellLimits(d *Data, shown []*fileGroup, l limits) {
	thinned, many := 0, 0
	for i, f := range shown {
		if d.Groups[i].Thinned {
			thinned++
		}
		if f.size() > l.paths {
			many++
		}
	}
	if l.samples < mostSamples {
		m.Tell("Paths have about " + scene.Counted(l.samples, "sample") + " of a member at most, so that the page is not too large.")
	}
	if thinned > 0 {
		m.Tell(scene.Counted(thinned, "group") + " would have more than " + scene.Counted(l.samples, "sample") + " of a member: paths leave samples out there.")
	}
	if many > 0 {
		m.Tell(scene.Counted(many, "group") + " would have more than " + scene.Counted(l.paths, "path") + ": the first " + memory.Count(l.paths) + " of each are drawn.")
	}
}
