package figures

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// HeatMap is positive values over a grid, in colours of their logarithms. Every value of an axis gets a
// column or row of the same size.
type HeatMap struct {
	Title          string
	XLabel, YLabel string
	X, Y           []float64   // [nx], [ny]
	Z              [][]float64 // [nx][ny], above 0
	ZLabel         string
}

// cells is a HeatMap in the form of the plotter's GridXYZ.
type cells struct{ HeatMap }

func (g cells) Dims() (c, r int)   { return len(g.HeatMap.X), len(g.HeatMap.Y) }
func (g cells) X(c int) float64    { return float64(c) }
func (g cells) Y(r int) float64    { return float64(r) }
func (g cells) Z(c, r int) float64 { return math.Log10(g.HeatMap.Z[c][r]) }

// barWidth is the width of a heat map's colour bar, in points.
const barWidth = 70

// SVG draws the map with a bar of its colours. A map without cells is an error.
func (h HeatMap) SVG() (SVG, error) {
	if len(h.X) < 2 || len(h.Y) < 2 {
		return "", fmt.Errorf("figures: %s: a grid of %d x %d has no area", h.Title, len(h.X), len(h.Y))
	}
	colors := moreland.ExtendedBlackBody()
	low, high := h.limits()
	colors.SetMin(low)
	colors.SetMax(high)
	m := plotter.NewHeatMap(cells{h}, colors.Palette(128))
	m.Min, m.Max = low, high
	p := newPlot(h.Title)
	p.Add(m)
	p.X.Label.Text, p.Y.Label.Text = h.XLabel, h.YLabel
	p.X.Tick.Marker, p.Y.Tick.Marker = places(h.X), places(h.Y)
	p.X.Padding, p.Y.Padding = 0, 0
	return renderBeside(p, h.bar(m), h.Title)
}

// scale is a column of the values from Min to Max, for the colour bar.
type scale struct{ min, max float64 }

func (s scale) Dims() (c, r int)   { return 1, 64 }
func (s scale) X(int) float64      { return 0 }
func (s scale) Y(r int) float64    { return s.min + (s.max-s.min)*(float64(r)+0.5)/64 }
func (s scale) Z(_, r int) float64 { return s.Y(r) }

// bar returns the colour bar of a map.
func (h HeatMap) bar(m *plotter.HeatMap) *plot.Plot {
	bar := newPlot("")
	column := plotter.NewHeatMap(scale{m.Min, m.Max}, m.Palette)
	column.Min, column.Max = m.Min, m.Max
	bar.Add(column)
	bar.HideX()
	bar.Y.Padding = 0
	bar.Y.Label.Text = h.ZLabel
	bar.Y.Tick.Marker = plot.TickerFunc(powers)
	return bar
}

// limits returns the logarithms of the least and the greatest value, a little apart.
func (h HeatMap) limits() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, column := range h.Z {
		for _, z := range column {
			low, high = min(low, math.Log10(z)), max(high, math.Log10(z))
		}
	}
	return low, max(high, low+1e-3)
}

// places labels the columns or rows of a map with their values, at most eight of them.
func places(values []float64) plot.ConstantTicks {
	every := (len(values) + 7) / 8
	var ticks plot.ConstantTicks
	for i, v := range values {
		t := plot.Tick{Value: float64(i)}
		if i%every == 0 {
			t.Label = strconv.FormatFloat(v, 'f', -1, 64)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// powers labels logarithms with the numbers whose logarithms they are.
func powers(lo, hi float64) []plot.Tick {
	ticks := logTicks(math.Pow(10, lo), math.Pow(10, hi))
	for i := range ticks {
		ticks[i].Value = math.Log10(ticks[i].Value)
	}
	return ticks
}

// renderBeside draws a plot and a narrow one to its right.
func renderBeside(p, bar *plot.Plot, title string) (SVG, error) {
	const w = width + barWidth
	page, c := canvas(w, height)
	c.SetColor(p.BackgroundColor)
	c.Fill(c.Rectangle.Path())
	p.BackgroundColor, bar.BackgroundColor = nil, nil
	p.Draw(draw.Crop(c, vg.Points(4), vg.Points(-barWidth-10), vg.Points(4), vg.Points(-6)))
	bar.Draw(draw.Crop(c, vg.Points(width-4), vg.Points(-6), vg.Points(30), vg.Points(-24)))
	return finish(page, title)
}
