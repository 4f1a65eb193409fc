package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
)

//go:embed page/style.css page/*.js
var page embed.FS

// scripts lists the files of the page's script in order: what stands in a file may be used by the files behind it.
func scripts() []string {
	return []string{"text", "scale", "vector", "motion", "svg", "distance", "relative", "paths", "player", "table", "intervals", "meetings", "histogram", "page"}
}

// script is the one script of the page.
func script() (string, error) {
	all := bytes.NewBufferString("\"use strict\";\n(() => {\n")
	for _, name := range scripts() {
		text, err := page.ReadFile("page/" + name + ".js")
		if err != nil {
			return "", err
		}
		all.Write(text)
	}
	all.WriteString("})();\n")
	return all.String(), nil
}

// digest is the hash of a text as a policy names it.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// policy is what a page with a script and a style may do: run the one, take the other, and load nothing.
func policy(code, style string) string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + digest(style) + "'; script-src '" + digest(code) + "'"
}

// Policy is the Content-Security-Policy of pages, for servers that say it in a header, too.
func Policy() (string, error) {
	code, style, err := sources()
	return policy(code, style), err
}

// sources are the script and the style of pages.
func sources() (code, style string, err error) {
	if code, err = script(); err != nil {
		return "", "", fmt.Errorf("report: %w", err)
	}
	text, err := page.ReadFile("page/style.css")
	if err != nil {
		return "", "", fmt.Errorf("report: %w", err)
	}
	return code, string(text), nil
}

// An htmlWriter writes a page piece by piece. The texts of a page come into it through text alone, which escapes them, between tags and between the double quotes
// of attributes.
type htmlWriter struct {
	bytes.Buffer
	*Page
}

// markup writes HTML of our own.
func (w *htmlWriter) markup(pieces ...string) {
	for _, piece := range pieces {
		w.WriteString(piece)
	}
}

// text writes a text between two pieces of HTML.
func (w *htmlWriter) text(before, text, after string) {
	w.markup(before, html.EscapeString(text), after)
}

// writePage writes the page as HTML. Its policy lets the browser run the one script and take the one style, and load nothing. It is written by hand: html/template
// calls methods by their names, so that linkers keep all methods of a program, which makes the command a third larger.
func writePage(to io.Writer, p *Page) error {
	code, style, err := sources()
	if err != nil {
		return err
	}
	data, err := json.Marshal(p.Data) // which escapes < and >
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	w := &htmlWriter{Page: p}
	w.head(code, style)
	w.main()
	w.markup(`<script type="application/json" id="data">`, string(data), "</script>\n<script>", code, "</script>\n</body>\n</html>\n")
	_, err = w.WriteTo(to)
	return err
}

// head writes all in front of the encounters.
func (w *htmlWriter) head(code, style string) {
	w.markup(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="`, policy(code, style), `">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`)
	w.text("<title>", w.Title, "</title>\n")
	w.markup("<style>", style, "</style>\n</head>\n<body>\n<header>\n")
	w.text("<h1>", w.Title, "</h1>\n")
	if len(w.Facts) > 0 {
		w.markup(`<ul class="facts">`, "\n")
		for _, fact := range w.Facts {
			w.text("<li>", fact, "</li>\n")
		}
		w.markup("</ul>\n")
	}
	w.markup("</header>\n")
}

// main writes the encounters, and figures of all.
func (w *htmlWriter) main() {
	w.markup("<main>\n")
	if len(w.Rows) == 0 {
		w.markup("<p>There are no encounters.</p>\n</main>\n")
		return
	}
	w.chosen()
	w.table()
	w.figures()
	w.markup("</main>\n")
}

// inSpace reports whether paths are seen from a side, and turn.
func (w *htmlWriter) inSpace() bool { return w.Data.Dim == 3 && !w.Data.Degrees }

// chosen writes the pictures of the encounter that is chosen.
func (w *htmlWriter) chosen() {
	w.markup(`<section id="chosen" aria-labelledby="chosen-title">
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
		w.markup(", the threshold around")
	}
	switch {
	case w.inSpace():
		w.markup("; seen across its direction</figcaption></figure>\n", `<figure id="paths" tabindex="0" class="turns" aria-describedby="paths-caption">`,
			`<figcaption id="paths-caption">Both paths: drag, or use the arrow keys, to turn them`)
	case w.Data.Degrees:
		w.markup("</figcaption></figure>\n", `<figure id="paths"><figcaption>Both paths from above: east to the right, north up`)
	default:
		w.markup("</figcaption></figure>\n", `<figure id="paths"><figcaption>Both paths from above`)
	}
	w.markup("</figcaption></figure>\n</div>\n</section>\n")
}

// table writes the table of encounters.
func (w *htmlWriter) table() {
	w.markup(`<section aria-labelledby="encounters-title">
<h2 id="encounters-title">Encounters</h2>
<div class="scroll">
<table id="table" role="grid" aria-labelledby="encounters-title">
<thead><tr>
`)
	sorted := ` aria-sort="ascending"`
	for _, head := range w.heads() {
		w.text(`<th scope="col"`+sorted+`><button type="button">`, head, "</button></th>\n")
		sorted = ""
	}
	w.markup("</tr></thead>\n<tbody>\n")
	for n := range w.Rows {
		w.row(n)
	}
	w.markup("</tbody>\n</table>\n</div>\n</section>\n")
}

// heads are the headings of the table's columns.
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

// inUnit is a name with its unit, where there is one.
func inUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + ", " + unit
}

// row writes a row of the table. Its attributes have the texts of the file, whole.
func (w *htmlWriter) row(n int) {
	r := &w.Rows[n]
	index := "-1"
	if n == 0 {
		index = "0"
	}
	number := strconv.Itoa(r.Number)
	w.markup(`<tr id="e`, number, `" data-row="`, strconv.Itoa(n), `" tabindex="`, index, `" aria-selected="false"`)
	for _, a := range [][2]string{
		{"query", r.Query}, {"entry", r.Entry}, {"t-enter", r.Enter}, {"t-closest", r.Closest}, {"t-exit", r.Exit}, {"d-min", r.Distance},
		{"shown", strings.TrimRight(r.ShownDistance+" "+w.Data.Length, " ")},
	} {
		w.text(" data-"+a[0]+`="`, a[1], `"`)
	}
	w.markup(">\n<td>", number, "</td>")
	w.text("<td>", r.Query, "</td>")
	w.text("<td>", r.Entry, "</td>")
	w.cell(exactText(r.SortClosest), r.ShownClosest)
	w.cell(r.Distance, r.ShownDistance)
	w.cell(exactText(r.SortDuration), r.ShownDuration)
	w.cell(r.Speed, r.ShownSpeed)
	if w.HasOpen {
		w.text("<td>", r.Open, "</td>")
	}
	w.markup("\n</tr>\n")
}

// exactText is a number in its shortest exact form.
func exactText(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// cell writes a cell with a number, and what rows are sorted by.
func (w *htmlWriter) cell(sort, shown string) {
	w.text(`<td data-sort="`, sort, `">`)
	w.text("", shown, "</td>")
}

// figures writes the places of the pictures of all encounters.
func (w *htmlWriter) figures() {
	w.markup(`<section aria-labelledby="intervals-title">
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
		w.markup("; ", strconv.Itoa(n), " last no time")
	}
	w.markup("</figcaption></figure>\n</div>\n</section>\n")
}
