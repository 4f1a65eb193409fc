package dense

import (
	"context"
	"math"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/rowgrid"
)

// Index is points in cells, as pointjoin.Clusters. A place is the number of a point in the order of cells.
type Index struct {
	*frame
	within  pointjoin.Threshold
	threads int
	n       int       // dimensions
	rowOf   []uint32  // by place
	at      []float64 // [places][n], in the frame's order
	cells   []int64   // linear ids of those with points, ascending
	starts  []uint32  // by cell: the first place; then the number of points
	marks   []mark    // of linear ids, which of them are cells; nil where ids are too many

	certainly, not float64  // see Threshold.Bounds
	state          []uint8  // by place, of the verb at work
	link           []uint32 // by place, of the verb at work
}

var _ pointjoin.Clusters = (*Index)(nil)

// Bytes is about how many bytes a point of some dimensions takes in an index, with what is sorted for it, what the verbs keep, and what
// Borders copies of half of the points, after sorting.
func Bytes(dimensions int) int {
	const sorted, listed, kept = 28, 12, 5
	copied := 11 + 4*dimensions
	return max(sorted, copied) + listed + kept + 8*dimensions
}

// New indexes points for clusters of a threshold, on a number of threads. Where memory is too little the error is a *memory.Error.
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

// build puts points into the cells of a frame.
func (x *Index) build(s *points.Store, f *frame) {
	x.frame, x.state = f, make([]uint8, s.Len())
	x.certainly, x.not = x.within.Bounds(x.n)
	x.sort(s)
	x.marks = marksOf(x.cells, x.ids)
}

// fits refuses an index for which there is no memory.
func fits(count, dimensions int) error {
	return memory.Need(memory.Count(count)+" points in cells", memory.Of(count, Bytes(dimensions)))
}

// Close does nothing: the garbage collector has it all.
func (x *Index) Close() error { return nil }

// Len is the number of points.
func (x *Index) Len() int { return len(x.rowOf) }

// sort puts points in order of their cells.
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

// offsets sets where in its cell a point is, in each of the indexed dimensions.
func (x *Index) offsets(p, to []float64) {
	for j, v := range p[:len(x.low)] {
		q := x.coordinate(j, v)
		to[j] = q - math.Trunc(q)
	}
}
