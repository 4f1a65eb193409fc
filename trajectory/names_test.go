package trajectory_test

import (
	"slices"
	"testing"

	"flyby/trajectory"
)

// TestNames: rows named by strings, interleaved, one name being empty, become a store with these
// names.
func TestNames(t *testing.T) {
	ids := []string{"tug", "ferry", "tug", "", "ferry", "9", "10"}
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names(ids), T: []float64{0, 0, 1, 5, 2, 0, 0}, X: []float64{0, 1, 2, 3, 4, 5, 6}, Y: make([]float64, 7),
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		for row := first; row < last; row++ {
			got = append(got, s.ID(traj))
			if want := ids[int(s.X()[row])]; s.ID(traj) != want {
				t.Errorf("x %v is of %q, want %q", s.X()[row], s.ID(traj), want)
			}
		}
	}
	if want := []string{"", "10", "9", "ferry", "ferry", "tug", "tug"}; !slices.Equal(got, want) || s.IntIDs() {
		t.Errorf("ids %q, want %q; integers: %v", got, want, s.IntIDs())
	}
	if c := trajectory.Names(nil); c.Len() != 0 || c.Code == nil {
		t.Errorf("no ids make %+v", c)
	}
}
