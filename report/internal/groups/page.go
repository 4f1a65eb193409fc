package groups

import (
	"cmp"
	"slices"
	"strings"

	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// Data is the data block of the page, in JSON, which its script draws. Times are offsets from a group's start, and places are offsets from its centre, in the unit of
// lengths, to 9 digits. Where positions are degrees, places are to the east and to the north.
type Data struct {
	page.Measures
	Names        []string        `json:"names"`  // names of objects; members are numbers of names
	Groups       []Group         `json:"groups"` // row by row of the table
	page.When                    // of all groups
	Sizes        scene.Histogram `json:"sizes"`
	page.Lasting                 // of groups
}

// A Group is a group with the paths of its members around it.
type Group struct {
	Until   float64    `json:"until"`             // offset of t_end
	Window  [2]float64 `json:"window"`            // offsets of the time that is drawn
	Place   [3]float64 `json:"place"`             // the centre as the data have it: longitude and latitude if in degrees
	Members []Member   `json:"members"`           // the first members, in the order of the rows
	More    int        `json:"more,omitempty"`    // members that are not listed
	Thinned bool       `json:"thinned,omitempty"` // paths leave out samples, since there are many
}

// A Member is an object of a group.
type Member struct {
	Name   int          `json:"name"`             // index in Names
	Spans  [][2]float64 `json:"spans,omitempty"`  // times in the group; nil: all of the group's time
	Radius float64      `json:"radius,omitempty"` // added to the threshold
	Lines  []scene.Line `json:"lines,omitempty"`  // its path, lines without gaps; nil: not drawn, since there are many members
}

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
	m.TellIf(m.partial > 0, "Of "+scene.Counted(m.partial, "group")+" the result has fewer rows than members.")
	m.TellIf(m.unsure > 0, "Objects that connect members of "+scene.Counted(m.unsure, "group")+" were not read: the data outgrow memory.")
	m.drawFigures()
	m.drawPaths()
	m.nameMembers()
}

// nameMembers names some members of each group shown: of more members than a row names the members of the fewest groups shown, by whom groups that share many differ.
func (m *maker) nameMembers() {
	groups := map[uint32]int{}
	for _, f := range m.Shown {
		for i := range f.members {
			groups[f.members[i].traj]++
		}
	}
	rows := map[string]*fileGroup{} // groups by the members that their rows name
	for _, f := range m.Shown {
		m.rarest = m.rarest || len(f.members) > mostNamed
		m.nameFirst(f, func(who member) int { return groups[who.traj] })
		if like := rows[strings.Join(f.names, ",")]; like != nil && len(f.members) > mostNamed {
			m.tellApart(f, like)
		}
		rows[strings.Join(f.names, ",")] = f
	}
}

// nameFirst names the first members of a group in an order; of few members all in their own order.
func (m *maker) nameFirst(f *fileGroup, order func(member) int) {
	some := f.members
	if len(some) > mostNamed {
		some = slices.Clone(some)
		slices.SortStableFunc(some, func(a, b member) int { return cmp.Compare(order(a), order(b)) })
		some = some[:mostNamed]
	}
	f.names = f.names[:0]
	for i := range some {
		f.names = append(f.names, m.Entries.ID(int(some[i].traj)))
	}
}

// tellApart has the rows of two groups, which name the same members, name a member first that the other group has not.
func (m *maker) tellApart(f, like *fileGroup) {
	for _, pair := range [][2]*fileGroup{{f, like}, {like, f}} {
		in := map[uint32]bool{}
		for i := range pair[1].members {
			in[pair[1].members[i].traj] = true
		}
		if slices.ContainsFunc(pair[0].members, func(who member) bool { return !in[who.traj] }) {
			m.nameFirst(pair[0], func(who member) int { return map[bool]int{true: 1}[in[who.traj]] })
			return
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
	first := max(0, slices.IndexFunc(d.Sizes.Counts, func(n int) bool { return n > 0 }))
	d.Sizes.From, d.Sizes.Counts = float64(float64(first)*d.Sizes.Width)-0.5, d.Sizes.Counts[first:] // a bar stands around its size
	d.Lasting = m.Lasting()
}

// drawPaths fills in the groups with the paths of their members: with fewer samples, and then fewer members, where paths would be too large.
func (m *maker) drawPaths() {
	for l := mostOfAll(); ; l = l.fewer() {
		var names names
		var bytes int
		m.Data.Groups, bytes = page.Parts(m.Shown, false, func(f *fileGroup) Group { return m.group(f, l, &names) })
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
	m.TellIf(l.samples < mostSamples, "Paths have about "+scene.Counted(l.samples, "sample")+" of a member at most, so that the page is not too large.")
	m.TellIf(thinned > 0, scene.Counted(thinned, "group")+" would have more than "+scene.Counted(l.samples, "sample")+" of a member: paths leave samples out there.")
	m.TellIf(many > 0, scene.Counted(many, "group")+" would have more than "+scene.Counted(l.paths, "path")+": the first "+memory.Count(l.paths)+" of each are drawn.")
}
