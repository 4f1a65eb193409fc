package gpujoin

import (
	"context"

	"flyby/internal/pointindex"
	"flyby/internal/pointjoin"
)

// Layout is an index of either method for drivers of other devices, which hold the points there.
type Layout struct {
	Dimensions []int // in the order of the index: the indexed ones first
	Grid       *pointindex.Grid
	Visits     pointindex.Visits // of self-joins
	// Sorted says that the points of a cell are sorted by dimension By of that order: SORTIDU.
	Sorted bool
	By     int
	Tiled  bool     // self-joins go by cells, with tiles of points in local memory
	Short  bool     // SHORTC: a sum beyond eps needs no further terms
	Turns  []uint32 // places in Grid.Order in the order of queries, the points of the fullest cells first; nil: in the order of places
}

// LayoutSJ indexes points for gpusj.
func LayoutSJ(ctx context.Context, s pointjoin.Set) (*Layout, error) {
	return layoutOf(arrange(ctx, s, ofSJ(s.Settings, s.Points.Dimensions())))
}

// LayoutJoin indexes points for gpujoin.
func LayoutJoin(ctx context.Context, s pointjoin.Set) (*Layout, error) {
	o, err := ofJoin(s.Settings, s.Points.Dimensions())
	if err != nil {
		return nil, err
	}
	o.device = true
	return layoutOf(arrange(ctx, s, o))
}

func layoutOf(x *index, err error) (*Layout, error) {
	if err != nil {
		return nil, err
	}
	l := &Layout{Dimensions: x.order, Grid: x.grid, Visits: x.visits, Sorted: x.sortIDU, By: x.k % len(x.order), Short: x.shortC, Tiled: x.tiled}
	if x.work {
		for _, cell := range x.cells {
			first, last := x.grid.Range(int(cell))
			for place := first; place < last; place++ {
				l.Turns = append(l.Turns, uint32(place))
			}
		}
	}
	return l, nil
}

// Place copies rows [first, last) of points to values [rows][n], the dimensions in the order of the index; if order
// is not nil, rows are indices into it.
func (l *Layout) Place(columns [][]float64, order []uint32, first, last int) []float64 {
	if order == nil {
		order = make([]uint32, last)
		for i := range order {
			order[i] = uint32(i)
		}
	}
	return rowMajor(inOrder(columns, l.Dimensions), order[first:last], len(columns)).values
}
