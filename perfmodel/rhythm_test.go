package perfmodel

import (
	"testing"

	"flyby/trajectory"
)

// synchronous are n trajectories with steps of one unit of time, all from 0 on; late ones begin i/n later.
func synchronous(t *testing.T, n, steps int, late bool) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for i := range n {
		for k := range steps + 1 {
			c.ID.Int = append(c.ID.Int, int64(i))
			c.T, c.X, c.Y = append(c.T, float64(k)), append(c.X, float64(i)), append(c.Y, float64(k))
			if late {
				c.T[len(c.T)-1] += float64(i) / float64(n)
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRhythm(t *testing.T) {
	for _, c := range []struct {
		n, steps int
		late     bool
		want     int
	}{{30, 20, false, 30}, {30, 20, true, 1}, {1, 50, false, 1}, {7, 1, false, 7}} {
		q := synchronous(t, c.n, c.steps, c.late)
		if got := workload(q, q, rule(1)).rhythm(); got != c.want {
			t.Errorf("%d trajectories of %d steps, late %v: rhythm %d, want %d", c.n, c.steps, c.late, got, c.want)
		}
	}
}

// A batch that takes one query segment of the next step of time has a step more of candidates: of synchronous
// data the model must pick whole steps, though they are no multiples of the device's tile.
func TestBestSizeEndsWithAStepOfTime(t *testing.T) {
	l := gpu()
	l.quantum = 32
	m, _ := calibrated(t, l)
	w := workload(synchronous(t, 2000, 20, false), synchronous(t, 50, 20, false), rule(3))
	w.EstimateHits(Sampling{Error: 1e-9})
	if got := m.Best(w).Size; got%50 != 0 {
		t.Errorf("batches of %d query segments, want a multiple of 50", got)
	}
}
