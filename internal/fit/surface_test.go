package fit

import (
	"encoding/json"
	"math"
	"testing"
)

func TestSurfaceExactOnGridPoints(t *testing.T) {
	f := func(c, q float64) float64 { return 1e-6 + 1e-9*math.Sqrt(c)*q*q + 1e-8*math.Sin(c+q) }
	for _, i := range []Interpolation{Linear, Logarithmic} {
		s := grid(t, f, i)
		c, q, _ := s.Grid()
		for _, c := range c {
			for _, q := range q {
				near(t, string(i), s.At(c, q), f(c, q), 1e-13)
			}
		}
	}
}

// TestSurfaceExactOnItsOwnKind: a bilinear surface reproduces a bilinear function everywhere,
// beyond the grid, too; a logarithmic one a power law.
func TestSurfaceExactOnItsOwnKind(t *testing.T) {
	bilinear := func(c, q float64) float64 { return 2e-5 + 3e-9*c + 1e-7*q + 1e-9*c*q }
	power := func(c, q float64) float64 { return 1e-8 * math.Pow(c, 0.7) * math.Pow(q, 1.1) }
	linear, logarithmic := grid(t, bilinear, Linear), grid(t, power, Logarithmic)
	for _, c := range []float64{100, 137, 2999, 50_000, 1e6} {
		for _, q := range []float64{1, 2.5, 77, 1000, 5000} {
			near(t, "linear", linear.At(c, q), bilinear(c, q), 1e-12)
			near(t, "logarithmic", logarithmic.At(c, q), power(c, q), 1e-12)
		}
	}
}

func TestSurfaceBelowTheGrid(t *testing.T) {
	work := grid(t, func(c, q float64) float64 { return c * q }, Linear)
	near(t, "less work", work.At(30, 0.5), 15, 1e-12)
	latency := grid(t, func(c, q float64) float64 { return q }, Linear)
	near(t, "as long", latency.At(30, 7), 7, 1e-12)
	steep := grid(t, func(c, q float64) float64 { return c * c * q }, Linear)
	near(t, "no less than nothing", steep.At(1, 1), 0, 0)
}

func TestSurfaceRefused(t *testing.T) {
	axis := []float64{1, 2}
	nan := math.NaN()
	for name, bad := range map[string]struct {
		c, q, t []float64
		i       Interpolation
	}{
		"one value":     {[]float64{1}, axis, []float64{1, 1}, Linear},
		"below one":     {[]float64{0.5, 2}, axis, []float64{1, 1, 1, 1}, Linear},
		"not rising":    {[]float64{2, 2}, axis, []float64{1, 1, 1, 1}, Linear},
		"no number":     {[]float64{1, nan}, axis, []float64{1, 1, 1, 1}, Linear},
		"infinite axis": {[]float64{1, math.Inf(1)}, axis, []float64{1, 1, 1, 1}, Linear},
		"too few times": {axis, axis, []float64{1, 1, 1}, Linear},
		"zero time":     {axis, axis, []float64{1, 0, 1, 1}, Linear},
		"nan time":      {axis, axis, []float64{1, nan, 1, 1}, Linear},
		"interpolation": {axis, axis, []float64{1, 1, 1, 1}, "cubic"},
	} {
		if _, err := NewSurface(bad.c, bad.q, bad.t, bad.i); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestSurfaceJSON(t *testing.T) {
	s := grid(t, func(c, q float64) float64 { return 1e-6 + 1e-9*c*q }, Logarithmic)
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var read Surface
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	near(t, "read back", read.At(1234, 56), s.At(1234, 56), 0)
	if err := json.Unmarshal([]byte(`{"c":[1,2],"q":[1,2],"seconds":[1],"interpolation":"linear"}`), &read); err == nil {
		t.Error("a grid with holes was accepted")
	}
}
