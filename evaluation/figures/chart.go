package figures

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Series is one curve. Points whose X or Y is not a number, or not above 0 on a logarithmic axis, are
// left out.
type Series struct {
	Name   string // "": not in the legend
	X, Y   []float64
	Color  Color
	Dashed bool
	Points bool // mark the points
	Only   bool // draw the points without a line
	Fill   bool // fill the area below the curve
	// Size is the radius of the points and the width of the line, in points; 0: 1.8 and 1.2.
	Size float64
}

// Level is a horizontal line.
type Level struct {
	Name  string
	Y     float64
	Color Color
}

// Mark is a vertical line.
type Mark struct {
	Name  string
	X     float64
	Color Color
}

// Chart is a set of curves over two axes.
type Chart struct {
	Title  string
	X, Y   Axis
	Series []Series
	Levels []Level
	Marks  []Mark
	// Width and Height are the size of the drawing without its legend, in points; 0: 330 and 240.
	Width, Height float64
	Map           bool // one unit of X is as long as one of Y, and both axes are linear
}

// SVG draws the chart. One without any point to draw is an error.
func (c Chart) SVG() (SVG, error) {
	p := newPlot(c.Title)
	legend := p.Legend
	legend.Top, legend.Left, legend.Padding = true, true, vg.Points(3)
	named, drawn := 0, 0
	for i, s := range c.Series {
		points := c.points(s)
		drawn += len(points)
		if len(points) == 0 {
			continue
		}
		named += addSeries(p, &legend, s, points, i)
	}
	if drawn == 0 {
		return "", fmt.Errorf("figures: %s: nothing to draw", c.Title)
	}
	c.fit(p)
	named += c.addLines(p, &legend)
	c.X.apply(&p.X)
	c.Y.apply(&p.Y)
	size := page{c.Width, c.Height, c.Map}
	if named == 0 {
		return size.render(p, nil, c.Title)
	}
	return size.render(p, &legend, c.Title)
}

// points returns the points of a series that can be drawn.
func (c Chart) points(s Series) plotter.XYs {
	var points plotter.XYs
	for i := range s.X {
		if fits(c.X, s.X[i]) && fits(c.Y, s.Y[i]) {
			points = append(points, plotter.XY{X: s.X[i], Y: s.Y[i]})
		}
	}
	return points
}

func fits(a Axis, v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (v > 0 || !a.Log)
}

// addSeries draws a curve and returns how many names it adds to the legend.
func addSeries(p *plot.Plot, legend *plot.Legend, s Series, points plotter.XYs, i int) int {
	line := &plotter.Line{XYs: points, LineStyle: draw.LineStyle{Color: s.Color.rgb(i), Width: vg.Points(1.2)}}
	marks := &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{
		Color: s.Color.rgb(i), Radius: vg.Points(1.8), Shape: draw.CircleGlyph{},
	}}
	if s.Size > 0 {
		line.Width, marks.Radius = vg.Points(s.Size), vg.Points(s.Size)
	}
	if s.Dashed {
		line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	}
	if s.Fill {
		line.FillColor = s.Color.rgb(i)
	}
	var thumbs []plot.Thumbnailer
	if !s.Only {
		p.Add(line)
		thumbs = append(thumbs, line)
	}
	if s.Points || s.Only {
		p.Add(marks)
		thumbs = append(thumbs, marks)
	}
	if s.Name == "" {
		return 0
	}
	legend.Add(s.Name, thumbs...)
	return 1
}

// fit widens the range of the axes to the levels, which are not data to the plot.
func (c Chart) fit(p *plot.Plot) {
	for _, l := range c.Levels {
		if fits(c.Y, l.Y) {
			p.Y.Min, p.Y.Max = min(p.Y.Min, l.Y), max(p.Y.Max, l.Y)
		}
	}
}

// addLines draws levels and marks over the range of the axes and returns how many names they add to the
// legend.
func (c Chart) addLines(p *plot.Plot, legend *plot.Legend) (named int) {
	x, y := rangeOf(c.X, p.X), rangeOf(c.Y, p.Y)
	var lines []Series
	for _, l := range c.Levels {
		lines = append(lines, Series{Name: l.Name, X: x[:], Y: []float64{l.Y, l.Y}, Color: l.Color})
	}
	for _, m := range c.Marks {
		lines = append(lines, Series{Name: m.Name, X: []float64{m.X, m.X}, Y: y[:], Color: m.Color, Dashed: true})
	}
	for i, l := range lines {
		if points := c.points(l); len(points) == 2 {
			named += addSeries(p, legend, l, points, len(c.Series)+i)
		}
	}
	return named
}

// rangeOf returns the range that an axis will show.
func rangeOf(a Axis, of plot.Axis) [2]float64 {
	a.apply(&of)
	return [2]float64{of.Min, of.Max}
}
