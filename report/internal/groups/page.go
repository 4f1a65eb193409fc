package groups

import (
	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// mostNamed is how many members a row of the table names.
const mostNamed = 5

// Draw fills in the page of the groups shown.
func (m *maker) Draw() {
	m.Data.Measures = m.Measures(m.Threshold())
	which := "largest"
	if m.By == byDuration {
		which = "longest"
	}
	m.Introduce(which, "group", "Of "+scene.Counted(m.Entries.Trajectories(), "trajectory"))
	if m.Data.Threshold != nil {
		m.Tell("Members are linked within " + scene.Short(*m.Data.Threshold) + scene.UnitAfter(m.Data.Length) + ".")
	} else if len(m.Shown) > 0 {
		m.Tell("The threshold is not known: neither a flag nor the result tells it, and nobody looked whether members are connected.")
	}
	if m.partial > 0 {
		m.Tell("Of " + scene.Counted(m.partial, "group") + " the result has fewer rows than members.")
	}
	if m.unsure > 0 {
		m.Tell("Objects that connect members of " + scene.Counted(m.unsure, "group") + " were not read: the data outgrow memory.")
	}
	m.drawFigures()
	m.drawPaths()
	for _, f := range m.Shown {
		for _, who := range f.members[:min(len(f.members), mostNamed)] {
			f.names = append(f.names, m.Entries.ID(int(who.traj)))
		}
	}
}

// drawFigures fills in the data of the figures of all groups.
func (m *maker) drawFigures() {
	d := &m.Data
	times := m.Figured("When there were groups", (*fileGroup).time)
	_, d.When = m.When(times)
	if len(times) == 0 {
		d.All = [][2]int{}
	}
	d.Sizes = m.sizes.Histogram(false)
	d.Sizes.From = -0.5 // a bar stands around its size
	d.Lasting = m.Lasting()
}

// drawPaths fills in the groups with the paths of their members: with fewer samples, and then fewer members, where paths would be too large.
func (m *maker) drawPaths() {
	for l := mostOfAll(); ; l = l.fewer() {
		var names names
		var bytes int
		m.Data.Groups, bytes = page.Parts(m.Shown, func(f *fileGroup) Group { return m.group(f, l, &names) })
		if bytes <= m.Bytes || l == l.fewer() {
			m.Data.Names = append([]string{}, names.all...)
			m.tellLimits(l)
			return
		}
	}
}

// tellLimits adds facts about the parts of groups that the page leaves out.
func (m *maker) tellLimits(l limits) {
	thinned, many := 0, 0
	for i, f := range m.Shown {
		if m.Data.Groups[i].Thinned {
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
