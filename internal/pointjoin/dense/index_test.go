package dense

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/points"
)

// even returns random points in a cube.
func even(t testing.TB, count, n int, side float64) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(65, uint64(n)))
	columns := make([][]float64, n)
	for j := range columns {
		columns[j] = make([]float64, count)
		for i := range columns[j] {
			columns[j][i] = side * r.Float64()
		}
	}
	return storeOf(t, columns...)
}

// TestIndex: places are in order of cells, each cell has its points, and marks find cells as the list of
// cells does.
func TestIndex(t *testing.T) {
	for _, c := range []struct {
		n   int
		eps float64
	}{{1, 0.01}, {2, 0.3}, {2, 1e-6}, {2, 1e-8}, {3, 0.5}, {3, 1e-4}, {5, 2}} {
		s := even(t, 2000, c.n, 10)
		x := newIndex(t, s, c.eps)
		rows := slices.Clone(x.rowOf)
		slices.Sort(rows)
		for row, r := range rows {
			if r != uint32(row) {
				t.Fatalf("%d-D at %v: rows are %v", c.n, c.eps, rows)
			}
		}
		if !slices.IsSorted(x.cells) || x.starts[0] != 0 || int(x.starts[len(x.cells)]) != s.Len() {
			t.Fatalf("%d-D at %v: cells are not in order", c.n, c.eps)
		}
		for cell, id := range x.cells {
			for place := x.starts[cell]; place < x.starts[cell+1]; place++ {
				if got := x.id(s, int(x.rowOf[place])); got != id {
					t.Fatalf("%d-D at %v: place %d of cell %d is of cell %d", c.n, c.eps, place, id, got)
				}
			}
		}
		sameEnds(t, x)
	}
}

// sameEnds compares the rows of cells that marks find with the rows that a search finds.
func sameEnds(t *testing.T, x *Index) {
	t.Helper()
	if x.marks == nil {
		return
	}
	plain := *x
	plain.marks = nil
	for _, later := range []bool{false, true} {
		a, b := newWalker(t.Context(), x, x.frame.rows(later)), newWalker(t.Context(), &plain, x.frame.rows(later))
		b.begin(0)
		for cell := range x.cells {
			if a.look(cell) != b.look(cell) {
				t.Fatalf("cell %d: another number of candidates by search", cell)
			}
			for row := range a.rows {
				if !slices.Equal(a.ends(row), b.ends(row)) {
					t.Fatalf("cell %d: %v, by search %v", cell, a.ends(row), b.ends(row))
				}
			}
		}
	}
}

// labelled calls the methods of Clusters in turn.
func labelled(t *testing.T, x *Index, minPoints int) (core []bool, lead []uint32) {
	t.Helper()
	core, lead = make([]bool, x.Len()), make([]uint32, x.Len())
	_, err := x.Cores(t.Context(), minPoints, core)
	_, err2 := x.Unite(t.Context(), core, lead)
	_, err3 := x.Borders(t.Context(), core, lead)
	if err := errors.Join(err, err2, err3); err != nil {
		t.Fatal(err)
	}
	return core, lead
}

// looseIndex returns an index with rowgrid's cells.
func looseIndex(t *testing.T, s *points.Store, eps float64, threads int) *Index {
	t.Helper()
	x := &Index{within: threshold(t, eps), threads: threads, n: s.Dimensions()}
	x.build(s, looseFrame(s, x.within))
	return x
}

// TestThreads: results do not depend on the number of threads, nor on whether cells are dense or
// rowgrid's.
func TestThreads(t *testing.T) {
	for _, c := range []struct {
		n         int
		eps       float64
		minPoints int
	}{{1, 0.001, 3}, {2, 0.09, 4}, {2, 0.13, 8}, {2, 0.02, 2}, {3, 0.4, 8}, {4, 0.9, 5}} {
		s := even(t, 12_000, c.n, 10)
		core, lead := labelled(t, newIndex(t, s, c.eps), c.minPoints)
		clusters := slices.Clone(lead)
		slices.Sort(clusters)
		if n := len(slices.Compact(clusters)); n < 20 {
			t.Errorf("%d-D, eps %v: %d clusters only", c.n, c.eps, n)
		}
		for _, threads := range []int{2, 7} {
			x, err := New(t.Context(), s, threshold(t, c.eps), threads)
			if err != nil {
				t.Fatal(err)
			}
			if c2, l2 := labelled(t, x, c.minPoints); !slices.Equal(core, c2) || !slices.Equal(lead, l2) {
				t.Errorf("%d-D, eps %v: %d threads have another answer", c.n, c.eps, threads)
			}
		}
		x := looseIndex(t, s, c.eps, 2)
		if c2, l2 := labelled(t, x, c.minPoints); x.dense || !slices.Equal(core, c2) || !slices.Equal(lead, l2) {
			t.Errorf("%d-D, eps %v: rowgrid's cells have another answer", c.n, c.eps)
		}
	}
}

// TestMany: a cell of equal points, and cells full of points, take no more than some comparisons a point.
func TestMany(t *testing.T) {
	const count = 50_000
	equal := storeOf(t, make([]float64, count), make([]float64, count), make([]float64, count), make([]float64, count))
	for _, s := range []*points.Store{equal, even(t, count, 2, 1)} {
		for _, minPoints := range []int{5, count + 1} {
			x := newIndex(t, s, 2)
			core, lead := make([]bool, count), make([]uint32, count)
			all, err := x.Cores(t.Context(), minPoints, core)
			stats, err2 := x.Unite(t.Context(), core, lead)
			all.Add(stats)
			stats, err3 := x.Borders(t.Context(), core, lead)
			all.Add(stats)
			if err := errors.Join(err, err2, err3); err != nil || all.Candidates > 200*count {
				t.Errorf("%d comparisons, %v", all.Candidates, err)
			}
			if core[count-1] != (minPoints < count) || core[0] && lead[count-1] != 0 {
				t.Errorf("minPoints %d: core %t, lead %d", minPoints, core[0], lead[count-1])
			}
		}
	}
}

// TestBytes: an index takes no more memory than Bytes says, nor many times less.
func TestBytes(t *testing.T) {
	for _, n := range []int{2, 3, 6} {
		const count = 40_000
		s := even(t, count, n, 100)
		for _, eps := range []float64{0.06, 0.6, 6} {
			before := heap()
			x := newIndex(t, s, eps)
			labelled(t, x, 4)
			kept := int(heap() - before)
			runtime.KeepAlive(x)
			if said := count * Bytes(n); kept > said || 3*kept < said {
				t.Errorf("%d-D, eps %v: keeps %d bytes, and says %d", n, eps, kept, said)
			}
		}
	}
}

// heap returns the bytes of the heap in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestNew: an index that no machine has memory for is refused before it is made; an ended context is an
// error.
func TestNew(t *testing.T) {
	if err := fits(points.MaxPoints, points.MaxDimensions); !errors.Is(err, memory.ErrNoRoom) {
		t.Errorf("as many points as there may be: %v", err)
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := New(ctx, even(t, 10, 2, 1), threshold(t, 1), 1); !errors.Is(err, why) {
		t.Errorf("cancelled: %v", err)
	}
}
