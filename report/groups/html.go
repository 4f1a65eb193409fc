package groups

import (
	"embed"
	"strconv"
	"strings"

	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/report/internal/page"
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
		Title: m.Title, Facts: m.Facts, Data: m.Data, Own: files, Scripts: []string{"look", "paths", "inside", "together", "page"},
		Main: func(w *webpage.Writer) { (&htmlWriter{w, m}).main() },
	}
}

// main writes the groups shown, and figures of all groups.
func (w *htmlWriter) main() {
	if len(w.Shown) == 0 {
		w.Markup("<p>There are no groups.</p>\n")
		return
	}
	w.chosen()
	w.Table(&webpage.Table{Name: "groups", Title: "Groups", Heads: []string{"group", "size", "members", "start", "end", w.Data.DurationHead()}, Rows: len(w.Shown), Row: w.row})
	w.figures()
}

// chosen writes the pictures of the chosen group.
func (w *htmlWriter) chosen() {
	w.Chosen("Group")
	w.Markup(`<p id="chosen-when"></p>`, "\n")
	page.WritePlayer(w.Writer)
	w.Markup(`<div class="pair">`, "\n")
	w.Data.WritePaths(w.Writer, "The paths of the members during the group, paler before and after it", ", ")
	w.Markup(`<span id="chosen-many" hidden></span><span id="chosen-thinned" hidden>; samples are left out, for there are many</span></figcaption></figure>
<figure id="inside"><figcaption>The members around their centre at the time of the slider<span id="chosen-links" hidden>, with lines between the linked</span></figcaption></figure>
</div>
<figure id="together"><div id="bars"></div><figcaption>Who was in the group when, and, thin, where there are samples<span id="chosen-more" hidden></span></figcaption></figure>
</section>
`)
}

// row writes a row of the table. Its attributes have the full texts of the file.
func (w *htmlWriter) row(n int) {
	f := w.Shown[n]
	fields := [][2]string{{"group", f.Group}, {"size", f.Size}, {"t-start", f.Start}, {"t-end", f.End}}
	if w.moving() {
		fields = append(fields, [2]string{"least-size", f.Least})
	}
	w.BeginRow(n, "g"+f.Group, nil, fields)
	w.Plain(f.Group)
	size := f.Size
	if f.Least != f.Size {
		size = f.Least + "–" + f.Size
	}
	w.Cell(strconv.Itoa(f.most), size)
	w.members(f)
	w.Cell(scene.Exact(f.start), w.Clock.Text(f.start))
	w.Cell(scene.Exact(f.end), w.Clock.Text(f.end))
	w.Cell(scene.Exact(f.duration()), scene.Short(f.duration()))
}

// members writes the cell of the members, each isolated from the direction of the text around it.
func (w *htmlWriter) members(f *fileGroup) {
	w.Text(`<td title="`, strings.Join(f.names, ", "), `">`)
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
func (w *htmlWriter) figures() {
	w.Section("when", "When")
	w.Figure("when", "Groups at once")
	w.EndSection()
	sizes := "Sizes"
	if w.moving() {
		sizes += ", the largest of each group"
	}
	page.WriteHistograms(w.Writer, "How large, how long", "sizes", sizes, &w.Data.Lasting)
}
