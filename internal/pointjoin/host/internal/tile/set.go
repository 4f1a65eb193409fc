package tile

import (
	"math"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin/tiling"
	"flyby/points"
)

// tileRows is the number of points of a tile. The last tile may have fewer.
const tileRows = 256

// A set is points in tiles. It is immutable, and any number of goroutines may use it.
type set struct {
	frame   *tiling.Frame
	store   *points.Store
	kernel  kernel
	rows    []uint32  // [tiles][tileRows], the rows of the store; the last tile may be short
	offsets []float32 // [panels][dimensions][kernel.width], in the order of rows, the last panel filled up with its last point
	radius  []float64 // [tiles], the greatest length of offsets; infinite where one is
	tree    tree
}

// newSet returns a set of the points of some rows of a store, in the order that divides them
// into tiles.
func newSet(f *tiling.Frame, s *points.Store, rows []uint32, threads int, k kernel) *set {
	t := &set{frame: f, store: s, kernel: k, rows: rows}
	panels := (len(rows) + k.width - 1) / k.width
	t.offsets = make([]float32, panels*k.width*s.Dimensions())
	t.radius = make([]float64, tiling.Tiles(len(rows), tileRows))
	t.tree = newTree(tiling.Tiles(len(rows), tileRows), s.Dimensions())
	parallel.Ranges(len(t.radius), parallel.Threads(threads), func(_, first, last int) {
		for i := first; i < last; i++ {
			t.fill(i)
		}
	})
	t.tree.join()
	return t
}

// tile returns the rows of a tile.
func (t *set) tile(i int) []uint32 {
	return t.rows[i*tileRows : min((i+1)*tileRows, len(t.rows))]
}

// panel returns the offsets of a panel of a tile.
func (t *set) panel(tile, panel int) []float32 {
	size := t.kernel.width * len(t.frame.Order)
	at := (tile*(tileRows/t.kernel.width) + panel) * size
	return t.offsets[at : at+size]
}

// panels returns the number of panels of a tile.
func (t *set) panels(tile int) int {
	return (len(t.tile(tile)) + t.kernel.width - 1) / t.kernel.width
}

// fill writes the offsets, the radius and the box of a tile.
func (t *set) fill(tile int) {
	rows, width := t.tile(tile), t.kernel.width
	squares := make([]float64, t.panels(tile)*width)
	b := t.tree.box(t.tree.leaf(tile))
	for at, j := range t.frame.Order {
		column, least, most := t.store.Column(j), math.Inf(1), math.Inf(-1)
		for first := 0; first < len(squares); first += width {
			offsets := t.panel(tile, first/width)[at*width : (at+1)*width]
			for i := range offsets {
				v := column[rows[min(first+i, len(rows)-1)]]
				least, most = min(least, v), max(most, v)
				o := t.frame.Offset(at, v)
				offsets[i] = o
				squares[first+i] += float64(float64(o) * float64(o))
			}
		}
		b.least[at], b.most[at] = least, most
	}
	for _, s := range squares {
		t.radius[tile] = max(t.radius[tile], math.Sqrt(s))
	}
}
