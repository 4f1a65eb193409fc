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
	*Page
}

// whole returns a page with its frame.
func whole(p *Page) *webpage.Page {
	return &webpage.Page{
		Title: p.Title, Facts: p.Facts, Data: p.Data, Own: files, Scripts: []string{"look", "paths", "inside", "together", "page"},
		Main: func(w *webpage.Writer) { (&htmlWriter{w, p}).main() },
	}
}

// main writes the groups shown, and figures of all groups.
func (w *htmlWriter) main() {
	if len(w.Rows) == 0 {
		w.Markup("<p>There are no groups.</p>\n")
		return
	}
	w.chosen()
	w.Table(&webpage.Table{Name: "groups", Title: "Groups", Heads: []string{"group", "size", "members", "start", "end", w.Data.DurationHead()}, Rows: len(w.Rows), Row: w.row})
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
	r := &w.Rows[n]
	fields := [][2]string{{"group", r.Group}, {"size", r.Size}, {"t-start", r.Start}, {"t-end", r.End}}
	if w.Moving {
		fields = append(fields, [2]string{"least-size", r.Least})
	}
	w.BeginRow(n, "g"+r.Group, nil, fields)
	w.Plain(r.Group)
	size := r.Size
	if r.Least != r.Size {
		size = r.Least + "–" + r.Size
	}
	w.Cell(strconv.Itoa(r.SortSize), size)
	w.members(r)
	w.Cell(scene.Exact(r.SortStart), r.ShownStart)
	w.Cell(scene.Exact(r.SortEnd), r.ShownEnd)
	w.Cell(scene.Exact(r.Duration), r.ShownDuration)
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
	w.Markup("</figcaption></figure>\n")
	page.WriteDurations(w.Writer, w.Data.Instants)
}
