package figures

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// SVG is a drawing: an svg element with nothing in front of it, fit for a file and for a page.
type SVG string

// Size of a chart, and the width that its legend adds, in points.
const (
	width, height = 330, 240
	legendWidth   = 130
)

// canvas returns a page of a size in points.
func canvas(w, h float64) (*vgsvg.Canvas, draw.Canvas) {
	page := vgsvg.NewWith(vgsvg.UseWH(vg.Points(w), vg.Points(h)))
	return page, draw.New(page)
}

// finish turns a page into an SVG with a title for those who cannot see it.
func finish(page *vgsvg.Canvas, title string) (SVG, error) {
	var text bytes.Buffer
	if _, err := page.WriteTo(&text); err != nil {
		return "", fmt.Errorf("figures: %s: %w", title, err)
	}
	_, svg, ok := strings.Cut(text.String(), "<svg ")
	if !ok {
		return "", fmt.Errorf("figures: %s: no svg element drawn", title)
	}
	var escaped strings.Builder
	if err := xml.EscapeText(&escaped, []byte(title)); err != nil {
		return "", fmt.Errorf("figures: %s: %w", title, err)
	}
	svg = strings.ReplaceAll(svg, "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,sans-serif;")
	head, body, _ := strings.Cut(svg, ">")
	return SVG(`<svg role="img" ` + head + ">\n<title>" + escaped.String() + "</title>" + body), nil
}

// page is the size of a drawing without its legend, in points, 0 for a chart's size, and whether both axes
// have one scale.
type page struct {
	width, height float64
	equal         bool
}

// render draws a plot, with its legend in a column of its own where it has one.
func (g page) render(p *plot.Plot, legend *plot.Legend, title string) (SVG, error) {
	if g.width == 0 || g.height == 0 {
		g.width, g.height = width, height
	}
	w := g.width
	if legend != nil {
		w += legendWidth
	}
	page, c := canvas(w, g.height)
	c.SetColor(p.BackgroundColor)
	c.Fill(c.Rectangle.Path())
	p.BackgroundColor = nil
	area := draw.Crop(c, vg.Points(4), vg.Points(g.width-10-w), vg.Points(4), vg.Points(-6))
	if g.equal {
		equalize(p, p.DataCanvas(area))
	}
	p.Draw(area)
	if legend != nil {
		legend.Draw(draw.Crop(c, vg.Points(g.width), vg.Points(-6), 0, vg.Points(-24)))
	}
	return finish(page, title)
}

// equalize widens one of the two ranges around its middle until a unit of both has the same length in the
// area where data are drawn.
func equalize(p *plot.Plot, on draw.Canvas) {
	size := on.Size()
	perX, perY := (p.X.Max-p.X.Min)/size.X.Points(), (p.Y.Max-p.Y.Min)/size.Y.Points()
	widest := max(perX, perY)
	for axis, by := range map[*plot.Axis]float64{&p.X: widest / perX, &p.Y: widest / perY} {
		middle, half := (axis.Min+axis.Max)/2, (axis.Max-axis.Min)/2*by
		axis.Min, axis.Max = middle-half, middle+half
	}
}
