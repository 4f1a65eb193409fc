package spool

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestSplices: the slabs of rows whose pieces meet at splices, cut at splices and elsewhere, have the segments of the store of these rows, whether segments were
// written or not.
func TestSplices(t *testing.T) {
	met := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 55))
		c, objects := splicedRows(r)
		ids := reading.IDs{Int: []int64{}}
		for n := range objects {
			ids.Int = append(ids.Int, int64(n))
		}
		folder, err := spill.Open(t.TempDir(), 0)
		if err != nil {
			t.Fatal(err)
		}
		g := grain{page: 1 + r.IntN(9), sample: 1 + r.IntN(4), least: 1 + r.IntN(9)}
		g.most = g.least + []int{0, 20, 1e6}[r.IntN(3)]
		p, err := newPass("rows", 0, Options{Memory: 16 << 20, Folder: folder, grain: g})
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := p.read(func() (reading.IDs, format.Report, error) {
			rows := reading.Rows{Columns: c, Trajectories: objects}
			return ids, format.Report{}, p.take(&rows, func(e *trajectory.RowError) error { return e })
		})
		if err != nil {
			t.Fatal(err)
		}
		want, err := trajectory.New(stored(c), trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if want.HasSplices() {
			met++
		}
		w := slab.Of(want)
		if got := s.Whole(); got.Segments != w.Segments || !slices.Equal(got.Counts, w.Counts) {
			t.Fatalf("seed %d: %d segments %v, want %d: %v", seed, got.Segments, got.Counts, w.Segments, w.Counts)
		}
		checkSlabs(t, r, fmt.Sprint("seed ", seed), s, want)
	}
	if met < 40 {
		t.Errorf("%d stores with splices", met)
	}
}

// splicedRows draws rows of some objects, in order of time, with gaps and splices at whole times.
func splicedRows(r *rand.Rand) (c trajectory.Columns, objects int) {
	objects = 1 + r.IntN(6)
	c.Splices = true
	piece, at := make([]uint32, objects), float64(0)
	for range 1 + r.IntN(60) {
		at += float64(r.IntN(3)) / 2
		for n := range uint32(objects) {
			for range 1 + r.IntN(4)/3 {
				c.ID.Code, c.T, c.Piece = append(c.ID.Code, n), append(c.T, at), append(c.Piece, piece[n])
				c.X, c.Y = append(c.X, float64(r.IntN(9))), append(c.Y, float64(r.IntN(9)))
				if r.IntN(3) == 0 {
					piece[n]++
				}
			}
		}
	}
	keep := trajectory.Columns{Splices: true}
	last := map[uint32]int{}
	for row, n := range c.ID.Code { // without rows that repeat a time in their piece
		if before, seen := last[n]; seen && c.T[before] == c.T[row] && c.Piece[before] == c.Piece[row] {
			continue
		}
		last[n] = row
		keep.ID.Code, keep.T, keep.Piece = append(keep.ID.Code, n), append(keep.T, c.T[row]), append(keep.Piece, c.Piece[row])
		keep.X, keep.Y = append(keep.X, c.X[row]), append(keep.Y, c.Y[row])
	}
	return keep, objects
}

// stored returns a copy of rows for a store, whose ids are their numbers.
func stored(c trajectory.Columns) trajectory.Columns {
	ids := make([]int64, len(c.T))
	for row, n := range c.ID.Code {
		ids[row] = int64(n)
	}
	c.ID = trajectory.IDColumn{Int: ids}
	c.T, c.X, c.Y, c.Piece = slices.Clone(c.T), slices.Clone(c.X), slices.Clone(c.Y), slices.Clone(c.Piece)
	return c
}
