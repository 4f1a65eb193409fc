package clusters

import (
	"fmt"
	"strings"

	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/internal/webpage"
)

// Data is the data block of the page, in JSON, which its script draws. Points are in columns of equal length, in the order of Bunches; a number n in a column stands for the place From + n Step of its axis.
type Data struct {
	Land    string    `json:"land,omitempty"` // see webpage.Land; "": no cluster has a place on the earth
	Degrees bool      `json:"degrees"`        // axes are longitude, which may be beyond 180, and latitude
	Unit    string    `json:"unit"`           // of the axes; "": none is known
	Kinds   bool      `json:"kinds"`          // core points are told from border points
	Axes    []Axis    `json:"axes"`
	At      [][]int64 `json:"at"`            // columns of places, one for each axis
	IDs     []string  `json:"ids,omitempty"` // nil: they would be too large
	// Bunches count the points of one cluster each: its number, or -1 for noise, the number of core points, the number of border points. Noise is the first, and counts as core.
	Bunches [][3]int `json:"bunches"`
	Sizes   []int    `json:"sizes"` // numbers of clusters with 1, 2 or 3, 4 to 7, 8 to 15 points and so on
}

// An Axis has the origin and the size of the steps of a coordinate.
type Axis struct {
	Name string  `json:"name"`
	From float64 `json:"from"`
	Step float64 `json:"step"`
}

// Draw fills in the page, which has no facts where there are no points.
func (m *maker) Draw() {
	m.Titled(scene.Counted(m.All, "cluster") + " of " + scene.Counted(len(m.labels), "point"))
	if len(m.labels) == 0 {
		return
	}
	f, d := m.newFrame(), &m.Data
	all, clustered := f.boxes()
	d.Degrees, d.Unit, d.Kinds = m.Degrees, f.unit(), m.kinds != nil
	if m.Degrees && len(m.Shown) > 0 {
		d.Land = webpage.Land()
	}
	for axis, name := range f.names() {
		d.Axes = append(d.Axes, axisOf(name, axis, &all, &clustered))
	}
	rows, least := m.sample()
	d.Bunches = m.ordered(rows)
	d.At = f.columns(rows, d.Axes)
	m.Sum.Rows, m.Sum.Drawn, m.Sum.Noise = len(m.labels), len(rows), int(m.sizes[0].points)
	m.tellOf(f, least)
	d.IDs = m.ids(rows)
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
func (m *maker) tellOf(f *frame, least int) {
	m.Tell(m.contents(f))
	m.Tell(m.made())
	n := m.Sum.Noise
	m.TellIf(n > 0, scene.Counted(n, "point")+" of noise, "+percent(n, len(m.labels))+" of all.")
	m.TellIf(n == 0, "No point is noise.")
	m.TellIf(m.checked > 0, "Of "+scene.Counted(m.checked, "point")+" the neighbours were counted once more: they are core or not, as the result says.")
	if drawn, all := m.Sum.Drawn, len(m.labels); drawn < all {
		text := fmt.Sprintf("%s of %s points are drawn: a fair sample", memory.Count(drawn), memory.Count(all))
		if least > 0 {
			text += ", but for small clusters, which keep " + scene.Counted(least, "point") + " each, or all that they have"
		}
		m.Tell(text + ".")
	}
	m.TellIf(m.All > len(m.Shown), fmt.Sprintf("The table has the %s largest of %s clusters.", memory.Count(len(m.Shown)), memory.Count(m.All)))
	m.TellIf(m.kinds == nil, "The array has labels alone: which points are core, and which on the border, it does not tell.")
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
	if f.Units.Length != "" {
		text += ", in " + f.Units.Length
	}
	return text + "."
}

// made returns a sentence about the variant that clusters were found with.
func (m *maker) made() string {
	text, unit := "Nothing tells the eps", m.Units.Length
	if m.Degrees {
		unit = "m"
	}
	if m.variant.eps >= 0 {
		text = strings.TrimRight("eps "+scene.Digits(m.variant.eps, 8)+" "+unit, " ")
	}
	if m.variant.minPoints > 0 {
		text += fmt.Sprintf(", minpts %d", m.variant.minPoints)
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
