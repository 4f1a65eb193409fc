package rowgrid

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/tier"
	"flyby/points"
)

// scattered returns clumped points of n dimensions in up to cells cells of side 1 (1 + 2^-20) a
// dimension.
func scattered(t testing.TB, r *rand.Rand, count, n, cells int) *points.Store {
	columns := make([][]float64, n)
	for range count {
		clump := float64(r.IntN(3)) / 3
		for j := range columns {
			columns[j] = append(columns[j], (clump+r.Float64()*r.Float64())/2*float64(cells))
		}
	}
	return store(t, columns...)
}

// TestLook: the candidates of a point are the points of the same and neighbour cells, each once; where
// half of the rows are looked at, of two such points exactly one has the other.
func TestLook(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(5, 6))
	for i, c := range []struct{ n, indexed, cells int }{
		{1, 1, 9}, {1, 1, 9}, {1, 1, 700}, {1, 1, 700}, {2, 2, 6}, {2, 2, 6}, {2, 2, 300}, {2, 1, 200}, {2, 1, 200},
		{3, 3, 7}, {3, 3, 7}, {4, 4, 4}, {5, 5, 2}, {5, 5, 3}, {6, 6, 3}, {6, 4, 3}, {3, 3, 1 << 18},
	} {
		s := scattered(t, r, 250, c.n, c.cells)
		f := framed(s, c.indexed, 1)
		x := &index{choice{frame: f}, s, newSortedPoints(f, s, 0, s.Len()), noVectors()}
		if i%2 == 0 {
			x.cells.tabulate(f)
		}
		all, half := seen(x, x.cells, false, 0), seen(x, x.cells, true, 0)
		for a := range uint32(s.Len()) {
			for b := range uint32(s.Len()) {
				want, want2 := 0, 0
				if near(f, s, a, s, b) {
					want, want2 = 1, 1
				}
				if a == b {
					want2 = 0
				}
				if n := all[[2]uint32{a, b}]; n != want {
					t.Fatalf("%+v: %d candidate of %d %d times, want %d", c, b, a, n, want)
				}
				if n := half[[2]uint32{a, b}] + half[[2]uint32{b, a}]; n != want2 {
					t.Fatalf("%+v: %d and %d meet %d times, want %d", c, a, b, n, want2)
				}
			}
		}
		from := len(x.cells.ids) / 2 // a walk that begins in the middle
		rest := seen(x, x.cells, false, from)
		maps.DeleteFunc(all, func(pair [2]uint32, _ int) bool {
			return slices.Index(x.cells.rows, pair[0]) < int(x.cells.starts[from])
		})
		if !maps.Equal(rest, all) {
			t.Fatalf("%+v: %d candidates from cell %d on, want %d", c, len(rest), from, len(all))
		}
	}
}

// TestLookOfOthers: points of another set, some outside the frame, have the right candidates.
func TestLookOfOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct{ n, indexed, cells int }{{1, 1, 64}, {1, 1, 63}, {2, 2, 65}, {3, 3, 5}, {3, 1, 128}} {
		s, others := scattered(t, r, 300, c.n, c.cells), scattered(t, r, 200, c.n, 2*c.cells)
		f := framed(s, c.indexed, 1)
		x := &index{choice{frame: f}, s, newSortedPoints(f, s, 0, s.Len()), noVectors()}
		got := seen(x, newSortedPoints(f, others, 0, others.Len()), false, 0)
		for a := range uint32(others.Len()) {
			for b := range uint32(s.Len()) {
				want := 0
				if near(f, others, a, s, b) {
					want = 1
				}
				if n := got[[2]uint32{a, b}]; n != want {
					t.Fatalf("%+v: %d candidate of %d %d times, want %d", c, b, a, n, want)
				}
			}
		}
	}
}

// seen counts the candidates of points by their rows, from a cell on.
func seen(x *index, of *sortedPoints, half bool, cell int) map[[2]uint32]int {
	all := map[[2]uint32]int{}
	w := newWalker(x.frame, newNeighbours(x.frame, half), of, x.cells, cell)
	for ; cell < len(of.ids); cell++ {
		w.look(cell)
		for at := of.starts[cell]; at < of.starts[cell+1]; at++ {
			for k, span := range w.spans {
				if half && k == 0 {
					span.first = at + 1
				}
				for ; span.first < span.last; span.first++ {
					all[[2]uint32{of.rows[at], x.cells.rows[span.first]}]++
				}
			}
		}
	}
	return all
}

// near reports whether a point is in the same cell as another of the frame's points or in a
// neighbouring one, by the indexed dimensions, and within the frame by the others.
func near(f *frame, s *points.Store, a uint32, among *points.Store, b uint32) bool {
	for place, j := range f.order {
		p, q := f.coordinate(place, s.Column(j)[a]), f.coordinate(place, among.Column(j)[b])
		if !f.within(place, p) {
			return false
		}
		d := int64(p+1) - int64(q+1)
		if place < f.indexed && (d < -1 || d > 1) {
			return false
		}
	}
	return true
}

// TestWideIDs: points are in order of ids of more than 32 bits, and by row within a cell.
func TestWideIDs(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	s := scattered(t, r, 2000, 2, 1<<20)
	for _, f := range []*frame{framed(s, 2, 1), framed(s, 2, 300), framed(s, 1, 1)} {
		c := newSortedPoints(f, s, 0, s.Len())
		if !slices.IsSorted(c.ids) || len(slices.Compact(slices.Clone(c.ids))) != len(c.ids) {
			t.Fatalf("%d cells are not in order", len(c.ids))
		}
		ids := f.locate(s, 0, s.Len()).ids
		for cell, id := range c.ids {
			rows := c.rows[c.starts[cell]:c.starts[cell+1]]
			if !slices.IsSorted(rows) || slices.ContainsFunc(rows, func(row uint32) bool { return ids[row] != id }) {
				t.Fatalf("cell %d: rows %v", id, rows)
			}
		}
	}
}

// TestAfter: After finds the next id from any place.
func TestAfter(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	for _, count := range []int{0, 1, 2, 100} {
		var ids []int64
		last := int64(-1)
		for range count {
			last += 1 + r.Int64N(1<<r.IntN(8))
			ids = append(ids, last)
		}
		for p := 0; p <= count; p++ {
			for id := int64(-2); id < last+3; id++ {
				want := p
				for want < count && ids[want] < id {
					want++
				}
				if got := After(ids, p, id); got != want {
					t.Fatalf("%v: from %d on %d is at %d, want %d", ids, p, id, got, want)
				}
			}
		}
	}
}

// TestTable: the table has the first point of each cell, and is not made where cells are many.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 30))
	s := scattered(t, r, 500, 2, 20)
	f := framed(s, 2, 1)
	c := newSortedPoints(f, s, 0, s.Len())
	if c.tabulate(f); int64(len(c.table)) != f.ids()+1 {
		t.Fatalf("a table of %d for %d ids", len(c.table), f.ids())
	}
	for id, at := range c.table {
		cell, _ := slices.BinarySearch(c.ids, int64(id))
		if at != c.starts[cell] {
			t.Errorf("the points of %d begin at %d, want %d", id, at, c.starts[cell])
		}
	}
	many := framed(s, 2, 0.1)
	c = newSortedPoints(many, s, 0, s.Len())
	if c.tabulate(many); c.table != nil {
		t.Errorf("a table of %d for %d points", len(c.table), s.Len())
	}
}
