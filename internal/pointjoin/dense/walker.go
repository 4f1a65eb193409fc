package dense

import (
	"context"
	"math"
	"slices"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin/rowgrid"
	"flyby/points"
)

// cellsTask is the number of cells of a task.
const cellsTask = 1 << 8

const (
	mostIndexed = 8 // the greatest number of indexed dimensions, as in rowgrid
	mostReach   = 2
)

// A walker looks up the cells around one cell after another. Each goroutine has its own.
type walker struct {
	comparer
	ctx     context.Context
	rows    []row
	width   int      // ends of a row
	found   []uint32 // [rows][width]: the first place of each of a row's cells, and the end of the last
	cursors []int    // by row: the first cell that is not before the row
	checked uint64   // candidates at the last check of the context
	offset  []float64
	around  []float64                             // [points][n]: the coordinates of the gathered points
	links   []uint32                              // of the gathered points
	until   int                                   // the gathered points are around all cells before this one; 0: no points are gathered
	wide    int                                   // number of cells in a row that are looked around at once
	widest  int                                   // the greatest such number
	gap     [mostIndexed][2*mostReach + 1]float64 // by place and cell of a row: the squared distance of the point from such cells
}

func newWalker(ctx context.Context, x *Index, rows []row) *walker {
	w := &walker{comparer: newComparer(x), ctx: ctx, rows: rows, width: 2*x.reach + 2, widest: x.frame.widest(), cursors: make([]int, len(rows))}
	w.found = make([]uint32, len(rows)*w.width)
	w.offset = make([]float64, x.indexed())
	return w
}

// each calls do for all cells, on threads with a walker each along rows.
func (x *Index) each(ctx context.Context, rows []row, do func(w *walker, cell int)) (points.Stats, error) {
	tasks := (len(x.cells) + cellsTask - 1) / cellsTask
	walks := make([]*walker, x.threads)
	parallel.Each(ctx, tasks, x.threads, func(thread, task int) {
		if walks[thread] == nil {
			walks[thread] = newWalker(ctx, x, rows)
		}
		w, first := walks[thread], task*cellsTask
		w.begin(first)
		for cell := first; cell < min(first+cellsTask, len(x.cells)) && ctx.Err() == nil; cell++ {
			do(w, cell)
		}
	})
	var stats points.Stats
	for _, w := range walks {
		if w != nil {
			stats.Add(w.stats())
		}
	}
	return stats, context.Cause(ctx)
}

// begin prepares for cells in order from cell on.
func (w *walker) begin(cell int) {
	w.until, w.wide = 0, w.widest
	if w.marks != nil {
		return
	}
	for k, r := range w.rows {
		w.cursors[k], _ = slices.BinarySearch(w.cells, w.cells[cell]+r.step-int64(w.reach))
	}
}

// look looks up the rows around a cell, and returns the number of points in them.
func (w *walker) look(cell int) (candidates int) {
	id := w.cells[cell] - int64(w.reach)
	for k, r := range w.rows {
		ends := w.ends(k)
		if w.marks != nil {
			w.row(id+r.step, ends)
		} else {
			w.search(k, id+r.step, ends)
		}
		candidates += int(ends[len(ends)-1] - ends[0])
	}
	return candidates
}

// lookAround is look for some cells in a row, with points or without, but sets only the first and the last end of each row. It needs
// marks.
func (w *walker) lookAround(cell, cells int) (candidates int) {
	id := w.cells[cell] - int64(w.reach)
	for k, r := range w.rows {
		ends := w.ends(k)
		first, last := w.Index.span(id+r.step, len(ends)-2+cells)
		ends[0], ends[len(ends)-1] = first, last
		candidates += int(last - first)
	}
	return candidates
}

// ends returns the first place of each of a row's cells, and the end of the last.
func (w *walker) ends(row int) []uint32 { return w.found[row*w.width:][:w.width] }

// search finds the ends of a row of cells, from an id on, in the list of cells.
func (w *walker) search(row int, from int64, ends []uint32) {
	at := rowgrid.After(w.cells, w.cursors[row], from)
	w.cursors[row] = at
	for i := range ends {
		ends[i] = w.starts[at]
		if at < len(w.cells) && w.cells[at] == from+int64(i) {
			at++
		}
	}
}

// aim turns to a point of the cell that was looked up.
func (w *walker) aim(p []float64) {
	w.offsets(p, w.offset)
	for j, o := range w.offset {
		gap := &w.gap[j]
		for d := 1; d <= w.reach; d++ {
			below, above := o+float64(d-1), float64(d)-o
			gap[w.reach-d], gap[w.reach+d] = float64(below*below), float64(above*above)
		}
	}
}

// span returns the range of cells of a row that may have neighbours of the point, as the numbers of the first and the last in the row;
// some is false if there are none.
func (w *walker) span(row int) (first, last int, some bool) {
	left := w.square
	for j, apart := range w.rows[row].apart {
		left -= w.gap[(j+1)%mostIndexed][apart+w.reach]
	}
	if left < 0 {
		return 0, 0, false
	}
	gap, bits, end := &w.gap[0], math.Float64bits(left), 2*w.reach
	last = end
	for d := range w.reach { // compares bits, which have the order of numbers that are not negative, without a branch
		first += int((bits - math.Float64bits(gap[d])) >> 63)
		last -= int((bits - math.Float64bits(gap[end-d])) >> 63)
	}
	return first, last, true
}

// stopped checks now and then whether the context has ended.
func (w *walker) stopped() bool {
	const often = 1 << 14
	if w.candidates-w.checked < often {
		return false
	}
	w.checked = w.candidates
	return w.ctx.Err() != nil
}
