package rowgrid

import (
	"flyby/internal/parallel"
	"flyby/points"
)

// lanes is the number of spare places at the end of columns, so that the last points can be read
// by the widest vector.
const lanes = 16

// sortedPoints is points cell by cell, and by row within a cell.
type sortedPoints struct {
	rows    []uint32  // of the points
	offsets []float32 // by place of the frame, and within it by place of the point
	stride  int       // from a point's offset to its offset in the next dimension
	ids     []int64   // of the cells with points, ascending
	starts  []uint32  // by cell, the place of its first point; at the end the number of points
	table   []uint32  // by linear id, the place of the cell's first point; nil where ids are many
}

// newSortedPoints sorts the points of rows [first, last) that are within a frame into its cells.
func newSortedPoints(f *frame, s *points.Store, first, last int) *sortedPoints {
	l := f.locate(s, first, last)
	rows := make([]uint32, 0, last-first+lanes)
	for k, id := range l.ids {
		if id >= 0 {
			rows = append(rows, uint32(first+k))
		}
	}
	var o Order
	o.Sort(rows, f.ids(), parallel.Threads(0), func(row uint32) int64 { return l.ids[int(row)-first] })
	c := &sortedPoints{rows: rows[:len(rows)+lanes], ids: o.Cells, starts: o.Starts}
	c.gather(l.offsets, len(f.order), first)
	return c
}

// Len returns the number of points.
func (c *sortedPoints) Len() int { return len(c.rows) - lanes }

// tabulate makes the table, unless cells are many times more than points.
func (c *sortedPoints) tabulate(f *frame) {
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

// gather puts the offsets of rows from first on, n a row, into the order of the cells.
func (c *sortedPoints) gather(offsets []float32, n, first int) {
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
