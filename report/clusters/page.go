package clusters

import (
	"cmp"
	"fmt"
	"math/bits"
	"path/filepath"
	"slices"
	"strings"

	"flyby/internal/memory"
	"flyby/internal/scene"
)

// make reads the result and makes the page.
func (m *maker) make() error {
	if err := m.read(); err != nil {
		return err
	}
	if err := m.check(); err != nil {
		return err
	}
	table := m.table()
	m.Title = fmt.Sprintf("%s: %s of %s", cmp.Or(m.Called, filepath.Base(m.Result.path)), scene.Counted(m.all, "cluster"), scene.Counted(len(m.labels), "point"))
	if len(m.labels) > 0 {
		m.draw(table)
	}
	return nil
}

// draw fills in the table, the data and the facts of a page of points.
func (m *maker) draw(table []uint32) {
	f := m.newFrame()
	all, clustered, boxes := f.boxes(table)
	for n, label := range table {
		m.rows = append(m.rows, row{int(label) - 1, m.sizes[label], boxes[n]})
	}
	d := &m.data
	*d = Data{Degrees: m.Degrees, Unit: f.unit(), Kinds: m.kinds != nil, Sizes: m.histogram()}
	for axis, name := range f.names() {
		d.Axes = append(d.Axes, axisOf(name, axis, &all, &clustered))
	}
	rows, least := m.sample()
	d.Bunches = m.ordered(rows)
	d.At = f.columns(rows, d.Axes)
	m.tellOf(f, len(rows), least)
	d.IDs = m.ids(rows)
}

// table counts the clusters, and returns the labels of the largest ones, which are in the table.
func (m *maker) table() (labels []uint32) {
	for label, s := range m.sizes {
		if label > 0 && s.points > 0 {
			labels = append(labels, uint32(label))
		}
	}
	m.all = len(labels)
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
			m.Tell("Ids of the points take too much to be told here.")
			return nil
		}
		all = append(all, id)
	}
	return all
}

// tellOf adds facts about the data read, and about what the page leaves out.
func (m *maker) tellOf(f *frame, drawn, least int) {
	m.Tell(m.contents(f))
	m.Tell(m.made())
	if n := m.noise(); n > 0 {
		m.Tell(scene.Counted(n, "point") + " of noise, " + percent(n, len(m.labels)) + " of all.")
	} else {
		m.Tell("No point is noise.")
	}
	if m.checked > 0 {
		m.Tell("Of " + scene.Counted(m.checked, "point") + " the neighbours were counted once more: they are core or not, as the result says.")
	}
	if all := len(m.labels); drawn < all {
		text := fmt.Sprintf("%s of %s points are drawn: a fair sample", memory.Count(drawn), memory.Count(all))
		if least > 0 {
			text += ", but for small clusters, which keep " + scene.Counted(least, "point") + " each, or all that they have"
		}
		m.Tell(text + ".")
	}
	if m.all > len(m.rows) {
		m.Tell(fmt.Sprintf("The table has the %s largest of %s clusters.", memory.Count(len(m.rows)), memory.Count(m.all)))
	}
	if m.kinds == nil {
		m.Tell("The array has labels alone: which points are core, and which on the border, it does not tell.")
	}
	m.Tell("Places in the picture are rounded to 5 digits of the extent of all. Centres and extents in the table are of all points of the cluster.")
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
func (m *maker) summary() Summary {
	s := Summary{Points: len(m.labels), Clusters: m.all, Shown: len(m.rows), Noise: m.noise(), Variant: m.variant, Title: m.Title}
	if len(m.labels) > 0 {
		s.Drawn = len(m.data.At[0])
	}
	return s
}
