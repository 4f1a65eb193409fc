package tune

import (
	"io"

	"flyby/internal/svg"
	"flyby/internal/webpage"
)

// WriteHTML writes a page with the figure, the best sizes and the table. It loads nothing, and has no script.
func (r *Result) WriteHTML(to io.Writer) error {
	p := webpage.Page{Title: "Time of a search over the query segments in a batch", Facts: r.facts(), Main: r.main}
	return p.Write(to)
}

// main writes the main element of the page.
func (r *Result) main(w *webpage.Writer) {
	var figure svg.Writer
	r.draw(&figure, false)
	w.Section("figure", "Times")
	w.Markup("<figure>\n", figure.String(), "</figure>\n</section>\n")
	w.Section("table", "Sizes")
	w.Markup("<table>\n")
	for i, row := range r.shown() {
		w.Markup("<tr>")
		for _, cell := range row {
			if i == 0 {
				w.Text(`<th scope="col">`, cell, "</th>")
			} else {
				w.Text("<td>", cell, "</td>")
			}
		}
		w.Markup("</tr>\n")
	}
	w.Markup("</table>\n</section>\n")
}
