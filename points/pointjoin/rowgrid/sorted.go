package rowgrid

import (
	"math"

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
	ids := f.linear(s, first, last)
	packed := make([]uint64, 0, last-first)
	for k, id := range ids {
		if id >= 0 {
			packed = append(packed, uint64(id)<<32|uint64(uint32(k)))
		}
	}
	packed = radix.Integers(packed, make([]uint64, len(packed)), 32)
	if f.ids()>>32 != 0 {
		for k, p := range packed {
			packed[k] = uint64(ids[uint32(p)])>>32<<32 | uint64(uint32(p))
		}
		packed = radix.Integers(packed, make([]uint64, len(packed)), 32)
	}
	c := &sorted{rows: make([]uint32, len(packed)+lanes)}
	for k, p := range packed {
		c.rows[k] = uint32(first) + uint32(p)
	}
	c.list(packed, ids)
	c.measure(f, s)
	return c
}

// Len is the number of points.
func (c *sorted) Len() int { return len(c.rows) - lanes }

// linear returns the linear ids of the cells of rows, -1 for a point that is not within the frame.
func (f *frame) linear(s *points.Store, first, last int) []int64 {
	ids := make([]int64, last-first)
	parallel.AllCores(len(ids), func(from, to int) {
		for place, j := range f.order {
			column, out := s.Column(j)[first+from:first+to], ids[from:to]
			stride := int64(0)
			if place < f.indexed {
				stride = f.stride[place]
			}
			low, inverse, end := f.low[place], f.inverse, float64(f.cells[place]+1)
			for k, x := range column {
				q := float64((x - low) * inverse)
				switch {
				case q >= 0 && q < end:
					out[k] += stride * (1 + int64(q))
				case !(q >= -1 && q < 0):
					out[k] = math.MinInt64 // and what is added does not make it positive
				}
			}
		}
	})
	return ids
}

// list makes the list of cells.
func (c *sorted) list(packed []uint64, ids []int64) {
	last := int64(-1)
	c.ids, c.starts = make([]int64, 0, len(packed)/2), make([]uint32, 0, len(packed)/2)
	for k, p := range packed {
		if id := ids[uint32(p)]; id != last {
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

// measure makes the offsets.
func (c *sorted) measure(f *frame, s *points.Store) {
	c.stride = len(c.rows)
	c.offsets = make([]float32, len(f.order)*c.stride)
	for place, j := range f.order {
		from, out := s.Column(j), c.offsets[place*c.stride:][:c.Len()]
		parallel.AllCores(len(out), func(first, last int) {
			for k, row := range c.rows[first:last] {
				q := f.coordinate(place, from[row])
				out[first+k] = float32(q - f.corner(place, q))
			}
		})
	}
}
