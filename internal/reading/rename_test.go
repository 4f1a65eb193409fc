package reading

import (
	"reflect"
	"testing"

	"flyby/trajectory"
)

// TestRename: numbers become names, or integers where all names of trajectories with rows are
// integers, in kept rows and in the list of ids of rows that are handed on.
func TestRename(t *testing.T) {
	for _, c := range []struct {
		numbers []int64
		names   []string
		want    []string // of the numbers
		ints    bool
	}{
		{[]int64{1, 1, 2}, []string{"a", "b"}, []string{"a", "a", "b"}, false},
		{[]int64{2, 2, 3}, []string{"", "7", "-9"}, []string{"7", "7", "-9"}, true},
		{[]int64{1, 2, 1}, []string{"7", "07"}, []string{"7", "07", "7"}, false},
		{[]int64{3, 1, 3}, []string{"x", "", "7"}, []string{"7", "x", "7"}, false},
		{[]int64{1}, []string{"9223372036854775808"}, []string{"9223372036854775808"}, false},
	} {
		n := len(c.numbers)
		kept := &Parsed{Columns: trajectory.Columns{ID: trajectory.IDColumn{Int: append([]int64(nil), c.numbers...)}, T: make([]float64, n), X: make([]float64, n), Y: make([]float64, n)}}
		for i := range n {
			kept.Columns.T[i] = float64(i)
		}
		if err := kept.Rename(c.names); err != nil {
			t.Fatal(err)
		}
		s, err := trajectory.New(kept.Columns, trajectory.BuildOptions{})
		if err != nil || s.IntIDs() != c.ints {
			t.Fatalf("%q: integers %v, %v", c.names, s.IntIDs(), err)
		}
		for i, want := range c.want {
			if traj, ok := s.Find(want); !ok || len(onlyTimes(s, traj, float64(i))) != 1 {
				t.Errorf("%q: no row %d of %q", c.names, i, want)
			}
		}
		handed := &Parsed{IDs: IDs{Int: append([]int64(nil), c.numbers...)}}
		if err := handed.Rename(c.names); err != nil || (handed.IDs.Name == nil) != c.ints {
			t.Fatalf("%q: %+v, %v", c.names, handed.IDs, err)
		}
		if !c.ints && !reflect.DeepEqual(handed.IDs.Name, c.want) {
			t.Errorf("%q: %q, want %q", c.names, handed.IDs.Name, c.want)
		}
	}
}

// onlyTimes returns the samples of a trajectory at a time.
func onlyTimes(s *trajectory.Store, traj int, at float64) (all []float64) {
	first, last := s.Range(traj)
	for _, v := range s.T()[first:last] {
		if v == at {
			all = append(all, v)
		}
	}
	return all
}
