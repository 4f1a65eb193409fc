package pointindex

import (
	"slices"

	"flyby/internal/parallel"
	"flyby/internal/radix"
)

// A Grid is the cells that have points, in order of their linear ids: the paper's B, G, A and M. Its memory is
// proportional to the number of points, whatever the number of cells between them.
type Grid struct {
	axes    []Axis     // [k]
	ids     ids        // B
	offsets []uint32   // [cells+1] G: where each cell begins in rows, and at the end their number
	rows    []uint32   // [points] A: rows of points, cell by cell, ascending in each
	masks   [][]uint32 // [k][...] M: the occurring coordinates of cells in a dimension, ascending
}

// NewGrid indexes points by their cells in some dimensions, with a column for each, of values of at most 2^1000 in
// magnitude: all dimensions of a store, or fewer. Points within eps >= 0 of each other lie in neighbour cells, whatever
// their coordinates in other dimensions.
func NewGrid(columns [][]float64, eps float64) *Grid {
	g := &Grid{axes: make([]Axis, len(columns))}
	for j, c := range columns {
		g.axes[j] = NewAxis(c, eps)
	}
	g.rows = order(g.axes, columns)
	coordinates := g.cut(columns)
	g.masks = masks(coordinates, len(columns))
	sizes := make([]uint64, len(columns))
	for j, a := range g.axes {
		sizes[j] = a.size()
	}
	g.ids = newIDs(sizes, coordinates)
	return g
}

// cut finds the first row of each cell, and returns the cells' coordinates: [cells][k].
func (g *Grid) cut(columns [][]float64) (coordinates []uint32) {
	begins := make([]bool, len(g.rows))
	parallel.AllCores(len(g.rows), func(from, to int) {
		for i := from; i < to; i++ {
			begins[i] = i == 0 || g.differ(columns, g.rows[i-1], g.rows[i])
		}
	})
	for i, begin := range begins {
		if !begin {
			continue
		}
		g.offsets = append(g.offsets, uint32(i))
		for j, a := range g.axes {
			coordinates = append(coordinates, a.Cell(columns[j][g.rows[i]]))
		}
	}
	g.offsets = append(g.offsets, uint32(len(g.rows)))
	return coordinates
}

// differ reports whether two points lie in different cells.
func (g *Grid) differ(columns [][]float64, p, q uint32) bool {
	for j, a := range g.axes {
		if a.Cell(columns[j][p]) != a.Cell(columns[j][q]) {
			return true
		}
	}
	return false
}

// masks returns the occurring coordinates in each of k dimensions, of cells [cells][k].
func masks(coordinates []uint32, k int) [][]uint32 {
	cells := len(coordinates) / k
	masks := make([][]uint32, k)
	keys, spare := make([]uint64, cells), make([]uint64, cells)
	for j := range masks {
		for cell := range keys {
			keys[cell] = uint64(coordinates[cell*k+j])
		}
		for _, c := range slices.Compact(slices.Clone(radix.Integers(keys, spare, 0))) {
			masks[j] = append(masks[j], uint32(c))
		}
	}
	return masks
}

// Cells returns the number of cells that have points.
func (g *Grid) Cells() int { return len(g.offsets) - 1 }

// Range returns the places of a cell's rows in Order: from first to before last.
func (g *Grid) Range(cell int) (first, last int) { return int(g.offsets[cell]), int(g.offsets[cell+1]) }

// Rows returns the rows of a cell's points. The slice is shared: do not write to it.
func (g *Grid) Rows(cell int) []uint32 { return g.rows[g.offsets[cell]:g.offsets[cell+1]] }

// Order returns the rows of all points, cell by cell. The slice is shared: do not write to it.
func (g *Grid) Order() []uint32 { return g.rows }

// Offsets returns the place of each cell's first row in Order, and at the end the number of rows. The slice is shared:
// do not write to it.
func (g *Grid) Offsets() []uint32 { return g.offsets }

// Axes returns the cells of each indexed dimension. The slice is shared: do not write to it.
func (g *Grid) Axes() []Axis { return g.axes }

// Mask returns the occurring coordinates of cells in a dimension, ascending. The slice is shared: do not write to it.
func (g *Grid) Mask(dimension int) []uint32 { return g.masks[dimension] }
