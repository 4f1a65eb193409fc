package slab_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/slab"
	"flyby/internal/testing/slabtest"
	"flyby/trajectory"
)

// grid makes a store whose samples lie on a small grid of times, so that they meet each other,
// gaps and edges: some trajectories of one sample, some of segments that last long.
func grid(t testing.TB, r *rand.Rand, trajectories int) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{Splices: true}
	for id := range trajectories {
		at, piece := float64(r.IntN(6)), uint32(0)
		row := func() {
			c.ID.Int, c.Piece = append(c.ID.Int, int64(id)), append(c.Piece, piece)
			c.T, c.X, c.Y = append(c.T, at), append(c.X, float64(r.IntN(4))), append(c.Y, float64(r.IntN(4)))
		}
		for range 1 + r.IntN(7) {
			if row(); r.IntN(5) == 0 {
				piece++
				row()
			}
			at += float64(1 + r.IntN(1+r.IntN(9)))
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: float64(r.IntN(3) * 4)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCut: every segment is one slab's own, and hangs over into each later slab up to its
// end, with its number of the whole, and with Last and the start of a piece where the whole
// has them.
func TestCut(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 9))
		s := grid(t, r, 8)
		edges := slabtest.Edges(r, s)
		slabs, own := 0, 0
		for b, err := range slabtest.Cut(s, edges) {
			if err != nil {
				t.Fatal(err)
			}
			if slabs > 0 && b.Start != edges[slabs-1] || slabs < len(edges) && b.End != edges[slabs] {
				t.Fatalf("seed %d: slab %d is [%v, %v), edges %v", seed, slabs, b.Start, b.End, edges)
			}
			own += checkSlab(t, fmt.Sprintf("seed %d, slab [%v, %v)", seed, b.Start, b.End), s, b)
			slabs++
		}
		if slabs != len(edges)+1 || own != s.Segments() {
			t.Fatalf("seed %d: %d slabs at %d edges; %d segments are own, want %d", seed, slabs, len(edges), own, s.Segments())
		}
	}
}

// checkSlab compares the segments of a slab with the segments of the whole that should be in
// it, and returns how many are its own.
func checkSlab(t *testing.T, name string, whole *trajectory.Store, b *slab.Slab) (own int) {
	t.Helper()
	type place struct{ traj, segment uint32 }
	want := map[place]int{}
	for row, g := range whole.Rows() {
		traj := whole.Owner(row)
		if g.T0 >= b.Start && g.T0 < b.End || g.T0 < b.Start && g.T1 >= b.Start {
			want[place{uint32(traj), uint32(whole.SegmentID(row))}] = row
		}
		if g.T0 >= b.Start && g.T0 < b.End {
			own++
		}
	}
	if b.Owns() != (own > 0) {
		t.Fatalf("%s: it owns segments: %v, of %d", name, b.Owns(), own)
	}
	for row, g := range b.Store.Rows() {
		traj := b.Store.Owner(row)
		at := place{b.Traj[traj], b.Segment(traj, row)}
		there, ok := want[at]
		delete(want, at)
		if !ok || g != whole.Segment(there) {
			t.Fatalf("%s: row %d is segment %+v, %+v, want %v: %+v", name, row, at, g, ok, whole.Segment(there))
		}
		if starts := whole.StartsPiece(int(at.traj), there); b.Store.StartsPiece(traj, row) != starts {
			t.Fatalf("%s: segment %+v starts a piece: %v, want %v", name, at, !starts, starts)
		}
	}
	if len(want) > 0 {
		t.Fatalf("%s: without %v", name, want)
	}
	if !slices.IsSorted(b.Traj) || len(b.Before) != len(b.Traj) || len(b.Traj) != b.Store.Trajectories() {
		t.Fatalf("%s: %d trajectories are %v of the whole, after %v segments", name, b.Store.Trajectories(), b.Traj, b.Before)
	}
	return own
}

// TestCutAtBadEdges: edges that do not ascend are the caller's mistake.
func TestCutAtBadEdges(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	slabtest.Cut(grid(t, rand.New(rand.NewPCG(1, 1)), 2), []float64{1, 1})
}

// TestEdges: about as many segments start in each slab, and no edge is before the first.
func TestEdges(t *testing.T) {
	for seed := range uint64(50) {
		s := grid(t, rand.New(rand.NewPCG(seed, 4)), 40)
		for n := 1; n < 9; n++ {
			edges := slabtest.Even(s, n)
			if len(edges) > n-1 || !slices.IsSorted(edges) || len(edges) > 0 && edges[0] <= s.Extent().Start {
				t.Fatalf("seed %d: edges %v for %d slabs of [%v, %v]", seed, edges, n, s.Extent().Start, s.Extent().End)
			}
			for b, err := range slabtest.Cut(s, edges) {
				own := 0
				for _, g := range b.Store.Rows() {
					if g.T0 >= b.Start {
						own++
					}
				}
				if err != nil || own == 0 {
					t.Fatalf("seed %d: %v, slab [%v, %v) has no segment of its own", seed, err, b.Start, b.End)
				}
			}
		}
	}
}

// TestWhole: a Whole agrees with the store it is of.
func TestWhole(t *testing.T) {
	s := grid(t, rand.New(rand.NewPCG(7, 7)), 5)
	w := slab.Of(s)
	if w.IDs.Len() != s.Trajectories() || w.Space != s.Space() || w.Times() != s.Times() || w.Segments != uint64(s.Segments()) || w.Extent != s.Extent() || w.Radius != nil {
		t.Errorf("%+v of a store of %d trajectories", w, s.Trajectories())
	}
	if n := w.Named(); n.IDs().Len() != s.Trajectories() || n.ID(3) != s.ID(3) || n.Space() != s.Space() || n.Times() != s.Times() || n.Extent() != s.Extent() {
		t.Errorf("%d trajectories, %v", n.Trajectories(), n.Space())
	}
}
