package rowgrid

import (
	"flyby/internal/hugepage"
	"flyby/internal/parallel"
	"flyby/internal/radix"
)

// Order is the cells of points whose rows were sorted by cell. Sorting again reuses its memory.
type Order struct {
	Cells  []int64  // linear ids of the cells with points, ascending
	Starts []uint32 // by cell, the place of its first row in that order; at the end the number of rows

	packed, spare []uint64 // high half: a part of the id of a cell; low half: a row of the cell
}

// Sort sorts rows by the linear ids of their cells, which are less than ids, on a number of threads; the order does not depend on
// it. Rows of one cell keep their order. id is called more than once for a row, by several goroutines.
func (o *Order) Sort(rows []uint32, ids int64, threads int, id func(row uint32) int64) {
	o.packed, o.spare = sized(o.packed, len(rows)), sized(o.spare, len(rows))
	parts := max(1, min(threads, len(rows)/leastSorted))
	parallel.Ranges(len(rows), parts, func(_, first, last int) {
		for k, row := range rows[first:last] {
			o.packed[first+k] = uint64(uint32(id(row)))<<32 | uint64(row)
		}
	})
	o.sort(parts)
	of := func(p uint64) int64 { return int64(p >> 32) }
	if ids>>32 != 0 {
		parallel.Ranges(len(rows), parts, func(_, first, last int) {
			for k, p := range o.packed[first:last] {
				o.packed[first+k] = uint64(id(uint32(p)))>>32<<32 | uint64(uint32(p))
			}
		})
		o.sort(parts)
		of = func(p uint64) int64 { return id(uint32(p)) }
	}
	parallel.Ranges(len(rows), parts, func(_, first, last int) {
		for k, p := range o.packed[first:last] {
			rows[first+k] = uint32(p)
		}
	})
	o.list(parts, of)
}

// sized returns a slice of n items, in the memory of s if that suffices. Unlike slices.Grow it does not write to new memory, which is left
// to the threads that fill it: the first write to a page takes longest.
func sized[T uint32 | uint64 | int64](s []T, n int) []T {
	if cap(s) >= n {
		return s[:n]
	}
	s = make([]T, n)
	hugepage.Advise(s)
	return s
}

// leastSorted is the number of rows that is worth a goroutine.
const leastSorted = 1 << 14

// sort sorts packed by its high halves.
func (o *Order) sort(threads int) {
	if sorted := radix.IntegersOn(threads, o.packed, o.spare, 32); len(sorted) > 0 && &sorted[0] != &o.packed[0] {
		o.packed, o.spare = sorted, o.packed
	}
}

// list lists the cells. It counts them first, range by range, since most points may be in one.
func (o *Order) list(parts int, of func(packed uint64) int64) {
	before := parallel.Before(len(o.packed), parts, func(first, last int) (begun int) {
		o.begins(first, last, of, func(int, int64) { begun++ })
		return begun
	})
	count := before[parts]
	o.Cells, o.Starts = sized(o.Cells, count), sized(o.Starts, count+1)
	parallel.Ranges(len(o.packed), parts, func(k, first, last int) {
		cell := before[k]
		o.begins(first, last, of, func(place int, id int64) {
			o.Cells[cell], o.Starts[cell] = id, uint32(place)
			cell++
		})
	})
	o.Starts[count] = uint32(len(o.packed))
}

// begins calls begun with the places from first to before last at which a cell begins, and the cell's id.
func (o *Order) begins(first, last int, of func(packed uint64) int64, begun func(place int, id int64)) {
	before := int64(-1)
	if first > 0 && first < last {
		before = of(o.packed[first-1])
	}
	for k, p := range o.packed[first:last] {
		if id := of(p); id != before {
			begun(first+k, id)
			before = id
		}
	}
}
