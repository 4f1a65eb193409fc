package trajectory_test

import (
	"fmt"
	"testing"

	"flyby/trajectory"
)

// TestIDs: ids made without a store equal the ids of a store with the same trajectories.
func TestIDs(t *testing.T) {
	for _, names := range []bool{false, true} {
		s := withIDs(t, []int64{3, 1, 20}, names)
		want, made := []string{"1", "3", "20"}, trajectory.IntIDs([]int64{1, 3, 20})
		if names {
			want, made = []string{"1", "20", "3"}, trajectory.NameIDs([]string{"1", "20", "3"})
		}
		for _, ids := range []trajectory.IDs{s.IDs(), made} {
			if ids.Len() != 3 || ids.IntIDs() == names {
				t.Errorf("%d ids, integers: %v", ids.Len(), ids.IntIDs())
			}
			for i, id := range want {
				if at, ok := ids.Find(id); ids.ID(i) != id || at != i || !ok {
					t.Errorf("id %d is %s, found at %d; want %s", i, ids.ID(i), at, id)
				}
			}
		}
		pairs := 0
		for a, b := range made.Shared(trajectory.NameIDs([]string{"2", "20", "x"})) {
			if pairs++; want[b] != "20" || a != 1 {
				t.Errorf("%d is %s", a, want[b])
			}
		}
		if pairs != 1 {
			t.Errorf("%d pairs with the same id, want 1", pairs)
		}
	}
	if ids := trajectory.NameIDs(nil); ids.IntIDs() || ids.Len() != 0 {
		t.Error("no names are integers")
	}
}

// TestIDsAscend: ids that do not ascend panic, as the caller's mistake.
func TestIDsAscend(t *testing.T) {
	for name, f := range map[string]func(){
		"integers": func() { trajectory.IntIDs([]int64{2, 1}) },
		"twice":    func() { trajectory.IntIDs([]int64{1, 1}) },
		"names":    func() { trajectory.NameIDs([]string{"9", "10"}) },
	} {
		func() {
			defer func() {
				if fmt.Sprint(recover()) == "<nil>" {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// TestNamed: a store without samples has the ids, the times and the space that it is made with.
func TestNamed(t *testing.T) {
	for _, space := range []trajectory.Space{{Dim: 2}, {Dim: 3}, {Dim: 3, Frame: trajectory.EarthCentred}} {
		s := trajectory.NameIDs([]string{"a", "b"}).Named(trajectory.Timestamp, space, trajectory.Extent{Start: 3, End: 5})
		if s.Trajectories() != 2 || s.ID(1) != "b" || s.IntIDs() || s.Times() != trajectory.Timestamp || s.Space() != space || s.Samples()+s.Segments() != 0 {
			t.Errorf("%d trajectories, %v, %v, %d samples", s.Trajectories(), s.Space(), s.Times(), s.Samples())
		}
	}
}
