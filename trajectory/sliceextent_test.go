package trajectory_test

import (
	"testing"

	"flyby/datasets"
)

// TestExtentOfSlice: the extent of a slice equals the extent of its trajectories copied to a store
// of their own.
func TestExtentOfSlice(t *testing.T) {
	walks, err := datasets.RandomWalks(20, 10, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]int{{0, 20}, {0, 1}, {7, 12}, {19, 20}} {
		var trajs []int
		for i := c[0]; i < c[1]; i++ {
			trajs = append(trajs, i)
		}
		slice, copied := walks.Slice(c[0], c[1]), walks.Subset(trajs)
		for range 2 {
			if got, want := slice.Extent(), copied.Extent(); got != want {
				t.Errorf("trajectories %v: %v, want %v", c, got, want)
			}
		}
		if slice.Slice(0, 1).Extent() != walks.Slice(c[0], c[0]+1).Extent() {
			t.Errorf("trajectories %v: a slice of the slice has another extent", c)
		}
	}
}
