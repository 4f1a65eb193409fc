package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/partition"
	"flyby/trajectory"
)

// random makes a store of trajectories that begin, end and pause at any time: some with
// one sample, some with gaps.
func random(t *testing.T, seed uint64, trajectories int) *trajectory.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	var c trajectory.Columns
	for id := range trajectories {
		at := float64(r.IntN(40))
		for range 1 + r.IntN(9) {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, at), append(c.X, r.Float64()), append(c.Y, r.Float64())
			at += 1 + float64(r.IntN(6))
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: 5})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// during returns the segments of a store that start in [from, to).
func during(s *trajectory.Store, from, to float64) *partition.Part {
	return partition.Cut(s, func(p trajectory.Piece) (first, last int) { return s.Starting(p, from, to) })
}

// checkPlace wants every sample of a part to equal the sample at its row of the whole, and to
// be of the same trajectory, and no other row of the whole to be found.
func checkPlace(t *testing.T, whole *trajectory.Store, p *partition.Part) {
	t.Helper()
	found := 0
	for row := range p.Store.Samples() {
		there := int(p.Row(uint32(row)))
		if p.Store.T()[row] != whole.T()[there] || p.Store.X()[row] != whole.X()[there] {
			t.Fatalf("row %d: not the sample of row %d of the whole", row, there)
		}
		owner := p.Store.Owner(row)
		if traj := int(p.Traj(uint32(owner))); traj != whole.Owner(there) || p.Store.ID(owner) != whole.ID(traj) {
			t.Fatalf("row %d: trajectory %d is %d of the whole, want %d", row, owner, traj, whole.Owner(there))
		}
	}
	for there := range whole.Samples() {
		if here, ok := p.FindRow(uint32(there)); ok {
			found++
			if p.Row(here) != uint32(there) {
				t.Fatalf("row %d of the whole is found at %d, which is %d of it", there, here, p.Row(here))
			}
		}
	}
	if found != p.Store.Samples() {
		t.Fatalf("%d rows of the whole are found, want %d", found, p.Store.Samples())
	}
}

// TestPlaces: parts, slices of time, and parts of both have the right rows of the
// whole.
func TestPlaces(t *testing.T) {
	for seed := range uint64(20) {
		s := random(t, seed, 12)
		all := partition.Whole(s)
		middle := during(s, 10, 30)
		shifts := 0
		for row := range middle.Store.Samples() {
			if int(middle.Row(uint32(row)))-row != int(middle.Row(0)) {
				shifts++
			}
		}
		if shifts == 0 {
			t.Fatal("the slice of time is a plain shift: nothing is tested")
		}
		for _, p := range []*partition.Part{
			all, all.Slice(0, 5), all.Slice(5, 12), all.Slice(3, 11).Slice(2, 7), all.Slice(4, 4),
			middle, middle.Slice(1, 4), middle.Slice(1, 4).Slice(1, 3), during(s, 1e6, 2e6),
		} {
			checkPlace(t, s, p)
		}
	}
}

// TestHalves: halves of a part down to single trajectories are together all of it, in
// order.
func TestHalves(t *testing.T) {
	s := random(t, 1, 11)
	for _, whole := range []*partition.Part{partition.Whole(s), during(s, 5, 25)} {
		var rows []uint32
		var halve func(p *partition.Part)
		halve = func(p *partition.Part) {
			halves := p.Halves()
			for _, half := range halves {
				halve(half)
			}
			if len(halves) > 0 {
				return
			}
			if p.Store.Trajectories() != 1 {
				t.Fatalf("%d trajectories have no halves", p.Store.Trajectories())
			}
			for row := range p.Store.Samples() {
				rows = append(rows, p.Row(uint32(row)))
			}
		}
		halve(whole)
		if len(rows) != whole.Store.Samples() || !slices.IsSorted(rows) {
			t.Errorf("rows %v, want all %d in order", rows, whole.Store.Samples())
		}
	}
	if whole := partition.Whole(s); whole.Slice(0, 11) != whole || whole.Slice(0, 11).Store != s {
		t.Error("all of a part is another part: what was made of its store is made again")
	}
	if halves := partition.Whole(s).Slice(3, 3).Halves(); halves != nil {
		t.Errorf("%d halves of no trajectory", len(halves))
	}
}
