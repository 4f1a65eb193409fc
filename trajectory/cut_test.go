package trajectory_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/trajectory"
)

// TestCut: each segment of a store is in exactly one slice of time, the one in which it starts,
// with its row and its trajectory, and it is Last or begins a piece exactly if it does in the
// whole.
func TestCut(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, s := range shapes() {
		for range 40 {
			rows := s.random(r)
			store, err := trajectory.New(s.columns(rows), trajectory.BuildOptions{MaxGap: s.maxGap})
			if err != nil {
				t.Fatal(err)
			}
			at := []float64{-1, float64(r.IntN(20)), float64(20 + r.IntN(20)), 1e9}
			seen := 0
			for i := range at[1:] {
				part := store.Cut(func(p trajectory.Piece) (first, last int) { return store.Starting(p, at[i], at[i+1]) })
				checkPart(t, fmt.Sprintf("%+v from %v to %v", s, at[i], at[i+1]), store, part, at[i], at[i+1])
				seen += part.Segments()
			}
			if seen != store.Segments() {
				t.Fatalf("%+v: %d segments in all slices, want %d", s, seen, store.Segments())
			}
		}
	}
}

func checkPart(t *testing.T, name string, whole *trajectory.Store, part trajectory.Part, from, to float64) {
	t.Helper()
	n := 0
	final := map[int]int{}
	for row, got := range part.Rows() {
		final[part.Owner(row)] = row
		traj := part.Owner(row)
		at := int(part.RowOf[row])
		want := whole.Segment(at)
		if part.StartsPiece(traj, row) != whole.StartsPiece(whole.Owner(at), at) || part.Segment(row) != got {
			t.Fatalf("%s: row %d starts a piece: %v, alone it is %+v, want %+v", name, row, part.StartsPiece(traj, row), part.Segment(row), got)
		}
		if got != want || whole.Owner(at) != int(part.TrajOf[traj]) || want.T0 < from || want.T0 >= to {
			t.Fatalf("%s: row %d of trajectory %d is %+v, want row %d: %+v", name, row, traj, got, at, want)
		}
		n++
	}
	if n != part.Segments() || len(part.RowOf) != part.Samples() || len(part.TrajOf) != part.Trajectories() {
		t.Fatalf("%s: %d segments, want %d; %d rows, %d trajectories", name, n, part.Segments(), len(part.RowOf), len(part.TrajOf))
	}
	if !slices.IsSorted(part.RowOf) || !slices.IsSorted(part.TrajOf) {
		t.Fatalf("%s: rows %v, trajectories %v", name, part.RowOf, part.TrajOf)
	}
	for traj, of := range part.TrajOf {
		if part.LastRow(traj) != final[traj] {
			t.Fatalf("%s: the last segment of trajectory %d is in row %d, want %d", name, traj, part.LastRow(traj), final[traj])
		}
		if part.ID(traj) != whole.ID(int(of)) || part.Radius(traj) != whole.Radius(int(of)) {
			t.Fatalf("%s: trajectory %d is %s, radius %v", name, traj, part.ID(traj), part.Radius(traj))
		}
	}
	if n > 0 && (part.Space() != whole.Space() || part.Times() != whole.Times() || part.IntIDs() != whole.IntIDs()) {
		t.Fatalf("%s: another kind of store", name)
	}
}
