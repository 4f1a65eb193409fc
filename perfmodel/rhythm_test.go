package perfmodel

import (
	"testing"

	"flyby/trajectory"
)

// pacing are n trajectories of steps of time; i begins at first(i) and takes step(i) for each.
func pacing(t *testing.T, n, steps int, first, step func(i int) float64) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for i := range n {
		for k := range steps + 1 {
			c.ID.Int = append(c.ID.Int, int64(i))
			c.T = append(c.T, first(i)+float64(k)*step(i))
			c.X, c.Y = append(c.X, float64(i)), append(c.Y, float64(k))
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// constant is the same for all trajectories.
func constant(x float64) func(int) float64 { return func(int) float64 { return x } }

func TestRhythm(t *testing.T) {
	late := func(i int) float64 { return float64(i) / 32 }
	slow := func(i int) float64 { return 1 + float64(i)/32 }
	for name, c := range map[string]struct {
		store *trajectory.Store
		want  int
	}{
		"synchronous":     {pacing(t, 30, 20, constant(0), constant(1)), 30},
		"in turn":         {pacing(t, 30, 20, late, constant(1)), 30},
		"each its own":    {pacing(t, 30, 20, late, slow), 1},
		"one":             {pacing(t, 1, 50, constant(0), constant(1)), 1},
		"one step":        {pacing(t, 7, 1, constant(0), constant(1)), 1},
		"coming and gone": {pacing(t, 30, 2, slow, constant(0.25)), 1},
	} {
		if got := workload(c.store, c.store, rule(1)).Rhythm(); got != c.want {
			t.Errorf("%s: rhythm %d, want %d", name, got, c.want)
		}
	}
}

// A batch that takes one query segment of the next step of time has a step more of candidates: of synchronous
// data the model must pick whole steps, though they are no multiples of the device's tile.
func TestBestSizeEndsWithAStepOfTime(t *testing.T) {
	m := calibrated(t)
	m.Kernel.Quantum = 32
	entries := pacing(t, 2000, 20, constant(0), constant(1))
	w := workload(entries, pacing(t, 50, 20, constant(0), constant(1)), rule(3))
	w.EstimateHits(Sampling{Error: 1e-9})
	if got := m.Best(w).Size; got%50 != 0 {
		t.Errorf("batches of %d query segments, want a multiple of 50", got)
	}
}
