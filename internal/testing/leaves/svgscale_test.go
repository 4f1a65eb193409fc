package leaves_test

import (
	"math"
	"slices"
	"testing"

	"flyby/internal/svg"
)

// TestTicks: ticks are round numbers within their range, and few.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		from, to, steps float64
		want            []float64
	}{
		{0, 10, 5, []float64{0, 2, 4, 6, 8, 10}}, {-0.35, 0.35, 7, []float64{-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3}}, {-1, 1, 2, []float64{-1, 0, 1}},
	} {
		if got := svg.Ticks(c.from, c.to, c.steps); !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("%v: %v", c, got)
		}
	}
	for _, size := range []float64{5e-324, 1e-300, 3.7, 4e12, 1e300} {
		if got := svg.Ticks(0, size, 5); len(got) > 15 {
			t.Errorf("%v: %v", size, got)
		}
	}
}
