package figures

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// parse wants a text to be one XML element.
func parse(t *testing.T, svg SVG, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(svg), "<svg ") {
		t.Errorf("begins with %.20q", string(svg))
	}
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if dir := os.Getenv("FLYBY_FIGURES"); dir != "" {
		name := strings.ReplaceAll(t.Name(), "/", "-") + ".svg"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(svg), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestChart(t *testing.T) {
	x := []float64{10, 100, 1000, 40_000}
	y := []float64{1, 0.2, 0.13, math.NaN()}
	for name, c := range map[string]Chart{
		"linear": {X: Axis{Label: "s"}, Y: Axis{Label: "seconds", Zero: true}, Series: []Series{{X: x, Y: y}}},
		"log": {
			X: Axis{Label: "s", Log: true}, Y: Axis{Log: true}, Series: []Series{{Name: "a & b <c>", X: x, Y: y, Points: true}},
			Levels: []Level{{"level", 0.05, Purple}}, Marks: []Mark{{"mark", 120, Gray}},
		},
		"one point":   {X: Axis{Log: true}, Y: Axis{Log: true}, Series: []Series{{X: x[:1], Y: y[:1]}}},
		"narrow":      {X: Axis{Log: true}, Series: []Series{{X: []float64{101, 103}, Y: []float64{7, 7}, Only: true}}},
		"given ends":  {X: Axis{Min: 50, Max: 200}, Series: []Series{{X: x, Y: y, Dashed: true}}},
		"filled":      {Series: []Series{{Name: "all", X: x, Y: y, Fill: true, Color: Blue}, {Name: "part", X: x, Y: []float64{0.5, 0.1, 0, 0}, Fill: true}}},
		"a map":       {Series: []Series{{X: x, Y: y, Only: true, Size: 0.5}}, Width: 200, Height: 400, Map: true},
		"names":       {Y: Axis{Names: []string{"a", "b<>"}}, Series: []Series{{X: x[:2], Y: []float64{0, 1}, Size: 5}}},
		"zero on log": {Y: Axis{Log: true}, Series: []Series{{X: x, Y: []float64{0, 1, -1, 2}}}},
	} {
		t.Run(name, func(t *testing.T) {
			c.Title = name + " <&>"
			svg, err := c.SVG()
			parse(t, svg, err)
		})
	}
}

// TestEqualScales: on a map a unit is as long to the right as upwards, however wide the map is.
func TestEqualScales(t *testing.T) {
	for _, size := range [][2]float64{{400, 200}, {200, 400}} {
		p := newPlot("")
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -10, 30, 5, 6
		_, c := canvas(size[0], size[1])
		equalize(p, c)
		x, y := (p.X.Max-p.X.Min)/size[0], (p.Y.Max-p.Y.Min)/size[1]
		if math.Abs(x-y) > 1e-12 || p.X.Min > -10 || p.X.Max < 30 || p.Y.Min > 5 || p.Y.Max < 6 {
			t.Errorf("%v: X %v to %v, Y %v to %v", size, p.X.Min, p.X.Max, p.Y.Min, p.Y.Max)
		}
	}
}

// TestLogTicks: labels of a log axis are short enough to stand side by side.
func TestLogTicks(t *testing.T) {
	var labels []string
	for _, tick := range logTicks(3000, 2e6) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	if got, want := strings.Join(labels, " "), "5000 10k 20k 50k 100k 200k 500k 1e+06 2e+06"; got != want {
		t.Errorf("labels %s, want %s", got, want)
	}
}

func TestNothingToDraw(t *testing.T) {
	for name, draw := range map[string]func() (SVG, error){
		"no series": Chart{}.SVG,
		"no number": Chart{Series: []Series{{X: []float64{1}, Y: []float64{math.NaN()}}}}.SVG,
		"no cells":  HeatMap{X: []float64{1, 2}}.SVG,
		"no bars":   Bars{}.SVG,
	} {
		if _, err := draw(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestHeatMap(t *testing.T) {
	h := HeatMap{Title: "T1", XLabel: "c", YLabel: "q", ZLabel: "seconds", X: []float64{1, 64, 4096}, Y: []float64{1, 10}}
	for _, c := range h.X {
		h.Z = append(h.Z, []float64{c * 1e-6, c * 1e-5})
	}
	t.Run("sloped", func(t *testing.T) {
		svg, err := h.SVG()
		parse(t, svg, err)
	})
	for i := range h.Z {
		h.Z[i] = []float64{1, 1}
	}
	t.Run("flat", func(t *testing.T) {
		svg, err := h.SVG()
		parse(t, svg, err)
	})
}

func TestBars(t *testing.T) {
	b := Bars{
		Title: "mixed and separate", Y: Axis{Label: "ms"}, Groups: []string{"100E/9Q", "1000E/90Q"},
		Series: []BarSeries{{"separate", []float64{1, 3}, Auto}, {"mixed", []float64{0.8, math.NaN()}, Auto}},
	}
	svg, err := b.SVG()
	parse(t, svg, err)
}
