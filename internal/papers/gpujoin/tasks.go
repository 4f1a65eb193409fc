package gpujoin

import (
	"context"
	"slices"

	"flyby/internal/pointindex"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
)

// A task has at least as many points as a work-group of the papers, and more where points are many.
const (
	leastTask = 32
	mostTasks = 4096
)

// Begin implements finder.Searcher.
func (x *index) Begin(_ context.Context, w pointjoin.Work, _ int) (finder.Tasks, error) {
	t := tasks{index: x, work: w, points: len(x.rows)}
	if !w.Self() {
		t.points = w.Last - w.First
	}
	t.size = max(leastTask, (t.points+mostTasks-1)/mostTasks)
	if !w.Self() {
		return &queryTasks{t, newQueries(x, w)}, nil
	}
	return &cellTasks{t, w.First == 0 && w.Last >= len(x.rows)}, nil
}

// tasks is the common part of the tasks of self-joins and of queries.
type tasks struct {
	*index
	work   pointjoin.Work
	points int // number of points that are divided into tasks
	size   int // points of a task
}

func (t *tasks) Len() int { return (t.points + t.size - 1) / t.size }

// limits returns the range of a task's points: [first, last) of all.
func (t *tasks) limits(task int) (first, last int) {
	return task * t.size, min((task+1)*t.size, t.points)
}

// cellTasks are the tasks of a self-join: ranges of the points in the order in which their cells are processed.
type cellTasks struct {
	tasks
	whole bool // the work is all rows
}

// Ordered implements finder.Tasks: cells are not ranges of rows.
func (t *cellTasks) Ordered() bool { return false }

// Do implements finder.Tasks.
func (t *cellTasks) Do(task int, f *finder.Finder) {
	s := newScan(&t.tasks, f)
	first, last := t.limits(task)
	at, found := slices.BinarySearch(t.starts, first)
	if !found {
		at--
	}
	for ; at < len(t.cells) && t.starts[at] < last; at++ {
		begin, _ := t.grid.Range(int(t.cells[at]))
		t.cell(s, int(t.cells[at]), begin+max(first-t.starts[at], 0), begin+min(last, t.starts[at+1])-t.starts[at])
	}
	s.end()
}

// cell finds the pairs of a cell's points at places [first, last).
func (t *cellTasks) cell(s *scan, cell, first, last int) {
	if t.visits == pointindex.AllNeighbours {
		t.fromBothSides(s, cell, first, last)
		return
	}
	t.fromOneSide(s, cell, first, last)
}

// fromBothSides compares points with all neighbour cells, their own included: each pair is found from both sides, and kept from the
// side of the lower row.
func (t *cellTasks) fromBothSides(s *scan, cell, first, last int) {
	known := false
	for place := first; place < last && !s.f.Stopped(); place++ {
		row := t.rows[place]
		if int(row) < t.work.First || int(row) >= t.work.Last {
			continue
		}
		if !known {
			known = true
			s.ofCell(cell)
		}
		s.side = sideLower
		if s.f.Counting() && t.whole {
			s.side = sideBoth
		}
		s.point(row, t.values.at(place), s.near)
	}
}

// fromOneSide compares points with the visited neighbour cells, and with the points behind them in their own cell, where rows ascend.
// Where the work is not all rows, the lower row of a pair must be one of the work: so a point of the work is compared with all
// rows from the work's first on, and a point behind the work with the rows of the work.
func (t *cellTasks) fromOneSide(s *scan, cell, first, last int) {
	first = t.from(first, last, t.work.First)
	if first == last {
		return
	}
	behind := t.from(first, last, t.work.Last)
	s.ofCell(cell)
	_, end := t.grid.Range(cell)
	if s.side = sideOnce; !t.whole {
		s.cut(t.work.First, len(t.rows))
	}
	for place := first; place < behind && !s.f.Stopped(); place++ {
		p := t.values.at(place)
		s.point(t.rows[place], p, s.near)
		s.places(t.rows[place], p, place+1, end)
	}
	if behind == last {
		return
	}
	s.cut(t.work.First, t.work.Last)
	for place := behind; place < last && !s.f.Stopped(); place++ {
		s.point(t.rows[place], t.values.at(place), s.near)
	}
}

// from returns the first place in [first, last) of one cell whose row is at least row; last where there is none.
func (x *index) from(first, last, row int) int {
	at, _ := slices.BinarySearchFunc(x.rows[first:last], row, func(r uint32, row int) int { return int(r) - row })
	return first + at
}

// queryTasks are the tasks of a join with queries: ranges of their rows.
type queryTasks struct {
	tasks
	queries layout // of the work's rows, dimensions in the index's order
}

// newQueries makes a layout of the queries of a work.
func newQueries(x *index, w pointjoin.Work) layout {
	rows := make([]uint32, w.Last-w.First)
	for i := range rows {
		rows[i] = uint32(w.First + i)
	}
	return newLayout(inOrder(w.Queries.Columns(), x.order), rows)
}

// Ordered implements finder.Tasks: a query's pairs come cell by cell.
func (t *queryTasks) Ordered() bool { return false }

// Do implements finder.Tasks.
func (t *queryTasks) Do(task int, f *finder.Finder) {
	s := newScan(&t.tasks, f)
	s.side = sideQuery
	first, last := t.limits(task)
	for q := first; q < last && !f.Stopped(); q++ {
		p := t.queries.at(q)
		s.ofPoint(p[:t.k])
		s.point(uint32(t.work.First+q), p, s.near)
	}
	s.end()
}
