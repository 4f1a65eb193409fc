package figures

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars is groups of bars, one bar of each series in every group.
type Bars struct {
	Title  string
	Y      Axis // linear, from 0
	Groups []string
	Series []BarSeries
}

// BarSeries is a bar of one colour in every group; NaN leaves one out.
type BarSeries struct {
	Name  string
	Y     []float64 // [groups]
	Color Color
}

// SVG draws the bars. None at all is an error.
func (b Bars) SVG() (SVG, error) {
	if len(b.Groups) == 0 || len(b.Series) == 0 {
		return "", fmt.Errorf("figures: %s: nothing to draw", b.Title)
	}
	p := newPlot(b.Title)
	legend := p.Legend
	legend.Top, legend.Left, legend.Padding = true, true, vg.Points(3)
	bar := vg.Points(0.7 * 260 / float64(len(b.Groups)*len(b.Series)))
	for i, s := range b.Series {
		chart := &plotter.BarChart{
			Values: finite(s.Y), Width: bar, Color: s.Color.rgb(i), LineStyle: draw.LineStyle{},
			Offset: bar * vg.Length(float64(i)-float64(len(b.Series)-1)/2),
		}
		p.Add(chart)
		legend.Add(s.Name, chart)
	}
	b.Y.Zero, b.Y.Log = true, false
	b.Y.apply(&p.Y)
	p.X.Tick.Marker = names(b.Groups)
	if len(b.Groups) > 6 {
		p.X.Tick.Label.Rotation = math.Pi / 4
		p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
	}
	return page{}.render(p, &legend, b.Title)
}

// finite replaces NaN by a bar of no height.
func finite(values []float64) plotter.Values {
	all := make(plotter.Values, len(values))
	for i, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			all[i] = v
		}
	}
	return all
}

// names labels 0, 1, ... with names.
func names(of []string) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for i, name := range of {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	return ticks
}
