package rowgrid

import (
	"slices"

	"flyby/internal/parallel"
	"flyby/internal/radix"
)

// Order is the cells of points whose rows were sorted by cell. Sorting again reuses its memory.
type Order struct {
	Cells  []int64  // linear ids of the cells with points, ascending
	Starts []uint32 // by cell, the place of its first row in that order; at the end the number of rows

	packed, spare []uint64 // high half: a part of the id of a cell; low half: a row of the cell
}

// Sort sorts rows by the linear ids of their cells, which are less than ids, on a number of threads. Rows of one cell keep their order.
// id is called more than once for a row.
func (o *Order) Sort(rows []uint32, ids int64, threads int, id func(row uint32) int64) {
	o.packed, o.spare = slices.Grow(o.packed[:0], len(rows)), slices.Grow(o.spare[:0], len(rows))[:len(rows)]
	for _, row := range rows {
		o.packed = append(o.packed, uint64(row))
	}
	o.pass(threads, func(row uint32) uint64 { return uint64(id(row)) })
	of := func(p uint64) int64 { return int64(p >> 32) }
	if ids>>32 != 0 {
		o.pass(threads, func(row uint32) uint64 { return uint64(id(row)) >> 32 })
		of = func(p uint64) int64 { return id(uint32(p)) }
	}
	for place, p := range o.packed {
		rows[place] = uint32(p)
	}
	o.list(of)
}

// pass sorts rows by the low half of a key, into packed.
func (o *Order) pass(threads int, key func(row uint32) uint64) {
	parallel.Ranges(len(o.packed), threads, func(_, first, last int) {
		for place, p := range o.packed[first:last] {
			row := uint32(p)
			o.packed[first+place] = key(row)<<32 | uint64(row)
		}
	})
	if sorted := radix.Integers(o.packed, o.spare, 32); len(sorted) > 0 && &sorted[0] != &o.packed[0] {
		o.packed, o.spare = sorted, o.packed
	}
}

// list lists the cells. It counts them first, since most points may be in one.
func (o *Order) list(of func(packed uint64) int64) {
	count, last := 0, int64(-1)
	for _, p := range o.packed {
		if id := of(p); id != last {
			count, last = count+1, id
		}
	}
	o.Cells, o.Starts = slices.Grow(o.Cells[:0], count), slices.Grow(o.Starts[:0], count+1)
	last = -1
	for place, p := range o.packed {
		if id := of(p); id != last {
			o.Cells, o.Starts = append(o.Cells, id), append(o.Starts, uint32(place))
			last = id
		}
	}
	o.Starts = append(o.Starts, uint32(len(o.packed)))
}
