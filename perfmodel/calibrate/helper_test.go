package calibrate

import (
	"math"
	"testing"

	"flyby/internal/fit"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// grid makes a surface from a function of c and q.
func grid(t *testing.T, f func(c, q float64) float64, i fit.Interpolation) *fit.Surface {
	t.Helper()
	c, q := []float64{100, 400, 3000, 90_000}, []float64{1, 4, 30, 600, 1024}
	var times []float64
	for _, c := range c {
		for _, q := range q {
			times = append(times, f(c, q))
		}
	}
	s, err := fit.NewSurface(c, q, times, i)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
