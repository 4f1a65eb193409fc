package rowgrid

import (
	"flyby/internal/parallel"
	"flyby/internal/radix"
	"flyby/points"
)

// lanes is how many places more than there are points columns have, so that the last points may be
// read as many at a time as the widest vector has.
const lanes = 16

// sorted is points cell by cell, and those of a cell by row.
type sorted struct {
	rows    []uint32  // of the points
	offsets []float32 // by place of the frame, and of each by place of the point
	stride  int       // from a point's offset to that in the next dimension
	ids     []int64   // of the cells with points, ascending
	starts  []uint32  // where their points begin, then the number of points
	table   []uint32  // by linear id where a cell's points begin; nil where ids are many
}

// newSorted sorts points into the cells of a frame. Those of a range of rows are taken that are
// within the frame.
func newSorted(f *frame, s *points.Store, first, last int) *sorted {
	l := f.locate(s, first, last)
	packed := make([]uint64, 0, last-first)
	for k, id := range l.ids {
		if id >= 0 {
			packed = append(packed, uint64(id)<<32|uint64(uint32(k)))
		}
	}
	packed = radix.Integers(packed, make([]uint64, len(packed)), 32)
	long := f.ids()>>32 != 0
	if long {
		for k, p := range packed {
			packed[k] = uint64(l.ids[uint32(p)])>>32<<32 | uint64(uint32(p))
		}
		packed = radix.Integers(packed, make([]uint64, len(packed)), 32)
	}
	c := &sorted{rows: make([]uint32, len(packed)+lanes)}
	for k, p := range packed {
		c.rows[k] = uint32(first) + uint32(p)
	}
	if long {
		c.list(packed, func(p uint64) int64 { return l.ids[uint32(p)] })
	} else {
		c.list(packed, func(p uint64) int64 { return int64(p >> 32) })
	}
	c.gather(packed, l.offsets, len(f.order))
	return c
}

// Len is the number of points.
func (c *sorted) Len() int { return len(c.rows) - lanes }

// list makes the list of cells, whose ids are of sorted keys.
func (c *sorted) list(packed []uint64, of func(uint64) int64) {
	last := int64(-1)
	c.ids, c.starts = make([]int64, 0, len(packed)/2), make([]uint32, 0, len(packed)/2)
	for k, p := range packed {
		if id := of(p); id != last {
			c.ids, c.starts = append(c.ids, id), append(c.starts, uint32(k))
			last = id
		}
	}
	c.starts = append(c.starts, uint32(len(packed)))
}

// tabulate makes the table, unless cells are many times more than points.
func (c *sorted) tabulate(f *frame) {
	const most, few = 4, 1 << 10
	if f.ids() > most*int64(c.Len())+few {
		return
	}
	c.table = make([]uint32, 0, f.ids()+1)
	for k, id := range c.ids {
		for int64(len(c.table)) <= id {
			c.table = append(c.table, c.starts[k])
		}
	}
	for int64(len(c.table)) <= f.ids() {
		c.table = append(c.table, uint32(c.Len()))
	}
}

// gather puts the offsets of rows, n of each, into the order of the cells.
func (c *sorted) gather(packed []uint64, offsets []float32, n int) {
	c.stride = len(c.rows)
	c.offsets = make([]float32, n*c.stride)
	parallel.AllCores(len(packed), func(first, last int) {
		for k := first; k < last; k++ {
			for place, x := range offsets[int(uint32(packed[k]))*n:][:n] {
				c.offsets[place*c.stride+k] = x
			}
		}
	})
}
