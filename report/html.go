package report

import (
	"cmp"
	"embed"
	"strconv"
	"strings"

	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/report/internal/page"
)

//go:embed page/*.js
var files embed.FS

// An htmlWriter writes the main element of a page.
type htmlWriter struct {
	*webpage.Writer
	*maker
}

// whole returns the page with its frame.
func (m *maker) whole() *webpage.Page {
	return &webpage.Page{
		Title: m.Title, Facts: m.Facts, Data: m.Data, Own: files, Scripts: []string{"motion", "distance", "relative", "paths", "intervals", "meetings", "page"},
		Main: func(w *webpage.Writer) { (&htmlWriter{w, m}).main() },
	}
}

// Policy returns the Content-Security-Policy of pages, for servers that send it in a header, too.
func Policy() (string, error) { return (&maker{}).whole().Policy() }

// main writes the encounters shown, and figures of all encounters.
func (w *htmlWriter) main() {
	if len(w.Shown) == 0 {
		w.Markup("<p>There are no encounters.</p>\n")
		return
	}
	w.chosen()
	w.Table(&webpage.Table{Name: "encounters", Title: "Encounters", Heads: w.heads(), Order: "ascending", Rows: len(w.Shown), Row: w.row})
	w.figures()
}

// chosen writes the pictures of the chosen encounter.
func (w *htmlWriter) chosen() {
	w.Chosen("Encounter")
	w.Markup(`<p id="chosen-cut" hidden>Both ends of the paths were cut: there are more samples.</p>`, "\n")
	page.WritePlayer(w.Writer)
	w.Markup(`<figure id="distance"><figcaption>Distance against time</figcaption></figure>
<div class="pair">
<figure id="relative"><figcaption>The pass as the <span class="query">query</span> sees it: itself in the middle, the path of the <span class="entry">entry</span>`)
	if w.Data.Threshold != nil {
		w.Markup(", the threshold around")
	}
	if w.Data.InSpace() {
		w.Markup("; seen across its direction")
	}
	w.Markup("</figcaption></figure>\n")
	w.Data.WritePaths(w.Writer, "Both paths", " ")
	w.Markup("</figcaption></figure>\n</div>\n</section>\n")
}

// heads returns the headings of the table's columns.
func (w *htmlWriter) heads() []string {
	all := []string{"#", "query", "entry", "closest at", scene.InUnit("d_min", w.Data.Length), w.Data.DurationHead(), scene.InUnit("speed", *w.Data.Speed)}
	if w.hasOpen {
		all = append(all, "open")
	}
	return all
}

// row writes a row of the table. Its attributes have the full texts of the file.
func (w *htmlWriter) row(n int) {
	r, number, distance := w.Shown[n], strconv.Itoa(n+1), scene.Short(w.Shown[n].distance)
	w.BeginRow(n, "e"+number, nil, [][2]string{
		{"query", r.Query}, {"entry", r.Entry}, {"t-enter", r.Enter}, {"t-closest", r.Closest}, {"t-exit", r.Exit}, {"d-min", r.Distance},
		{"shown", strings.TrimRight(distance+" "+w.Data.Length, " ")},
	})
	w.Plain(number, r.Query, r.Entry)
	w.Cell(scene.Exact(r.closest), w.Clock.Text(r.closest))
	w.Cell(r.Distance, distance)
	w.Cell(scene.Exact(r.duration), scene.Short(r.duration))
	w.Cell(r.Speed, cmp.Or(scene.SpeedText(r.Speed), "–"))
	if w.hasOpen {
		w.Plain(r.Open)
	}
}

// figures writes the places of the pictures of all encounters.
func (w *htmlWriter) figures() {
	w.Section("intervals", "When")
	w.Figure("intervals", "Objects with most encounters, and all encounters at once")
	w.EndSection()
	w.Section("meetings", "Who met whom")
	w.Markup(`<figure id="meetings"></figure>`, "\n")
	w.EndSection()
	page.WriteHistograms(w.Writer, "How near, how long", "distances", "Least distances", &w.Data.Lasting)
}
