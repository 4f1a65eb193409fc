package clusters

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"flyby/internal/memory"
	"flyby/internal/scene"
)

// page reads the result and makes the page.
func (m *maker) page() (*Page, error) {
	if err := m.read(); err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	p := &Page{Noise: m.noise(), All: m.clusters()}
	p.Title = fmt.Sprintf("%s: %s of %s", m.title(), scene.Counted(p.All, "cluster"), scene.Counted(len(m.labels), "point"))
	if len(m.labels) == 0 {
		return p, nil
	}
	f, table := m.newFrame(), m.table()
	all, clustered, boxes := f.boxes(table)
	for n, label := range table {
		p.Rows = append(p.Rows, row{int(label) - 1, m.sizes[label], boxes[n]})
	}
	p.Data = Data{Degrees: m.Degrees, Unit: f.unit(), Kinds: m.kinds != nil, Sizes: m.histogram()}
	for axis, name := range f.names() {
		p.Data.Axes = append(p.Data.Axes, axisOf(name, axis, &all, &clustered))
	}
	rows, least := m.sample()
	for _, s := range m.ordered(rows) {
		p.Data.Bunches = append(p.Data.Bunches, [3]int{int(s.label) - 1, s.core, s.border})
	}
	p.Data.At = f.columns(rows, p.Data.Axes)
	m.tellOf(f, p, len(rows), least)
	p.Data.IDs = m.ids(rows)
	p.Facts = m.facts
	return p, nil
}

// table returns the labels of the clusters in the table: the largest clusters.
func (m *maker) table() (labels []uint32) {
	for label, s := range m.sizes {
		if label > 0 && s.points > 0 {
			labels = append(labels, uint32(label))
		}
	}
	slices.SortFunc(labels, m.before)
	return labels[:min(len(labels), MostRows)]
}

// histogram returns the numbers of clusters of each size, by powers of two.
func (m *maker) histogram() (counts []int) {
	for _, s := range m.sizes[1:] {
		if s.points == 0 {
			continue
		}
		at := bits.Len32(s.points)
		counts = append(counts, make([]int, max(0, at-len(counts)))...)
		counts[at-1]++
	}
	return counts
}

// mostIDBytes is how large the ids of the points drawn may be together.
const mostIDBytes = 4_000_000

// ids returns the ids of the points drawn.
func (m *maker) ids(rows []uint32) []string {
	bytes, all := 0, make([]string, 0, len(rows))
	for _, row := range rows {
		id := m.Points.IDs().ID(int(row))
		if bytes += len(id); bytes > mostIDBytes {
			m.tell("Ids of the points take too much to be told here.")
			return nil
		}
		all = append(all, id)
	}
	return all
}

// tell adds a sentence to the facts of the page.
func (m *maker) tell(text string, args ...any) { m.facts = append(m.facts, fmt.Sprintf(text, args...)) }

// tellOf adds facts about the data read, and about what the page leaves out.
func (m *maker) tellOf(f *frame, p *Page, drawn, least int) {
	m.tell("%s", m.contents(f))
	m.tell("%s", m.made())
	if n := m.noise(); n > 0 {
		m.tell("%s of noise, %s of all.", scene.Counted(n, "point"), percent(n, len(m.labels)))
	} else {
		m.tell("No point is noise.")
	}
	if m.checked > 0 {
		m.tell("Of %s the neighbours were counted once more: they are core or not, as the result says.", scene.Counted(m.checked, "point"))
	}
	if all := len(m.labels); drawn < all {
		text := fmt.Sprintf("%s of %s points are drawn: a fair sample", memory.Count(drawn), memory.Count(all))
		if least > 0 {
			text += fmt.Sprintf(", but for small clusters, which keep %s each, or all that they have", scene.Counted(least, "point"))
		}
		m.tell("%s.", text)
	}
	if p.All > len(p.Rows) {
		m.tell("The table has the %s largest of %s clusters.", memory.Count(len(p.Rows)), memory.Count(p.All))
	}
	if m.kinds == nil {
		m.tell("The array has labels alone: which points are core, and which on the border, it does not tell.")
	}
	m.tell("Places in the picture are rounded to 5 digits of the extent of all. Centres and extents in the table are of all points of the cluster.")
}

// contents returns a sentence about the points.
func (m *maker) contents(f *frame) string {
	text := "Of " + scene.Counted(len(m.labels), "point")
	if m.Name != "" {
		text += " in " + m.Name
	}
	if m.Degrees {
		return text + ", by longitude and latitude, in degrees; heights are no part of the picture."
	}
	text += ": " + strings.Join(f.names(), ", ")
	if n := m.Points.Dimensions(); n > f.axes {
		text += fmt.Sprintf(", the first %d of %d coordinates", f.axes, n)
	}
	if f.Unit != "" {
		text += ", in " + f.Unit
	}
	return text + "."
}

// made returns a sentence about the variant that clusters were found with.
func (m *maker) made() string {
	text, unit := "Nothing tells the eps", m.Unit
	if m.Degrees {
		unit = "m"
	}
	if m.knows {
		text = strings.TrimRight("eps "+scene.Exact(m.variant.Eps)+" "+unit, " ")
	}
	if m.variant.MinPoints > 0 {
		text += fmt.Sprintf(", minpts %d", m.variant.MinPoints)
	} else {
		text += ", and nothing tells the minpts"
	}
	return text + "."
}

// percent returns n as a percentage of all.
func percent(n, all int) string {
	share := 100 * float64(n) / float64(all)
	if n > 0 && share < 0.1 {
		return "less than 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", share)
}

// summary returns the summary of the page.
func (m *maker) summary(p *Page) Summary {
	s := Summary{Points: len(m.labels), Clusters: p.All, Shown: len(p.Rows), Noise: p.Noise, Variant: m.variant, Title: p.Title}
	if len(p.Data.At) > 0 {
		s.Drawn = len(p.Data.At[0])
	}
	return s
}
