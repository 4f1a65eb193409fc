package pointindex

import (
	"flyby/internal/parallel"
	"flyby/internal/radix"
)

// order returns the rows of points in order of their cells' linear ids, and by row within a cell. It sorts by the
// axes from the first on, as many at a time as fit 32 bits, so that it never needs whole ids.
func order(axes []Axis, columns [][]float64) []uint32 {
	keys := make([]uint64, len(columns[0])) // an id along some axes, and in the low 32 bits the row
	for i := range keys {
		keys[i] = uint64(i)
	}
	spare := make([]uint64, len(keys))
	for first := 0; first < len(axes); {
		last, size := first+1, axes[first].size()
		for last < len(axes) && size*axes[last].size() <= 1<<32 {
			size *= axes[last].size()
			last++
		}
		parallel.AllCores(len(keys), func(from, to int) {
			label(keys[from:to], axes[first:last], columns[first:last])
		})
		if sorted := radix.Integers(keys, spare, 32); len(keys) > 0 && &sorted[0] != &keys[0] {
			keys, spare = sorted, keys
		}
		first = last
	}
	rows := make([]uint32, len(keys))
	for i, k := range keys {
		rows[i] = uint32(k)
	}
	return rows
}

// label puts the linear ids of cells along some axes into the high 32 bits, above the rows of their points.
func label(keys []uint64, axes []Axis, columns [][]float64) {
	for i, k := range keys {
		row := uint32(k)
		id := uint64(0)
		for j := len(axes) - 1; j >= 0; j-- {
			id = id*axes[j].size() + uint64(axes[j].Cell(columns[j][row]))
		}
		keys[i] = id<<32 | uint64(row)
	}
}
