package rowgrid

import (
	"flyby/internal/parallel"
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
	rows := make([]uint32, 0, last-first+lanes)
	for k, id := range l.ids {
		if id >= 0 {
			rows = append(rows, uint32(first+k))
		}
	}
	var o Order
	o.Sort(rows, f.ids(), parallel.Threads(0), func(row uint32) int64 { return l.ids[int(row)-first] })
	c := &sorted{rows: rows[:len(rows)+lanes], ids: o.Cells, starts: o.Starts}
	c.gather(l.offsets, len(f.order), first)
	return c
}

// Len is the number of points.
func (c *sorted) Len() int { return len(c.rows) - lanes }

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

// gather puts the offsets of the rows from first on, n of each, into the order of the cells.
func (c *sorted) gather(offsets []float32, n, first int) {
	c.stride = len(c.rows)
	c.offsets = make([]float32, n*c.stride)
	parallel.AllCores(c.Len(), func(from, to int) {
		for k, row := range c.rows[from:to] {
			for place, x := range offsets[(int(row)-first)*n:][:n] {
				c.offsets[place*c.stride+from+k] = x
			}
		}
	})
}
