package pointindex

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// lattice returns columns with a point in each of some cells of a grid of eps 1, cells of coordinates 1 and up.
func lattice(cells [][]uint32) [][]float64 {
	columns := make([][]float64, len(cells[0]))
	for _, c := range cells {
		for j := range columns {
			columns[j] = append(columns[j], 1.1*float64(c[j]-1))
		}
	}
	return columns
}

// idsOf returns the linear ids of cells at places.
func idsOf(g *Grid, places []uint32) (ids []uint64) {
	for _, cell := range places {
		ids = append(ids, g.ids.(ids64).ids[cell])
	}
	return ids
}

// TestPapersExamples: the grids that the papers draw, both 7 cells wide. Figure 2 of GPU-SJ: cell C_7 of the 11 with points,
// counted from 0 here, has the id 30; its ranges are [1,3] and [3,5], in which [1,2] and [3,5] occur; of six ids searched
// for, three exist. Figure 1 of GPU-Join: the neighbours of cell 24 are 18, 23, 24 and 32.
func TestPapersExamples(t *testing.T) {
	for _, c := range []struct {
		paper    string
		cells    [][]uint32
		cell     []uint32
		id       uint64
		near     [][]uint32
		searches int64
		want     []uint64
	}{
		{
			"GPU-SJ", [][]uint32{{1, 1}, {2, 1}, {4, 1}, {5, 1}, {4, 2}, {5, 2}, {1, 3}, {2, 4}, {4, 4}, {1, 5}, {5, 5}},
			[]uint32{2, 4}, 30, [][]uint32{{1, 2}, {3, 4, 5}}, 6, []uint64{22, 30, 36},
		},
		{
			"GPU-Join", [][]uint32{{1, 1}, {4, 2}, {2, 3}, {3, 3}, {4, 4}, {5, 1}, {1, 5}},
			[]uint32{3, 3}, 24, [][]uint32{{2, 3, 4}, {2, 3, 4}}, 9, []uint64{18, 23, 24, 32},
		},
	} {
		g := NewGrid(lattice(c.cells), 1)
		if g.Cells() != len(c.cells) || g.axes[0].size() != 7 {
			t.Fatalf("%s: %d cells, %d wide", c.paper, g.Cells(), g.axes[0].size())
		}
		cell, ok := g.ids.find(c.cell, 0)
		if ids := idsOf(g, []uint32{uint32(cell)}); !ok || ids[0] != c.id {
			t.Fatalf("%s: ids %v, %t", c.paper, ids, ok)
		}
		f := g.NewFinder()
		found := idsOf(g, f.OfCell(nil, cell, AllNeighbours))
		if !slices.Equal(found, c.want) || f.Searches() != c.searches {
			t.Errorf("%s: %d after %d searches", c.paper, found, f.Searches())
		}
		for j, near := range c.near {
			if !slices.Equal(f.near[j], near) {
				t.Errorf("%s: %v in dimension %d, want %v", c.paper, f.near[j], j+1, near)
			}
		}
	}
	g := NewGrid(lattice([][]uint32{{1, 1}, {1, 3}, {1, 3}, {2, 4}, {5, 5}}), 1)
	if got := g.Rows(1); !slices.Equal(got, []uint32{1, 2}) || idsOf(g, []uint32{1})[0] != 22 {
		t.Errorf("rows %v of id 22", got)
	}
}

// sparse returns random points of k dimensions, some at one place, others far away.
func sparse(r *rand.Rand, points, k int, size float64) [][]float64 {
	columns := make([][]float64, k)
	for i := range points {
		copied := i > 0 && r.IntN(4) == 0
		for j := range columns {
			v := size * r.Float64()
			switch {
			case copied:
				v = columns[j][r.IntN(i)]
			case r.IntN(50) == 0:
				v = 1e9 * r.NormFloat64()
			}
			columns[j] = append(columns[j], v)
		}
	}
	return columns
}

// TestGrid: cells come in order of their coordinates, the last dimension first; every row is in one cell, ascending; each
// cell is found at its place, by ids of 64 bits, of 128, and by coordinates alone.
func TestGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kinds := map[string]int{}
	for _, k := range []int{1, 2, 3, 5, 6, 9} {
		for _, eps := range []float64{0.3, 5, 0, 1e-7} {
			g := NewGrid(sparse(r, 300, k, 3), eps)
			kinds[fmt.Sprintf("%T", g.ids)]++
			rows := slices.Clone(g.Order())
			if slices.Sort(rows); len(slices.Compact(rows)) != 300 {
				t.Fatalf("k %d, eps %v: %d rows", k, eps, len(rows))
			}
			before, c := make([]uint32, k), make([]uint32, k)
			for cell := range g.Cells() {
				g.ids.coordinates(c, cell)
				if cell > 0 && compareCells(before, c) >= 0 {
					t.Fatalf("k %d, eps %v: %v follows %v", k, eps, c, before)
				}
				if place, ok := g.ids.find(c, 0); !ok || place != cell {
					t.Fatalf("k %d, eps %v: %v is at %d, not %d", k, eps, c, place, cell)
				}
				if rows := g.Rows(cell); len(rows) == 0 || !slices.IsSorted(rows) {
					t.Fatalf("k %d, eps %v: rows %v of a cell", k, eps, rows)
				}
				copy(before, c)
				c[k-1] += 1 << 30
				if _, ok := g.ids.find(c, 0); ok && k > 1 {
					t.Fatalf("k %d, eps %v: %v is there", k, eps, c)
				}
			}
		}
	}
	if len(kinds) != 3 {
		t.Errorf("ids of %v", kinds)
	}
}

