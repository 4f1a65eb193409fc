package agree_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"testing"

	"flyby"
	"flyby/group"
	"flyby/trajectory"
)

// convoyOfThree returns objects that start together: c leaves after 4, and comes back at 8; d is alone.
func convoyOfThree(t testing.TB) *flyby.Database {
	t.Helper()
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Name: []string{"a", "b", "c", "d"}, Code: []uint32{0, 0, 1, 1, 2, 2, 2, 2, 3}},
		T:  []float64{0, 10, 0, 10, 0, 4, 6, 10, 5},
		X:  []float64{0, 10, 0, 10, 0, 4, 6, 10, 99},
		Y:  []float64{0, 0, 1, 1, 2, 2, 6, 2, 99},
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := flyby.Open(context.Background(), s, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestGroupsOfDatabase: groups come from the database's own encounters, and a wrong search is an error that names
// the fault.
func TestGroupsOfDatabase(t *testing.T) {
	db := convoyOfThree(t)
	ctx := context.Background()
	from := 1.0
	for _, c := range []struct {
		search group.Search
		want   string
	}{
		{group.Search{Distance: 1}, "0 to 4 [0 1 2], 0 to 10 [0 1], 10 to 10 [0 1 2], "},
		{group.Search{Distance: 1, From: &from, MinDuration: 2}, "1 to 4 [0 1 2], 1 to 10 [0 1], "},
		{group.Search{Distance: 1, MinSize: 3, MaxBreak: 7}, "0 to 10 [0 1 2], "},
		{group.Search{Distance: 0.5}, ""},
		{group.Search{Method: group.Convoy, Distance: 1, Clock: group.Clock{Step: 2}}, "0 to 4 [0 1 2], 0 to 10 [0 1], "},
		{group.Search{Method: group.Moving, Distance: 1, Clock: group.Clock{Step: 2}, From: &from}, "2 to 10 [0 1 2], "},
		{group.Search{Method: group.Moving, Distance: 1, Clock: group.Clock{Step: 2}, Theta: 0.75}, "0 to 4 [0 1 2], 6 to 8 [0 1], "},
	} {
		got := ""
		for g, err := range db.Groups(ctx, c.search) {
			if err != nil {
				t.Fatal(err)
			}
			got += fmt.Sprintf("%v to %v %v, ", g.Start, g.End, g.Members)
		}
		if got != c.want {
			t.Errorf("%+v: got %q, want %q", c.search, got, c.want)
		}
	}
	for _, err := range db.Groups(ctx, group.Search{Distance: -1}) {
		if err == nil {
			t.Error("a distance of -1 was taken")
		}
	}
	for range db.Groups(ctx, group.Search{Distance: 1}) {
		break
	}
	db.Close()
	for _, err := range db.Groups(ctx, group.Search{}) {
		if !errors.Is(err, flyby.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
}

// Who travels together, and from when to when?
func ExampleDatabase_Groups() {
	ctx := context.Background()
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Name: []string{"ann", "bob", "cid"}, Code: []uint32{0, 0, 1, 1, 2, 2}},
		T:  []float64{0, 60, 0, 60, 20, 80},
		X:  []float64{0, 60, 0, 60, 20, 80},
		Y:  []float64{0, 0, 1, 1, 2, 2},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	db, err := flyby.Open(ctx, s, flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	for g, err := range db.Groups(ctx, group.Search{Distance: 1.5, MinSize: 2, MinDuration: 30}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("from %v to %v:", g.Start, g.End)
		for _, traj := range g.Members {
			fmt.Print(" ", s.ID(int(traj)))
		}
		fmt.Println()
	}
	// Output:
	// from 0 to 60: ann bob
	// from 20 to 60: ann bob cid
}

// TestGroupsAreExact: a group lasts exactly as long as it must, by every method, whatever float64 makes of its last
// time.
func TestGroupsAreExact(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 1, 2, 2}}, T: []float64{0, 3, 0, 3}, X: []float64{0, 0, 3, 6}, Y: []float64{0, 0, 0, 0},
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []flyby.Method{flyby.MethodSpatiotemporal, flyby.MethodTemporal, flyby.MethodRTree, flyby.MethodBruteForce} {
		db, err := flyby.Open(context.Background(), s, flyby.Options{Device: "cpu", Method: m})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for g, err := range db.Groups(context.Background(), group.Search{Distance: 5, MinDuration: 2}) {
			if n++; err != nil || g.Start != 0 || g.End != 2 {
				t.Errorf("%s: from %v to %v, %v", m, g.Start, g.End, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d groups", m, n)
		}
		db.Close()
	}
}
