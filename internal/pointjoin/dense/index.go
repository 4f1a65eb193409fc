package dense

import (
	"context"
	"math"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/rowgrid"
	"flyby/points"
)

// Index is points in cells, as pointjoin.Clusters. A place is the index of a point in the order of cells.
type Index struct {
	*frame
	within  pointjoin.Threshold
	threads int
	n       int       // dimensions
	rowOf   []uint32  // by place, the row
	at      []float64 // [places][n], in the frame's order
	cells   []int64   // linear ids of the cells with points, ascending
	starts  []uint32  // by cell, its first place; at the end the number of points
	marks   []mark    // the linear ids that are cells; nil where ids are too many

	certainly, not float64  // see Threshold.Bounds
	state          []uint8  // by place, used by the method at work
	link           []uint32 // by place, used by the method at work
}

var _ pointjoin.Clusters = (*Index)(nil)

// Bytes returns about the memory of a point of some dimensions in an index, in bytes: its share of sorting, of the index, of the
// results that the methods keep, and of the copy that Borders makes of half of the points after sorting.
func Bytes(dimensions int) int {
	const sorted, listed, kept = 28, 12, 5
	copied := 11 + 4*dimensions
	return max(sorted, copied) + listed + kept + 8*dimensions
}

// New indexes points for clusters of a threshold, on a number of threads. Where memory does not suffice the error is a *memory.Error.
func New(ctx context.Context, s *points.Store, within pointjoin.Threshold, threads int) (*Index, error) {
	if err := fits(s.Len(), s.Dimensions()); err != nil {
		return nil, err
	}
	x := &Index{within: within, threads: threads, n: s.Dimensions()}
	if s.Len() > 0 {
		x.build(s, newFrame(s, within))
	}
	return x, context.Cause(ctx)
}

// build sorts points into the cells of a frame.
func (x *Index) build(s *points.Store, f *frame) {
	x.frame, x.state = f, make([]uint8, s.Len())
	x.certainly, x.not = x.within.Bounds(x.n)
	x.sort(s)
	x.marks = marksOf(x.cells, x.ids)
}

// fits refuses an index for which memory does not suffice.
func fits(count, dimensions int) error {
	return memory.Need(memory.Count(count)+" points in cells", memory.Of(count, Bytes(dimensions)))
}

// Close does nothing: the garbage collector frees the index.
func (x *Index) Close() error { return nil }

// Len returns the number of points.
func (x *Index) Len() int { return len(x.rowOf) }

// sort sorts points by their cells.
func (x *Index) sort(s *points.Store) {
	x.rowOf = make([]uint32, s.Len())
	for row := range x.rowOf {
		x.rowOf[row] = uint32(row)
	}
	var o rowgrid.Order
	o.Sort(x.rowOf, x.ids, x.threads, func(row uint32) int64 { return x.id(s, int(row)) })
	x.cells, x.starts = o.Cells, o.Starts
	x.gather(s)
}

// gather copies coordinates into the order of places.
func (x *Index) gather(s *points.Store) {
	x.at = make([]float64, x.n*x.Len())
	parallel.Ranges(x.Len(), x.threads, func(_, first, last int) {
		for j, dimension := range x.order {
			column := s.Column(dimension)
			for place := first; place < last; place++ {
				x.at[place*x.n+j] = column[x.rowOf[place]]
			}
		}
	})
}

// offsets sets the position of a point within its cell, in each of the indexed dimensions.
func (x *Index) offsets(p, to []float64) {
	for j, v := range p[:len(x.low)] {
		q := x.coordinate(j, v)
		to[j] = q - math.Trunc(q)
	}
}
