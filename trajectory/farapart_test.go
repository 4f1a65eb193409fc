package trajectory_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/geo"
	"flyby/trajectory"
)

// spaced returns a trajectory with the given times between its samples, at longitudes and latitudes.
func spaced(took ...float64) (c trajectory.Columns) {
	t := 0.0
	for _, d := range append([]float64{0}, took...) {
		t += d
		c.ID.Int, c.T = append(c.ID.Int, 1), append(c.T, t)
		c.X, c.Y = append(c.X, t/1000), append(c.Y, 0)
	}
	return c
}

// TestFarApart: times of ten times the median and more are counted, and no shorter ones; a gap is not
// counted.
func TestFarApart(t *testing.T) {
	steady := func(took float64, more ...float64) []float64 {
		return append(slices.Repeat([]float64{took}, 20), more...)
	}
	for name, c := range map[string]struct {
		took []float64
		o    trajectory.BuildOptions
		want trajectory.FarApart
	}{
		"steady":        {steady(10), trajectory.BuildOptions{}, trajectory.FarApart{}},
		"ten times":     {steady(10, 100), trajectory.BuildOptions{}, trajectory.FarApart{Segments: 1, Most: 100, Usual: 10}},
		"less":          {steady(10, 97), trajectory.BuildOptions{}, trajectory.FarApart{}},
		"several":       {steady(60, 600, 86400, 700, 30), trajectory.BuildOptions{}, trajectory.FarApart{Segments: 3, Most: 86400, Usual: 60}},
		"half are far":  {append(slices.Repeat([]float64{1}, 5), slices.Repeat([]float64{100}, 5)...), trajectory.BuildOptions{}, trajectory.FarApart{}},
		"no half":       {append(slices.Repeat([]float64{1}, 6), slices.Repeat([]float64{100}, 5)...), trajectory.BuildOptions{}, trajectory.FarApart{Segments: 5, Most: 100, Usual: 1}},
		"one":           {[]float64{5}, trajectory.BuildOptions{}, trajectory.FarApart{}},
		"none":          {nil, trajectory.BuildOptions{}, trajectory.FarApart{}},
		"tiny":          {steady(0x1p-1000, 0x1p-990), trajectory.BuildOptions{}, trajectory.FarApart{Segments: 1, Most: 0x1p-990, Usual: 0x1p-1000}},
		"a limit":       {steady(10, 100), trajectory.BuildOptions{MaxGap: 200}, trajectory.FarApart{}},
		"no limit":      {steady(10, 100), trajectory.BuildOptions{MaxGap: math.Inf(1)}, trajectory.FarApart{}},
		"too fast":      {steady(10, 100, 100), trajectory.BuildOptions{MaxSpeed: 1e-4}, trajectory.FarApart{}},
		"great circles": {steady(10, 30000), trajectory.BuildOptions{Path: geo.GreatCircles()}, trajectory.FarApart{Segments: 1, Most: 30000, Usual: 10}},
	} {
		s, err := trajectory.New(spaced(c.took...), c.o)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.FarApart(); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		if added, _ := s.Split(); (added > 0) != (c.o.Path != nil) {
			t.Errorf("%s: %d segments split", name, added)
		}
	}
}

// TestFarApartIsNear: the count equals the count by sorting, up to two in a hundred at the limit, in any
// order.
func TestFarApartIsNear(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 32))
	for range 200 {
		took := make([]float64, 1+r.IntN(300))
		for i := range took {
			took[i] = math.Exp(2 * r.NormFloat64())
		}
		s, err := trajectory.New(spaced(took...), trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got := s.FarApart()
		for i := range took { // with the rounding of real times
			took[i] = s.T()[i+1] - s.T()[i]
		}
		slices.Sort(took)
		median, least, most := took[len(took)/2], uint64(0), uint64(0)
		for _, d := range took {
			if d >= 10*median {
				least++
			}
			if d >= 9.8*median {
				most++
			}
		}
		if got.Segments < least || got.Segments > most {
			t.Errorf("%d of %d are far, want %d to %d", got.Segments, len(took), least, most)
		}
		if got.Segments > 0 && (got.Most != took[len(took)-1] || got.Usual > median || got.Usual < median*(1-0.008)) {
			t.Errorf("%+v, the median is %v", got, median)
		}
	}
}
