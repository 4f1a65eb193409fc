package groups

import (
	"strconv"
	"strings"

	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/report/internal/page"
)

// main writes the groups shown, and figures of all groups.
func (m *maker) main(w *webpage.Writer) {
	if len(m.Shown) == 0 {
		w.Markup("<p>There are no groups.</p>\n")
		return
	}
	m.chosen(w)
	members := "members"
	if m.rarest {
		members += ", the rarest first"
	}
	heads, clock := []string{"group", "size", members, "start", "end", m.Data.DurationHead("duration")}, m.Clock()
	w.Table(&webpage.Table{Name: "groups", Title: "Groups", Heads: heads, Rows: len(m.Shown), Row: func(n int) { m.row(w, clock, n) }})
	m.figures(w)
}

// chosen writes the pictures of the chosen group.
func (m *maker) chosen(w *webpage.Writer) {
	w.Chosen("Group")
	w.Markup(`<p id="chosen-when"></p>`, "\n")
	page.WritePlayer(w)
	w.Markup(`<div class="pair">`, "\n")
	m.Data.WritePaths(w, "The paths of the members during the group, paler before and after it", ", ")
	w.Markup(`<span id="chosen-many" hidden></span><span id="chosen-thinned" hidden>; samples are left out, for there are many</span></figcaption></figure>
<figure id="inside"><figcaption>The members around their centre at the time of the slider<span id="chosen-links" hidden>, with lines between the linked</span></figcaption></figure>
`)
	m.Data.WriteWhere(w, "groups")
	w.Markup(`</div>
<figure id="together"><div id="bars"></div><figcaption>Who was in the group when, and, thin, where there are samples<span id="chosen-more" hidden></span></figcaption></figure>
</section>
`)
}

// row writes a row of the table. Its attributes have the full texts of the file.
func (m *maker) row(w *webpage.Writer, clock scene.Clock, n int) {
	f := m.Shown[n]
	fields := [][2]string{{"group", f.Group}, {"size", f.Size}, {"t-start", f.Start}, {"t-end", f.End}}
	if m.moving() {
		fields = append(fields, [2]string{"least-size", f.Least})
	}
	w.BeginRow(n, "g"+f.Group, nil, fields)
	w.Plain(f.Group)
	size := f.Size
	if f.Least != f.Size {
		size = f.Least + "–" + f.Size
	}
	w.Cell(strconv.Itoa(f.most), size)
	f.cell(w)
	w.Cell(scene.Exact(f.start), clock.Text(f.start))
	w.Cell(scene.Exact(f.end), clock.Text(f.end))
	w.Cell(scene.Exact(f.duration()), m.Data.DurationText(f.duration()))
}

// cell writes the cell of the members, each isolated from the direction of the text around it.
func (f *fileGroup) cell(w *webpage.Writer) {
	w.Text(`<td class="long" title="`, strings.Join(f.names, ", "), `">`)
	for i, name := range f.names {
		if i > 0 {
			w.Markup(", ")
		}
		w.Text("<bdi>", name, "</bdi>")
	}
	if more := f.size() - len(f.names); more > 0 {
		w.Text(" and ", memory.Count(more), " more")
	}
	w.Markup("</td>")
}

// figures writes the places of the pictures of all groups.
func (m *maker) figures(w *webpage.Writer) {
	w.Section("when", "When")
	w.Figure("when", "Groups at once")
	w.EndSection()
	sizes := "Sizes"
	if m.moving() {
		sizes += ", the largest of each group"
	}
	page.WriteHistograms(w, "How large, how long", "sizes", sizes, "Durations", &m.Data.Lasting)
}
