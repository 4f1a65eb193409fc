package visits

import (
	"cmp"
	"strconv"

	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/report/internal/page"
)

// main writes the visits shown, and figures of all visits.
func (m *maker) main(w *webpage.Writer) {
	if len(m.Shown) == 0 {
		w.Markup("<p>There are no visits.</p>\n")
		return
	}
	m.chosen(w)
	heads := []string{"#", "object", "zone", "enters", "leaves", m.Data.DurationHead("duration"), m.Data.DurationHead("inside"), scene.InUnit("nearest", m.Data.Length)}
	if m.hasOpen {
		heads = append(heads, "open")
	}
	clock := m.Clock()
	w.Table(&webpage.Table{Name: "visits", Title: "Visits", Heads: heads, Rows: len(m.Shown), Row: func(n int) { m.row(w, clock, n) }})
	w.Section("intervals", "When")
	w.Figure("intervals", "Zones with most visits, and all visits at once")
	w.EndSection()
	w.Section("often", "How long")
	page.WriteDurations(w, "Durations", &m.Data.Lasting)
	w.EndSection()
}

// chosen writes the pictures of the chosen visit.
func (m *maker) chosen(w *webpage.Writer) {
	w.Chosen("Visit")
	w.Markup(`<p id="chosen-when"></p>`, "\n")
	page.WritePlayer(w)
	w.Markup(`<div class="pair">`, "\n")
	m.Data.WritePaths(w, `<span class="query"></span>, and the path of <span class="entry"></span>, paler before and after the visit`, "; ")
	w.Markup("</figcaption></figure>\n")
	m.Data.WriteWhere(w, "visits")
	w.Markup("</div>\n</section>\n")
}

// row writes a row of the table. Its attributes have the full texts of the file.
func (m *maker) row(w *webpage.Writer, clock scene.Clock, n int) {
	r, number := m.Shown[n], strconv.Itoa(n+1)
	object, zone := m.Entries.ID(int(r.traj)), m.Zones.ID(int(r.zone))
	w.BeginRow(n, "v"+number, nil, [][2]string{{"traj", object}, {"zone", zone}, {"t-enter", r.Enter}, {"t-exit", r.Exit}, {"inside", r.Inside}, {"d-min", r.Distance}})
	w.Plain(number)
	w.Named(object, cmp.Or(r.Object, object))
	w.Named(zone, m.zoneName(int(r.zone)))
	w.Cell(scene.Exact(r.enter), clock.Text(r.enter))
	w.Cell(scene.Exact(r.exit), clock.Text(r.exit))
	w.Cell(scene.Exact(scene.Rounded(r.duration())), m.Data.DurationText(r.duration()))
	w.Cell(r.Inside, m.Data.DurationText(r.inside))
	w.Cell(r.Distance, scene.Short(r.distance))
	if m.hasOpen {
		w.Plain(r.Open)
	}
}
