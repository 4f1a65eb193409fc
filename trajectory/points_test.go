package trajectory_test

import (
	"testing"

	"flyby/trajectory"
)

// TestPoints: IsPoint holds for the samples without a segment, and only at their instants.
func TestPoints(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 2, 2, 2, 2, 2, 3, 3}},
		T:  []float64{5, 0, 10, 11, 20, 30, 0, 1},
		X:  make([]float64, 8), Y: make([]float64, 8),
	}, trajectory.BuildOptions{MaxGap: 5})
	if err != nil {
		t.Fatal(err)
	}
	points := map[int][]float64{0: {5}, 1: {0, 20, 30}}
	for traj := range 3 {
		for _, at := range []float64{-1, 0, 0.5, 1, 5, 10, 11, 20, 30, 31} {
			want := false
			for _, p := range points[traj] {
				want = want || p == at
			}
			if got := s.IsPoint(traj, at); got != want {
				t.Errorf("trajectory %d at %v: %v, want %v", traj, at, got, want)
			}
		}
	}
	if !s.HasPoints() {
		t.Error("no point events")
	}
	without, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{3, 3}}, T: []float64{0, 1}, X: make([]float64, 2), Y: make([]float64, 2),
	}, trajectory.BuildOptions{})
	if err != nil || without.HasPoints() {
		t.Errorf("point events in a segment, error %v", err)
	}
}
