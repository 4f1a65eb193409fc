package report

import (
	"embed"
	"io"
	"strconv"
	"strings"

	"flyby/internal/webpage"
)

//go:embed page/*.js
var page embed.FS

// scripts lists the files of the page's own script in order.
func scripts() []string {
	return []string{"motion", "distance", "relative", "paths", "intervals", "meetings", "page"}
}

// An htmlWriter writes the main element of a page.
type htmlWriter struct {
	*webpage.Writer
	*Page
}

// whole returns a page with its frame.
func whole(p *Page) *webpage.Page {
	return &webpage.Page{Title: p.Title, Facts: p.Facts, Data: p.Data, Own: page, Scripts: scripts(), Main: func(w *webpage.Writer) { (&htmlWriter{w, p}).main() }}
}

// Policy returns the Content-Security-Policy of pages, for servers that send it in a header, too.
func Policy() (string, error) { return whole(&Page{}).Policy() }

// writePage writes the page as HTML.
func writePage(to io.Writer, p *Page) error {
	return whole(p).Write(to)
}

// main writes the encounters shown, and figures of all encounters.
func (w *htmlWriter) main() {
	w.Markup("<main>\n")
	if len(w.Rows) == 0 {
		w.Markup("<p>There are no encounters.</p>\n</main>\n")
		return
	}
	w.chosen()
	w.table()
	w.figures()
	w.Markup("</main>\n")
}

// inSpace reports whether paths are drawn in three dimensions, from a side, and can be turned.
func (w *htmlWriter) inSpace() bool { return w.Data.Dim == 3 && !w.Data.Degrees }

// chosen writes the pictures of the chosen encounter.
func (w *htmlWriter) chosen() {
	w.Markup(`<section id="chosen" aria-labelledby="chosen-title">
<h2 id="chosen-title" aria-live="polite">Encounter</h2>
<p id="chosen-cut" hidden>Both ends of the paths were cut: there are more samples.</p>
<div class="controls">
<button id="play" type="button">Play</button>
<label>time <input id="slider" type="range" min="0" max="1000" step="any" value="0"></label>
<output id="moment" for="slider"></output>
</div>
<figure id="distance"><figcaption>Distance against time</figcaption></figure>
<div class="pair">
<figure id="relative"><figcaption>The pass as the <span class="query">query</span> sees it: itself in the middle, the path of the <span class="entry">entry</span>`)
	if w.Data.Threshold != nil {
		w.Markup(", the threshold around")
	}
	switch {
	case w.inSpace():
		w.Markup("; seen across its direction</figcaption></figure>\n", `<figure id="paths" tabindex="0" class="turns" aria-describedby="paths-caption">`,
			`<figcaption id="paths-caption">Both paths: drag, or use the arrow keys, to turn them`)
	case w.Data.Degrees:
		w.Markup("</figcaption></figure>\n", `<figure id="paths"><figcaption>Both paths from above: east to the right, north up`)
	default:
		w.Markup("</figcaption></figure>\n", `<figure id="paths"><figcaption>Both paths from above`)
	}
	w.Markup("</figcaption></figure>\n</div>\n</section>\n")
}

// table writes the table of encounters.
func (w *htmlWriter) table() {
	w.Markup(`<section aria-labelledby="encounters-title">
<h2 id="encounters-title">Encounters</h2>
<div class="scroll">
<table id="table" role="grid" aria-labelledby="encounters-title">
<thead><tr>
`)
	sorted := ` aria-sort="ascending"`
	for _, head := range w.heads() {
		w.Text(`<th scope="col"`+sorted+`><button type="button">`, head, "</button></th>\n")
		sorted = ""
	}
	w.Markup("</tr></thead>\n<tbody>\n")
	for n := range w.Rows {
		w.row(n)
	}
	w.Markup("</tbody>\n</table>\n</div>\n</section>\n")
}

// heads returns the headings of the table's columns.
func (w *htmlWriter) heads() []string {
	duration := w.Data.Time
	if w.Data.Stamps {
		duration = "s"
	}
	all := []string{"#", "query", "entry", "closest at", inUnit("d_min", w.Data.Length), inUnit("duration", duration), inUnit("speed", w.Data.Speed)}
	if w.HasOpen {
		all = append(all, "open")
	}
	return all
}

// inUnit returns a name with its unit, if there is one.
func inUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + ", " + unit
}

// row writes a row of the table. Its attributes have the full texts of the file.
func (w *htmlWriter) row(n int) {
	r := &w.Rows[n]
	index := "-1"
	if n == 0 {
		index = "0"
	}
	number := strconv.Itoa(r.Number)
	w.Markup(`<tr id="e`, number, `" data-row="`, strconv.Itoa(n), `" tabindex="`, index, `" aria-selected="false"`)
	for _, a := range [][2]string{
		{"query", r.Query}, {"entry", r.Entry}, {"t-enter", r.Enter}, {"t-closest", r.Closest}, {"t-exit", r.Exit}, {"d-min", r.Distance},
		{"shown", strings.TrimRight(r.ShownDistance+" "+w.Data.Length, " ")},
	} {
		w.Text(" data-"+a[0]+`="`, a[1], `"`)
	}
	w.Markup(">\n<td>", number, "</td>")
	w.Text("<td>", r.Query, "</td>")
	w.Text("<td>", r.Entry, "</td>")
	w.cell(exactText(r.SortClosest), r.ShownClosest)
	w.cell(r.Distance, r.ShownDistance)
	w.cell(exactText(r.SortDuration), r.ShownDuration)
	w.cell(r.Speed, r.ShownSpeed)
	if w.HasOpen {
		w.Text("<td>", r.Open, "</td>")
	}
	w.Markup("\n</tr>\n")
}

// exactText returns a number in its shortest exact form.
func exactText(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// cell writes a cell with a number, and the value that rows are sorted by.
func (w *htmlWriter) cell(sort, shown string) {
	w.Text(`<td data-sort="`, sort, `">`)
	w.Text("", shown, "</td>")
}

// figures writes the places of the pictures of all encounters.
func (w *htmlWriter) figures() {
	w.Markup(`<section aria-labelledby="intervals-title">
<h2 id="intervals-title">When</h2>
<figure id="intervals"><figcaption>Objects with most encounters, and all encounters at once</figcaption></figure>
</section>
<section aria-labelledby="meetings-title">
<h2 id="meetings-title">Who met whom</h2>
<figure id="meetings"></figure>
</section>
<section aria-labelledby="often-title">
<h2 id="often-title">How near, how long</h2>
<div class="pair">
<figure id="distances"><figcaption>Least distances</figcaption></figure>
<figure id="durations"><figcaption>Durations`)
	if n := w.Data.Instants; n > 0 {
		w.Markup("; ", strconv.Itoa(n), " last no time")
	}
	w.Markup("</figcaption></figure>\n</div>\n</section>\n")
}
