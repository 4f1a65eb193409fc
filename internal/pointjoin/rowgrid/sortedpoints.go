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
	rows := l.within(first)
	var o Order
	o.Sort(rows, f.ids(), parallel.Threads(0), func(row uint32) int64 { return l.ids[int(row)-first] })
	c := &sortedPoints{rows: rows[:len(rows)+lanes], ids: o.Cells, starts: o.Starts}
	c.gather(l.offsets, len(f.order), first)
	return c
}

// within returns the rows, the first of which is first, that are within the frame, with lanes spare ones behind them.
func (l *locations) within(first int) []uint32 {
	parts := parallel.Parts(len(l.ids))
	before := parallel.Before(len(l.ids), parts, func(from, to int) (within int) {
		for _, id := range l.ids[from:to] {
			within += int(^uint64(id) >> 63)
		}
		return within
	})
	rows := make([]uint32, before[parts], before[parts]+lanes)
	parallel.Ranges(len(l.ids), parts, func(k, from, to int) {
		next := before[k]
		for n, id := range l.ids[from:to] {
			if id >= 0 {
				rows[next] = uint32(first + from + n)
				next++
			}
		}
	})
	return rows
}

// Len returns the number of points.
func (c *sortedPoints) Len() int { return len(c.rows) - lanes }

// tabulate makes the table, unless cells are many times more than points.
func (c *sortedPoints) tabulate(f *frame) {
	const most, few = 4, 1 << 10
	if f.ids() > most*int64(c.Len())+few {
		return
	}
	c.table = make([]uint32, f.ids()+1)
	parallel.AllCores(len(c.ids)+1, func(first, last int) {
		for k := first; k < last; k++ {
			from, to := int64(0), f.ids()+1
			if k > 0 {
				from = c.ids[k-1] + 1
			}
			if k < len(c.ids) {
				to = c.ids[k] + 1
			}
			for id := from; id < to; id++ {
				c.table[id] = c.starts[k]
			}
		}
	})
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
