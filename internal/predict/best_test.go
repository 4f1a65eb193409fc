package predict

import (
	"slices"
	"testing"

	"flyby/internal/estimate"
	"flyby/internal/testing/modeltest"
	"flyby/internal/tier"
	"flyby/perfmodel"
)

// Where many lanes wait for each other the model must pick a larger batch size than the one of least predicted time,
// if the larger is predicted to take hardly longer; with one lane it must pick the size of least time.
func TestBestSizeOfManyLanesIsLarger(t *testing.T) {
	tier.Full(t)
	m := calibrated(t)
	w := workload(modeltest.Rush(400, 60, 1), modeltest.Rush(100, 60, 2), modeltest.Rule(3))
	w.EstimateHits(estimate.Sampling{Error: 1e-9})
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

// A batch with one query segment of the next step of time has that step's candidates too: for synchronous data the
// model must pick whole steps, though they are no multiples of the device's tile.
func TestBestSizeEndsWithAStepOfTime(t *testing.T) {
	tier.Full(t)
	m := calibrated(t)
	m.Kernel.Quantum = 32
	entries := modeltest.Pacing(2000, 20, modeltest.Constant(0), modeltest.Constant(1))
	w := workload(entries, modeltest.Pacing(50, 20, modeltest.Constant(0), modeltest.Constant(1)), modeltest.Rule(3))
	w.EstimateHits(estimate.Sampling{Error: 1e-9})
	if got := m.Best(w).Size; got%50 != 0 {
		t.Errorf("batches of %d query segments, want a multiple of 50", got)
	}
}

// TestFilled: with one batch fewer, the same number and one more, the last batch is as full as multiples of a device's
// quantum allow.
func TestFilled(t *testing.T) {
	for _, c := range []struct {
		size, batches, unit, queries int
		want                         []int
	}{
		{256, 6, 32, 1398, []int{224, 256, 288}}, // 200, 233 and 280 query segments per batch
		{250, 6, 1, 1398, []int{200, 233, 250, 280}},
		{1398, 1, 32, 1398, []int{704, 1398}},
		{1, 1, 32, 1, []int{1}},
	} {
		if got := filled(perfmodel.Prediction{Size: c.size, Batches: c.batches}, c.unit, c.queries); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
