package gpujoin

import (
	"cmp"
	"context"
	"slices"

	"flyby/internal/parallel"
	"flyby/internal/pointindex"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
)

// index is points in order of the cells of a grid. A place is the index of a point in that order.
type index struct {
	options
	threshold pointjoin.Threshold
	order     []int       // [n] the dimensions, the indexed ones first
	columns   [][]float64 // [n] of the points, in that order
	grid      *pointindex.Grid
	rows      []uint32  // [points] by place
	values    layout    // [points] their coordinates by place
	u         []float64 // [points] by place: the coordinate by which cells are sorted, with sortIDU
	cells     []uint32  // in the order in which they are processed
	starts    []int     // the first point of each in that order; at the end the number of points
}

var _ finder.Searcher = (*index)(nil)

// BuildSJ indexes points for gpusj.
func BuildSJ(ctx context.Context, s pointjoin.Set, _ int) (finder.Searcher, error) {
	return build(arrange(ctx, s, ofSJ(s.Settings, s.Points.Dimensions())))
}

// BuildJoin indexes points for gpujoin.
func BuildJoin(ctx context.Context, s pointjoin.Set, _ int) (finder.Searcher, error) {
	o, err := ofJoin(s.Settings, s.Points.Dimensions())
	if err != nil {
		return nil, err
	}
	return build(arrange(ctx, s, o))
}

// build copies the points into the order of an arranged index.
func build(x *index, err error) (finder.Searcher, error) {
	if err != nil {
		return nil, err
	}
	x.values = newLayout(x.columns, x.rows)
	return x, nil
}

// arrange sorts points by the cells of a grid.
func arrange(ctx context.Context, s pointjoin.Set, o options) (*index, error) {
	x := &index{options: o, threshold: s.Threshold}
	columns := s.Points.Columns()
	x.order = make([]int, len(columns))
	for j := range x.order {
		x.order[j] = j
	}
	if o.reorder {
		x.order = pointindex.ByVariance(columns)
	}
	columns = inOrder(columns, x.order)
	x.columns = columns
	if x.k == 0 {
		x.k, _ = pointindex.Cheapest(pointindex.Estimates(columns, s.Threshold.Eps()), costs(len(columns), o))
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	x.grid = pointindex.NewGrid(columns[:x.k], s.Threshold.Eps())
	if o.sortIDU {
		x.sort(columns)
	}
	x.rows = x.grid.Order()
	x.schedule()
	return x, nil
}

// inOrder returns columns in another order.
func inOrder(columns [][]float64, order []int) [][]float64 {
	ordered := make([][]float64, len(columns))
	for j, from := range order {
		ordered[j] = columns[from]
	}
	return ordered
}

// sort sorts the points of each cell by the first dimension that is not indexed, or by the first where all are.
func (x *index) sort(columns [][]float64) {
	column := columns[x.k%len(columns)]
	x.grid.SortBy(column)
	x.u = make([]float64, len(column))
	for place, row := range x.grid.Order() {
		x.u[place] = column[row]
	}
}

// schedule sets the order in which cells are processed: their own, or where work is set the fullest cells first.
func (x *index) schedule() {
	x.cells = make([]uint32, x.grid.Cells())
	for i := range x.cells {
		x.cells[i] = uint32(i)
	}
	if x.work {
		slices.SortStableFunc(x.cells, func(a, b uint32) int {
			return cmp.Compare(len(x.grid.Rows(int(b))), len(x.grid.Rows(int(a))))
		})
	}
	x.starts = make([]int, 1, len(x.cells)+1)
	for i, cell := range x.cells {
		x.starts = append(x.starts, x.starts[i]+len(x.grid.Rows(int(cell))))
	}
}

// A layout is points in the form that comparing needs: coordinates row by row, padded with zeros to a width that has
// specialised code.
type layout struct {
	values []float64 // [points][width]
	width  int
}

// newLayout copies points, given by columns, in an order of rows.
func newLayout(columns [][]float64, rows []uint32) layout {
	return rowMajor(columns, rows, widthOf(len(columns)))
}

// rowMajor is newLayout for any width.
func rowMajor(columns [][]float64, rows []uint32, width int) layout {
	l := layout{width: width}
	l.values = make([]float64, len(rows)*l.width)
	parallel.AllCores(len(rows), func(first, last int) {
		for place := first; place < last; place++ {
			to := l.at(place)
			for j, c := range columns {
				to[j] = c[rows[place]]
			}
		}
	})
	return l
}

// at returns the point at a place.
func (l layout) at(place int) []float64 { return l.values[place*l.width:][:l.width] }