// TestIDs: the three kinds of ids find the same cells.
func TestIDs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	sizes := []uint64{7, 1 << 20, 3, 1 << 28}
	var cells [][]uint32
	for range 500 {
		cells = append(cells, []uint32{r.Uint32N(7), r.Uint32N(4), r.Uint32N(3), r.Uint32N(5) << 20})
	}
	slices.SortFunc(cells, compareCells)
	cells = slices.CompactFunc(cells, slices.Equal)
	all := slices.Concat(cells...)
	kinds := []ids{newIDs64(sizes, all), newIDs128(sizes, all), tuples{4, all}, newIDs(append(slices.Clone(sizes[:3]), 1<<10), all)}
	for range 2000 {
		c := []uint32{r.Uint32N(7), r.Uint32N(4), r.Uint32N(3), r.Uint32N(5) << 20}
		want, ok := slices.BinarySearchFunc(cells, c, compareCells)
		for _, kind := range kinds[:3] {
			if place, found := kind.find(c, r.IntN(want+1)); found != ok || place != want {
				t.Fatalf("%T: %v at %d, %t; want %d, %t", kind, c, place, found, want, ok)
			}
		}
	}
	carried := newIDs128([]uint64{math.MaxUint64, 5}, []uint32{2, 1}) // no grid has these; their lower halves overflow
	c := make([]uint32, 2)
	if carried.coordinates(c, 0); carried.ids[0] != (id128{1, 1}) || !slices.Equal(c, []uint32{2, 1}) {
		t.Errorf("%v, of %v", carried.ids, c)
	}
	for _, c := range []struct {
		sizes []uint64
		want  string
	}{
		{[]uint64{1 << 28, 1 << 28, 1 << 7}, "pointindex.ids64"}, {[]uint64{1 << 28, 1 << 28, 1 << 8}, "pointindex.ids128"},
		{[]uint64{1 << 28, 1 << 28, 1 << 28, 1 << 28, 1 << 15}, "pointindex.ids128"}, {[]uint64{1 << 28, 1 << 28, 1 << 28, 1 << 28, 1 << 16}, "pointindex.tuples"},
	} {
		if got := fmt.Sprintf("%T", newIDs(c.sizes, nil)); got != c.want {
			t.Errorf("%d: %s", c.sizes, got)
		}
	}
}

// TestNoPoints: a grid without points has no cells, and no neighbours.
func TestNoPoints(t *testing.T) {
	g := NewGrid([][]float64{{}, {}}, 1)
	if g.Cells() != 0 || len(g.Order()) != 0 || len(g.NewFinder().OfPoint(nil, []float64{0, 0})) != 0 {
		t.Errorf("%d cells", g.Cells())
	}
	if g = NewGrid([][]float64{{math.Copysign(0, -1), 0}}, 0); g.Cells() != 1 {
		t.Errorf("0 and -0 in %d cells", g.Cells())
	}
}

// TestOfPoint: the neighbours of any point, on the grid or off, are the cells that hold points within eps of it.
func TestOfPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for _, k := range []int{1, 2, 4} {
		columns := sparse(r, 200, k, 4)
		g := NewGrid(columns, 0.5)
		f := g.NewFinder()
		for range 500 {
			q := make([]float64, k)
			for j := range q {
				if q[j] = 8*r.Float64() - 2; r.IntN(9) == 0 {
					q[j] = math.Ldexp(r.NormFloat64(), r.IntN(900))
				}
			}
			found := map[uint32]bool{}
			for _, cell := range f.OfPoint(nil, q) {
				for _, row := range g.Rows(int(cell)) {
					found[row] = true
				}
			}
			for row := range columns[0] {
				near := true
				for j := range q {
					near = near && math.Abs(columns[j][row]-q[j]) <= 0.5
				}
				if near && !found[uint32(row)] {
					t.Fatalf("%v does not meet row %d", q, row)
				}
			}
		}
	}
}
