package clusters

import (
	"embed"
	"io"
	"strconv"

	"flyby/internal/memory"
	"flyby/internal/webpage"
)

//go:embed page/*.js page/style.css
var page embed.FS

// scripts lists the files of the page's own script in order.
func scripts() []string { return []string{"mark", "places", "view", "picture", "page"} }

// An htmlWriter writes the main element of a page.
type htmlWriter struct {
	*webpage.Writer
	*Page
}

// writePage writes the page as HTML.
func writePage(to io.Writer, p *Page) error {
	whole := webpage.Page{Title: p.Title, Facts: p.Facts, Data: p.Data, Own: page, Scripts: scripts(), Main: func(w *webpage.Writer) { (&htmlWriter{w, p}).main() }}
	return whole.Write(to)
}

// main writes the picture, the table and the histogram.
func (w *htmlWriter) main() {
	w.Markup("<main>\n")
	if len(w.Data.At) == 0 {
		w.Markup("<p>There are no points.</p>\n</main>\n")
		return
	}
	if len(w.Rows) == 0 {
		w.Markup("<p>There are no clusters: all points are noise.</p>\n")
		w.picture()
		w.Markup("</main>\n")
		return
	}
	w.picture()
	w.table()
	w.Markup(`<section aria-labelledby="often-title">
<h2 id="often-title">How large</h2>
<figure id="sizes"><figcaption>How many clusters have how many points; each bar is of sizes twice as large as the one before</figcaption></figure>
</section>
</main>
`)
}

// turns reports whether the picture is three-dimensional, and can be turned.
func (w *htmlWriter) turns() bool { return len(w.Data.Axes) == 3 && !w.Data.Degrees }

// picture writes the place of the picture, and its controls.
func (w *htmlWriter) picture() {
	w.Markup(`<section id="chosen" aria-labelledby="chosen-title">
<h2 id="chosen-title" aria-live="polite">All clusters</h2>
<div class="controls legend" role="group" aria-label="what is shown">
`)
	w.kind("core", "core points", w.Data.Kinds && w.All > 0)
	w.kind("border", "on the border", w.Data.Kinds && w.All > 0)
	w.kind("noise", "noise", w.Noise > 0)
	if len(w.Data.Axes) > tableAxes {
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
	for n, a := range w.Data.Axes {
		w.Markup(`<option value="`, strconv.Itoa(n), `"`)
		if n == chosen {
			w.Markup(" selected")
		}
		w.Text(">", a.Name, "</option>")
	}
	w.Markup("</select></label>\n")
}

// table writes the table of clusters.
func (w *htmlWriter) table() {
	w.Markup(`<section aria-labelledby="clusters-title">
<h2 id="clusters-title">Clusters</h2>
<div class="scroll">
<table id="table" role="grid" aria-labelledby="clusters-title">
<thead><tr>
`)
	for n, head := range w.heads() {
		sorted := ""
		if n == 1 {
			sorted = ` aria-sort="descending"`
		}
		w.Text(`<th scope="col"`+sorted+`><button type="button">`, head, "</button></th>\n")
	}
	w.Markup("</tr></thead>\n<tbody>\n")
	for n := range w.Rows {
		w.row(n)
	}
	w.Markup("</tbody>\n</table>\n</div>\n</section>\n")
}

// heads returns the headings of the table's columns.
func (w *htmlWriter) heads() []string {
	all := []string{"#", "points"}
	if w.Data.Kinds {
		all = append(all, "core", "border")
	}
	for _, what := range []string{"centre ", "extent "} {
		for axis := range w.Rows[0].Centre {
			name := what + w.Data.Axes[axis].Name
			if w.Data.Unit != "" {
				name += ", " + w.Data.Unit
			}
			all = append(all, name)
		}
	}
	return all
}

// row writes a row of the table, whose attributes have the unrounded figures.
func (w *htmlWriter) row(n int) {
	r := &w.Rows[n]
	index := "-1"
	if n == 0 {
		index = "0"
	}
	number := strconv.Itoa(r.Cluster)
	w.Markup(`<tr id="c`, number, `" data-row="`, strconv.Itoa(n), `" data-cluster="`, number, `" data-points="`, strconv.Itoa(r.Points), `"`)
	if w.Data.Kinds {
		w.Markup(` data-core="`, strconv.Itoa(r.Core), `" data-border="`, strconv.Itoa(r.Border), `"`)
	}
	w.Markup(` tabindex="`, index, `" aria-selected="false">`, "\n", `<td data-sort="`, number, `"><span class="sign" data-cluster="`, number, `"></span> `, number, "</td>")
	counts := []int{r.Points}
	if w.Data.Kinds {
		counts = append(counts, r.Core, r.Border)
	}
	for _, n := range counts {
		w.cell(strconv.Itoa(n), memory.Count(n))
	}
	for axis, v := range r.Centre {
		if w.Data.Degrees && axis == 0 && v > 180 {
			v -= 360
		}
		w.cell(exactText(v), stepped(v, w.Data.Axes[axis].Step))
	}
	for _, v := range r.Extent {
		w.cell(exactText(v), short(v))
	}
	w.Markup("\n</tr>\n")
}

// cell writes a cell with a number, and the value that rows are sorted by.
func (w *htmlWriter) cell(sort, shown string) {
	w.Markup(`<td data-sort="`, sort, `">`, shown, "</td>")
}
