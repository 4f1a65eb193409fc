package clusters

import (
	"strconv"

	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/internal/webpage"
)

// main writes the picture, the table and the histogram.
func (m *maker) main(w *webpage.Writer) {
	switch {
	case len(m.Data.At) == 0:
		w.Markup("<p>There are no points.</p>\n")
	case len(m.Shown) == 0:
		w.Markup("<p>There are no clusters: all points are noise.</p>\n")
		m.picture(w)
	default:
		m.picture(w)
		w.Table(&webpage.Table{Name: "clusters", Title: "Clusters", Heads: m.heads(), Sorted: 1, Order: "descending", Rows: len(m.Shown), Row: func(n int) { m.row(w, n) }})
		w.Section("often", "How large")
		w.Markup(`<div class="pair">`, "\n")
		w.Figure("sizes", "How many clusters have how many points; each bar is of sizes twice as large as the one before")
		if m.Data.Land != "" {
			w.Figure("where", "Where on the earth: all clusters, the chosen one in a ring")
		}
		w.Markup("</div>\n")
		w.EndSection()
	}
}

// turns reports whether the picture is three-dimensional, and can be turned.
func (m *maker) turns() bool { return len(m.Data.Axes) == 3 && !m.Data.Degrees }

// picture writes the place of the picture, and its controls.
func (m *maker) picture(w *webpage.Writer) {
	w.Chosen("All clusters")
	w.Markup(`<div class="controls legend" role="group" aria-label="what is shown">
`)
	kind(w, "core", "core points", m.Data.Kinds && m.All > 0)
	kind(w, "border", "on the border", m.Data.Kinds && m.All > 0)
	kind(w, "noise", "noise", m.Sum.Noise > 0)
	if len(m.Data.Axes) > tableAxes {
		m.axis(w, "across", 0)
		m.axis(w, "up", 1)
	}
	w.Markup(`</div>
<div class="controls" role="group" aria-label="view">
<button id="closer" type="button" aria-label="closer">+</button>
<button id="farther" type="button" aria-label="farther">&#8722;</button>
<button id="whole" type="button">Whole</button>
<button id="to-cluster" type="button" hidden>To the cluster</button>
<button id="clear" type="button" hidden>All clusters</button>
</div>
<figure id="picture" tabindex="0" class="turns" role="group" aria-label="Points by cluster" aria-describedby="picture-caption">
<canvas id="points" role="img" aria-label="Points by cluster"></canvas>
<figcaption id="picture-caption">`)
	if m.turns() {
		w.Markup(`Drag, or use the arrow keys, to turn the points; + and &#8722; come closer and go farther.`)
	} else {
		w.Markup(`Drag, or use the arrow keys, to move the picture; + and &#8722; come closer and go farther.`)
	}
	w.Markup(` The colour and the shape of a mark, and the number in the middle or above, are the cluster's.</figcaption>
</figure>
<p><output id="point" aria-live="polite"></output></p>
</section>
`)
}

// kind writes the switch for a kind of points.
func kind(w *webpage.Writer, id, name string, there bool) {
	if !there {
		return
	}
	w.Markup(`<label><input id="show-`, id, `" type="checkbox" checked> <span class="sign" data-sign="`, id, `"></span> `, name, "</label>\n")
}

// axis writes the choice of an axis.
func (m *maker) axis(w *webpage.Writer, id string, chosen int) {
	w.Markup("<label>", id, ` <select id="axis-`, id, `">`)
	for n, a := range m.Data.Axes {
		w.Markup(`<option value="`, strconv.Itoa(n), `"`)
		if n == chosen {
			w.Markup(" selected")
		}
		w.Text(">", a.Name, "</option>")
	}
	w.Markup("</select></label>\n")
}

// heads returns the headings of the table's columns.
func (m *maker) heads() []string {
	all := []string{"#", "points"}
	if m.Data.Kinds {
		all = append(all, "core", "border")
	}
	for _, what := range []string{"centre ", "extent "} {
		for axis := range m.Shown[0].least {
			all = append(all, scene.InUnit(what+m.Data.Axes[axis].Name, m.Data.Unit))
		}
	}
	return all
}

// row writes a row of the table, whose attributes have the unrounded figures.
func (m *maker) row(w *webpage.Writer, n int) {
	r := m.Shown[n]
	number, points := strconv.Itoa(r.cluster), strconv.Itoa(int(r.size.points))
	fields, counts := [][2]string{{"cluster", number}, {"points", points}}, []int{int(r.size.points)}
	if m.Data.Kinds {
		core, border := int(r.core), int(r.size.points-r.core)
		fields = append(fields, [][2]string{{"core", strconv.Itoa(core)}, {"border", strconv.Itoa(border)}}...)
		counts = append(counts, core, border)
	}
	w.BeginRow(n, "c"+number, fields, nil)
	w.Markup(`<td data-sort="`, number, `"><span class="sign" data-cluster="`, number, `"></span> `, number, "</td>")
	for _, n := range counts {
		w.Cell(strconv.Itoa(n), memory.Count(n))
	}
	for axis := range r.least {
		v := r.centre(axis)
		if m.Data.Degrees && axis == 0 && v > 180 {
			v -= 360
		}
		w.Cell(scene.Exact(v), stepped(v, m.Data.Axes[axis].Step))
	}
	for axis := range r.least {
		w.Cell(scene.Exact(r.extent(axis)), scene.Digits(r.extent(axis), digits))
	}
}
