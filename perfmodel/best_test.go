package perfmodel

import "testing"

// Where many lanes wait for each other the model must pick a larger batch than the one of least predicted time, if
// it is predicted to take hardly longer, and that one where they do not.
func TestBestSizeOfManyLanesIsLarger(t *testing.T) {
	m := calibrated(t)
	w := workload(rush(400, 60, 1), rush(100, 60, 2), rule(3))
	w.EstimateHits(Sampling{Error: 1e-9})
	for _, lanes := range []float64{manyLanes - 1, manyLanes} {
		m.Kernel.Lanes = lanes
		least := m.Predict(w, 1)
		for s := 2; s <= w.Queries(); s++ {
			if p := m.Predict(w, s); p.Time() < least.Time() {
				least = p
			}
		}
		got := m.Best(w)
		if over := got.Time().Seconds() / least.Time().Seconds(); over > largerMargin+0.005 {
			t.Errorf("%v lanes: s = %d is predicted to take %.3f times the least", lanes, got.Size, over)
		}
		if larger := float64(got.Size) > 1.03*float64(least.Size); larger != (lanes >= manyLanes) {
			t.Errorf("%v lanes: s = %d, the least time is predicted at %d", lanes, got.Size, least.Size)
		}
	}
}
