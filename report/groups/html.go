package groups

import (
	"embed"
	"io"
	"strconv"
	"strings"

	"flyby/internal/memory"
	"flyby/internal/webpage"
)

//go:embed page/*.js page/style.css
var page embed.FS

// scripts lists the files of the page's own script in order.
func scripts() []string { return []string{"look", "paths", "inside", "together", "page"} }

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

// main writes the groups shown, and figures of all groups.
func (w *htmlWriter) main() {
	w.Markup("<main>\n")
	if len(w.Rows) == 0 {
		w.Markup("<p>There are no groups.</p>\n</main>\n")
		return
	}
	w.chosen()
	w.table()
	w.figures()
	w.Markup("</main>\n")
}

// inSpace reports whether paths are drawn in three dimensions, from a side, and can be turned.
func (w *htmlWriter) inSpace() bool { return w.Data.Dim == 3 && !w.Data.Degrees }

// chosen writes the pictures of the chosen group.
func (w *htmlWriter) chosen() {
	w.Markup(`<section id="chosen" aria-labelledby="chosen-title">
<h2 id="chosen-title" aria-live="polite">Group</h2>
<p id="chosen-when"></p>
<div class="controls">
<button id="play" type="button">Play</button>
<label>time <input id="slider" type="range" min="0" max="1000" step="any" value="0"></label>
<output id="moment" for="slider"></output>
</div>
<div class="pair">
`)
	switch {
	case w.inSpace():
		w.Markup(`<figure id="paths" tabindex="0" class="turns" aria-describedby="paths-caption">`,
			`<figcaption id="paths-caption">The paths of the members during the group, paler before and after it: drag, or use the arrow keys, to turn them`)
	case w.Data.Degrees:
		w.Markup(`<figure id="paths"><figcaption>The paths of the members during the group, paler before and after it, from above: east to the right, north up`)
	default:
		w.Markup(`<figure id="paths"><figcaption>The paths of the members during the group, paler before and after it, from above`)
	}
	w.Markup(`<span id="chosen-many" hidden></span><span id="chosen-thinned" hidden>; samples are left out, for there are many</span></figcaption></figure>
<figure id="inside"><figcaption>The members around their centre at the time of the slider<span id="chosen-links" hidden>, with lines between the linked</span></figcaption></figure>
</div>
<figure id="together"><div id="bars"></div><figcaption>Who was in the group when, and, thin, where there are samples<span id="chosen-more" hidden></span></figcaption></figure>
</section>
`)
}

// table writes the table of groups.
func (w *htmlWriter) table() {
	w.Markup(`<section aria-labelledby="groups-title">
<h2 id="groups-title">Groups</h2>
<div class="scroll">
<table id="table" role="grid" aria-labelledby="groups-title">
<thead><tr>
`)
	for _, head := range w.heads() {
		w.Text(`<th scope="col"><button type="button">`, head, "</button></th>\n")
	}
	w.Markup("</tr></thead>\n<tbody>\n")
	for n := range w.Rows {
		w.row(n)
	}
	w.Markup("</tbody>\n</table>\n</div>\n</section>\n")
}

// heads returns the headings of the table's columns.
func (w *htmlWriter) heads() []string {
	duration := "duration"
	switch {
	case w.Data.Stamps:
		duration += ", s"
	case w.Data.Time != "":
		duration += ", " + w.Data.Time
	}
	return []string{"group", "size", "members", "start", "end", duration}
}

// row writes a row of the table. Its attributes have the full texts of the file.
func (w *htmlWriter) row(n int) {
	r := &w.Rows[n]
	index := "-1"
	if n == 0 {
		index = "0"
	}
	w.Text(`<tr id="g`, r.Group, `" data-row="`+strconv.Itoa(n)+`" tabindex="`+index+`" aria-selected="false"`)
	attributes := [][2]string{{"group", r.Group}, {"size", r.Size}, {"t-start", r.Start}, {"t-end", r.End}}
	if w.Moving {
		attributes = append(attributes, [2]string{"least-size", r.Least})
	}
	for _, a := range attributes {
		w.Text(" data-"+a[0]+`="`, a[1], `"`)
	}
	w.Text(">\n<td>", r.Group, "</td>")
	size := r.Size
	if r.Least != r.Size {
		size = r.Least + "–" + r.Size
	}
	w.cell(strconv.Itoa(r.SortSize), size)
	w.members(r)
	w.cell(exactText(r.SortStart), r.ShownStart)
	w.cell(exactText(r.SortEnd), r.ShownEnd)
	w.cell(exactText(r.Duration), r.ShownDuration)
	w.Markup("\n</tr>\n")
}

// members writes the cell of the members, each isolated from the direction of the text around it.
func (w *htmlWriter) members(r *Row) {
	w.Text(`<td title="`, strings.Join(r.Members, ", "), `">`)
	for i, name := range r.Members {
		if i > 0 {
			w.Markup(", ")
		}
		w.Text("<bdi>", name, "</bdi>")
	}
	if r.More > 0 {
		w.Text(" and ", memory.Count(r.More), " more")
	}
	w.Markup("</td>")
}

// exactText returns a number in its shortest exact form.
func exactText(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// cell writes a cell with a number, and the value that rows are sorted by.
func (w *htmlWriter) cell(sort, shown string) {
	w.Text(`<td data-sort="`, sort, `">`)
	w.Text("", shown, "</td>")
}

// figures writes the places of the pictures of all groups.
func (w *htmlWriter) figures() {
	w.Markup(`<section aria-labelledby="when-title">
<h2 id="when-title">When</h2>
<figure id="when"><figcaption>Groups at once</figcaption></figure>
</section>
<section aria-labelledby="often-title">
<h2 id="often-title">How large, how long</h2>
<div class="pair">
<figure id="sizes"><figcaption>Sizes`)
	if w.Moving {
		w.Markup(", the largest of each group")
	}
	w.Markup(`</figcaption></figure>
<figure id="durations"><figcaption>Durations`)
	if n := w.Data.Instants; n > 0 {
		w.Markup("; ", strconv.Itoa(n), " last no time")
	}
	w.Markup("</figcaption></figure>\n</div>\n</section>\n")
}
