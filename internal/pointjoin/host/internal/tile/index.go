package tile

import (
	"context"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/pointjoin/tiling"
	"flyby/points"
)

// An index is points in tiles; it serves every threshold. It implements finder.Searcher.
type index struct {
	store *points.Store
	frame tiling.Frame
	all   *set
}

// Build indexes points: the finder.Builder of tiles.
func Build(_ context.Context, s pointjoin.Set, threads int) (finder.Searcher, error) {
	return build(s.Points, threads, bestKernel()), nil
}

func build(s *points.Store, threads int, k kernel) *index {
	x := &index{store: s, frame: tiling.NewFrame(s, threads)}
	x.all = newSet(&x.frame, s, tiling.Split(s, &x.frame, 0, s.Len(), tileRows, threads), threads, k)
	return x
}

// Begin implements finder.Searcher. In a self-join the points of the range of rows are compared with each other,
// and then with the points of the rows behind the range; both keep the order of the whole set's tiles.
func (x *index) Begin(_ context.Context, w pointjoin.Work, threads int) (finder.Tasks, error) {
	t := &tasks{threshold: w.Threshold, self: w.Self(), frame: &x.frame}
	switch {
	case !w.Self():
		rows := tiling.Split(w.Queries, &x.frame, w.First, w.Last, tileRows, threads)
		t.meet(newSet(&x.frame, w.Queries, rows, threads, x.all.kernel), x.all, threads)
	case w.First == 0 && w.Last == x.store.Len():
		t.meet(x.all, x.all, threads)
	default:
		own := x.some(w.First, w.Last, threads)
		t.meet(own, own, threads)
		t.meet(own, x.some(w.Last, x.store.Len(), threads), threads)
	}
	return t, nil
}

// some returns a set of the points of a range of rows.
func (x *index) some(first, last, threads int) *set {
	rows := make([]uint32, 0, last-first)
	for _, row := range x.all.rows {
		if int(row) >= first && int(row) < last {
			rows = append(rows, row)
		}
	}
	return newSet(&x.frame, x.store, rows, threads, x.all.kernel)
}

// leastTasks is the least number of tasks into which a meeting of many tiles is divided, so that all threads are
// busy to the end.
const leastTasks = 256

// A meeting is the join of two sets.
type meeting struct {
	queries, entries *set
	one              bool // queries and entries are one set: each pair of tiles meets once
	parts            int  // number of parts of the entries' tiles: each query tile and part is a task
}

// tasks are the tasks of meetings: each compares one tile of queries with a part of the tiles of the entries.
type tasks struct {
	threshold pointjoin.Threshold
	self      bool // a self-join
	frame     *tiling.Frame
	meetings  []meeting
}

// meet adds a meeting.
func (t *tasks) meet(queries, entries *set, threads int) {
	m := meeting{queries, entries, queries == entries, 0}
	if q := queries.tree.tiles; q > 0 {
		m.parts = min(entries.tree.tiles, (max(leastTasks, 8*parallel.Threads(threads))+q-1)/q)
	}
	t.meetings = append(t.meetings, m)
}

// Len implements finder.Tasks.
func (t *tasks) Len() (n int) {
	for _, m := range t.meetings {
		n += m.queries.tree.tiles * m.parts
	}
	return n
}

// Ordered implements finder.Tasks: the rows of a tile's points have no order.
func (t *tasks) Ordered() bool { return false }

// Do implements finder.Tasks.
func (t *tasks) Do(task int, f *finder.Finder) {
	for i := range t.meetings {
		m := &t.meetings[i]
		n := m.queries.tree.tiles * m.parts
		if task < n {
			newWorker(t, m, f).query(task/m.parts, task%m.parts)
			return
		}
		task -= n
	}
}
