package clusters

import (
	"embed"
	"strconv"

	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/internal/webpage"
)

//go:embed page/*.js page/style.css
var files embed.FS

// An htmlWriter writes the main element of a page.
type htmlWriter struct {
	*webpage.Writer
	*maker
}

// whole returns the page with its frame.
func (m *maker) whole() *webpage.Page {
	return &webpage.Page{
		Title: m.Title, Facts: m.Facts, Data: m.data, Own: files, Scripts: []string{"mark", "places", "view", "picture", "page"},
		Main: func(w *webpage.Writer) { (&htmlWriter{w, m}).main() },
	}
}

// main writes the picture, the table and the histogram.
func (w *htmlWriter) main() {
	switch {
	case len(w.data.At) == 0:
		w.Markup("<p>There are no points.</p>\n")
	case len(w.rows) == 0:
		w.Markup("<p>There are no clusters: all points are noise.</p>\n")
		w.picture()
	default:
		w.picture()
		w.Table(&webpage.Table{Name: "clusters", Title: "Clusters", Heads: w.heads(), Sorted: 1, Order: "descending", Rows: len(w.rows), Row: w.row})
		w.Section("often", "How large")
		w.Figure("sizes", "How many clusters have how many points; each bar is of sizes twice as large as the one before")
		w.EndSection()
	}
}

// turns reports whether the picture is three-dimensional, and can be turned.
func (w *htmlWriter) turns() bool { return len(w.data.Axes) == 3 && !w.data.Degrees }

// picture writes the place of the picture, and its controls.
func (w *htmlWriter) picture() {
	w.Chosen("All clusters")
	w.Markup(`<div class="controls legend" role="group" aria-label="what is shown">
`)
	w.kind("core", "core points", w.data.Kinds && w.all > 0)
	w.kind("border", "on the border", w.data.Kinds && w.all > 0)
	w.kind("noise", "noise", w.noise() > 0)
	if len(w.data.Axes) > tableAxes {
		w.axis("across", 0)
		w.axis("up", 1)
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
	if w.turns() {
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
func (w *htmlWriter) kind(id, name string, there bool) {
	if !there {
		return
	}
	w.Markup(`<label><input id="show-`, id, `" type="checkbox" checked> <span class="sign" data-sign="`, id, `"></span> `, name, "</label>\n")
}

// axis writes the choice of an axis.
func (w *htmlWriter) axis(id string, chosen int) {
	w.Markup("<label>", id, ` <select id="axis-`, id, `">`)
	for n, a := range w.data.Axes {
		w.Markup(`<option value="`, strconv.Itoa(n), `"`)
		if n == chosen {
			w.Markup(" selected")
		}
		w.Text(">", a.Name, "</option>")
	}
	w.Markup("</select></label>\n")
}

// heads returns the headings of the table's columns.
func (w *htmlWriter) heads() []string {
	all := []string{"#", "points"}
	if w.data.Kinds {
		all = append(all, "core", "border")
	}
	for _, what := range []string{"centre ", "extent "} {
		for axis := range w.rows[0].least {
			all = append(all, scene.InUnit(what+w.data.Axes[axis].Name, w.data.Unit))
		}
	}
	return all
}

// row writes a row of the table, whose attributes have the unrounded figures.
func (w *htmlWriter) row(n int) {
	r := &w.rows[n]
	number, points := strconv.Itoa(r.cluster), strconv.Itoa(int(r.size.points))
	fields, counts := [][2]string{{"cluster", number}, {"points", points}}, []int{int(r.size.points)}
	if w.data.Kinds {
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
		if w.data.Degrees && axis == 0 && v > 180 {
			v -= 360
		}
		w.Cell(scene.Exact(v), stepped(v, w.data.Axes[axis].Step))
	}
	for axis := range r.least {
		w.Cell(scene.Exact(r.extent(axis)), scene.Digits(r.extent(axis), digits))
	}
}
