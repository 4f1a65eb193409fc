package encounters

import (
	"cmp"
	"strconv"
	"strings"

	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/report/internal/page"
)

// main writes the encounters shown, and figures of all encounters.
func (m *maker) main(w *webpage.Writer) {
	if len(m.Shown) == 0 {
		w.Markup("<p>There are no ", m.rowName(), "s.</p>\n")
		return
	}
	m.chosen(w)
	title, lasts, durations := "Encounters", "duration", "Durations"
	if m.ranks() {
		title, lasts, durations = "Neighbours", "shared", "Times that both exist"
	}
	one, other := "query", "entry"
	if m.Joins() {
		one, other = "one", "the other"
	}
	heads := []string{"#", one, other, "closest at", scene.InUnit("nearest", m.Data.Length), m.Data.DurationHead(lasts), scene.InUnit("speed", *m.Data.Speed)}
	if m.hasOpen {
		heads = append(heads, "open")
	}
	clock := m.Clock()
	w.Table(&webpage.Table{Name: "encounters", Title: title, Heads: heads, Order: "ascending", Rows: len(m.Shown), Row: func(n int) { m.row(w, clock, n) }})
	m.figures(w, durations)
}

// chosen writes the pictures of the chosen encounter.
func (m *maker) chosen(w *webpage.Writer) {
	w.Chosen("Encounter")
	w.Markup(`<p id="chosen-cut" hidden>Both ends of the paths were cut: there are more samples.</p>`, "\n")
	page.WritePlayer(w)
	w.Markup(`<figure id="distance"><figcaption>Distance against time<span id="legend"></span></figcaption></figure>
<div class="pair">
<figure id="relative" class="pass"><figcaption>The pass as <span class="query"></span> sees it: itself in the middle, the path of <span class="entry"></span>, ◆ where it is closest`)
	if m.Data.Threshold != nil {
		w.Markup(", the threshold around")
	}
	if m.Data.InSpace() {
		w.Markup("; seen across its direction")
	}
	w.Markup("</figcaption></figure>\n")
	m.Data.WritePaths(w, "Both paths", " ")
	w.Markup("</figcaption></figure>\n")
	m.Data.WriteWhere(w, m.rowName()+"s")
	if m.hasOrbit {
		w.Markup(`</div>
<div class="pair">
<figure id="radial" class="pass"><figcaption>The pass in the frame of <span class="query"></span>'s orbit, radial against along: ◆ is <span id="parts"></span></figcaption></figure>
<figure id="cross" class="pass"><figcaption>The same from above, cross against along</figcaption></figure>
`)
	}
	w.Markup("</div>\n</section>\n")
}

// row writes a row of the table. Its attributes have the full texts of the file.
func (m *maker) row(w *webpage.Writer, clock scene.Clock, n int) {
	r, number, distance := m.Shown[n], strconv.Itoa(n+1), scene.Short(m.Shown[n].distance)
	fields, names := [][2]string{
		{"query", r.Query}, {"entry", r.Entry}, {"t-enter", r.Enter}, {"t-closest", r.Closest}, {"t-exit", r.Exit}, {"d-min", r.Distance},
		{"shown", strings.TrimRight(distance+" "+m.Data.Length, " ")},
	}, r.names()
	if r.orbit != nil {
		fields = append(fields, [2]string{"parts", m.partsText(r.orbit)})
	}
	w.BeginRow(n, "e"+number, nil, fields)
	w.Plain(number)
	for side, id := range []string{r.Query, r.Entry} {
		w.Named(m.about(r, side, id), names[side])
	}
	w.Cell(scene.Exact(r.closest), clock.Text(r.closest))
	w.Cell(r.Distance, distance)
	w.Cell(scene.Exact(scene.Rounded(r.duration)), m.Data.DurationText(r.duration))
	w.Cell(r.Speed, cmp.Or(scene.SpeedText(r.Speed), "–"))
	if m.hasOpen {
		w.Plain(r.Open)
	}
}

// about returns the id of a row's query or entry, and its attributes behind the name, each with the name of its column.
func (m *maker) about(r *row, side int, id string) string {
	for i, name := range m.attributes {
		if value := r.of[side][i]; i > 0 && value != "" {
			id += ", " + name + " " + value
		}
	}
	return id
}

// figures writes the places of the pictures of all encounters.
func (m *maker) figures(w *webpage.Writer, durations string) {
	w.Section("intervals", "When")
	w.Figure("intervals", "Objects with most encounters, and all encounters at once")
	w.EndSection()
	w.Section("meetings", "Who met whom")
	w.Markup(`<figure id="meetings"></figure>`, "\n")
	w.EndSection()
	page.WriteHistograms(w, "How near, how long", "distances", "Least distances", durations, &m.Data.Lasting)
}
