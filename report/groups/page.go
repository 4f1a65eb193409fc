package groups

import (
	"cmp"
	"encoding/json"
	"path/filepath"

	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/trajectory"
)

// degrees reports whether positions are longitudes and latitudes.
func (m *maker) degrees() bool { return m.Entries.Space().Frame == trajectory.EarthCentred }

// drawn returns the page of the groups shown.
func (m *maker) drawn(shown []*fileGroup) *Page {
	length := m.Answer.Or(m.Units).Length
	p := &Page{Rows: []Row{}, Moving: m.Result.moving(), Title: m.title(len(shown)), Data: Data{
		Dim: m.Entries.Dim(), Degrees: m.degrees(), Length: length, Time: m.Units.Duration(), Stamps: m.Entries.Times() == trajectory.Timestamp,
	}}
	d := &p.Data
	told := m.facts // facts of the checks
	m.facts = nil
	m.tell(m.contents())
	if at := m.dataThreshold(); at != nil {
		of := m.lengths(*at)
		d.Threshold = &of
		m.tell("Members are linked within " + scene.Short(of) + scene.UnitAfter(length) + ".")
	} else if len(shown) > 0 {
		m.tell("The threshold is not known: neither a flag nor the result tells it, and nobody looked whether members are connected.")
	}
	if n := m.tally.partial; n > 0 {
		m.tell("Of " + scene.Counted(n, "group") + " the result has fewer rows than members.")
	}
	m.facts = append(m.facts, told...)
	m.figures(d, shown)
	m.paths(d, shown)
	m.rowsOfPage(p, shown)
	p.Facts = m.facts
	return p
}

// tell adds a sentence to the facts of the page.
func (m *maker) tell(fact string) { m.facts = append(m.facts, fact) }

// title returns a title such as "convoys.csv: the largest 200 of 1,234 groups".
func (m *maker) title(shown int) string {
	name, which := cmp.Or(m.Called, filepath.Base(m.Result.Path())), "largest"
	if m.By == ByDuration {
		which = "longest"
	}
	switch all := m.tally.all; {
	case all == 0:
		return name + ": no groups"
	case shown < all:
		return name + ": the " + which + " " + memory.Count(shown) + " of " + scene.Counted(all, "group")
	default:
		return name + ": " + scene.Counted(all, "group")
	}
}

// contents returns a sentence about the data.
func (m *maker) contents() string {
	text := "Of " + scene.Counted(m.Entries.Trajectories(), "trajectory")
	if m.Name != "" {
		text += ", in " + m.Name
	}
	return text + "."
}

// figures fills in the data of the figures of all groups.
func (m *maker) figures(d *Data, shown []*fileGroup) {
	held := m.tally.held
	if m.tally.outgrown {
		m.tell("When there were groups is of the " + scene.Counted(len(shown), "row") + " of the table alone: there are too many others.")
		held = nil
		for _, f := range shown {
			held = append(held, scene.Ruler{From: f.start, Until: f.end})
		}
	}
	d.Span = Span{Columns: scene.Columns}
	d.All = [][2]int{}
	if len(held) > 0 {
		whole := held[0]
		for _, r := range held {
			whole = scene.Ruler{From: min(whole.From, r.From), Until: max(whole.Until, r.Until)}
		}
		var sum scene.Steps
		for _, r := range held {
			sum.Add(whole.At(r.From), whole.At(r.Until))
		}
		d.All, d.Span = sum.All(), Span{From: m.format(whole.From), Until: m.format(whole.Until), Columns: scene.Columns}
	}
	d.Sizes = m.tally.sizes.Histogram(false)
	d.Sizes.From = -0.5 // a bar stands around its size
	d.Durations = m.tally.durations.Histogram(false)
	d.Instants = m.tally.instants
}

// mostBytes is how large the paths of a page may be: a page may have 20 MB, of which rows and names take some.
const mostBytes = 16_000_000

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
		if bytes <= m.bytes || l == l.fewer() {
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
		m.tell("Paths have about " + scene.Counted(l.samples, "sample") + " of a member at most, so that the page is not too large.")
	}
	if thinned > 0 {
		m.tell(scene.Counted(thinned, "group") + " would have more than " + scene.Counted(l.samples, "sample") + " of a member: paths leave samples out there.")
	}
	if many > 0 {
		m.tell(scene.Counted(many, "group") + " would have more than " + scene.Counted(l.paths, "path") + ": the first " + memory.Count(l.paths) + " of each are drawn.")
	}
}

// mostNamed is how many members a row of the table names.
const mostNamed = 5

// rowsOfPage fills in the rows of the table.
func (m *maker) rowsOfPage(p *Page, shown []*fileGroup) {
	c := scene.ClockOf(m.Entries.Times(), m.tally.from, m.tally.until)
	for _, f := range shown {
		r := Row{
			Group: f.texts.group, Size: f.texts.most, Least: f.texts.least, Start: f.texts.start, End: f.texts.end,
			SortSize: f.most, SortStart: f.start, SortEnd: f.end, Duration: f.duration(),
			ShownStart: c.Text(f.start), ShownEnd: c.Text(f.end), ShownDuration: scene.Short(f.duration()),
		}
		for _, who := range f.members[:min(len(f.members), mostNamed)] {
			r.Members = append(r.Members, m.store.ID(m.numberOf(who.traj)))
		}
		r.More = f.size() - len(r.Members)
		p.Rows = append(p.Rows, r)
	}
}
