package estimate

import (
	"testing"

	"flyby/internal/testing/modeltest"
	"flyby/trajectory"
)

func TestRhythm(t *testing.T) {
	late := func(i int) float64 { return float64(i) / 32 }
	slow := func(i int) float64 { return 1 + float64(i)/32 }
	for name, c := range map[string]struct {
		store *trajectory.Store
		want  int
	}{
		"synchronous":     {modeltest.Pacing(30, 20, modeltest.Constant(0), modeltest.Constant(1)), 30},
		"in turn":         {modeltest.Pacing(30, 20, late, modeltest.Constant(1)), 30},
		"each its own":    {modeltest.Pacing(30, 20, late, slow), 1},
		"one":             {modeltest.Pacing(1, 50, modeltest.Constant(0), modeltest.Constant(1)), 1},
		"one step":        {modeltest.Pacing(7, 1, modeltest.Constant(0), modeltest.Constant(1)), 1},
		"coming and gone": {modeltest.Pacing(30, 2, slow, modeltest.Constant(0.25)), 1},
	} {
		if got := newWorkload(c.store, c.store, modeltest.Rule(1)).Rhythm(); got != c.want {
			t.Errorf("%s: rhythm %d, want %d", name, got, c.want)
		}
	}
}
