package leaves_test

import (
	"math"
	"slices"
	"testing"

	"flyby/internal/scene"
)

// TestDistribution: bins count all values, in the order of the values, however large they become.
func TestDistribution(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   scene.Histogram
	}{
		{nil, scene.Histogram{Counts: []int{}}},
		{[]float64{0, 0}, scene.Histogram{Counts: []int{2}}},
		{[]float64{1, 2, 3, 4}, scene.Histogram{Width: 0.125, Counts: nil}},
		{[]float64{1e-300, 1e300}, scene.Histogram{Counts: nil}},
		{[]float64{5e-324, 5}, scene.Histogram{Counts: nil}},
		{[]float64{math.MaxFloat64, 0, 1}, scene.Histogram{Counts: nil}},
	} {
		var d scene.Distribution
		for _, v := range c.values {
			d.Add(v)
		}
		h := d.Histogram(false)
		sum := 0
		for _, n := range h.Counts {
			sum += n
		}
		if sum != len(c.values) || len(h.Counts) > 40 || c.want.Counts != nil && !slices.Equal(h.Counts, c.want.Counts) || c.want.Width != 0 && h.Width != c.want.Width {
			t.Errorf("%v: %+v", c.values, h)
		}
		if n := len(c.values); n > 2 && h.Counts[len(h.Counts)-1] == 0 {
			t.Errorf("%v: %+v ends in an empty bin", c.values, h)
		}
	}
	d := scene.Distribution{Width: 2.0 / scene.FineBins}
	d.Add(2)
	d.Add(0.01)
	if h := d.Histogram(true); len(h.Counts) != 32 || h.Counts[31] != 1 || h.Counts[0] != 1 || h.Width != 0.0625 {
		t.Errorf("%+v", h)
	}
}
