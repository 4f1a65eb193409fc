package host

import (
	"context"
	"slices"

	"flyby/internal/pointindex/boxtree"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// treeDimensions is the greatest number of dimensions for which the tree finds nearest points faster than tiles do:
// 10^6 points in 2-D take the tree 3 s of a core and tiles 10 s; 10^5 points in 6-D take 2.2 s and 1.6 s.
const treeDimensions = 5

// kdTree searches a tree of boxes for one point after another.
type kdTree struct {
	tree  *boxtree.Tree
	store *points.Store
}

func buildKDTree(_ context.Context, s pointjoin.Set, threads int) (finder.Searcher, error) {
	return &kdTree{tree: boxtree.New(s.Points, boxtree.Threads(s.Points.Len(), threads)), store: s.Points}, nil
}

func (k *kdTree) Begin(_ context.Context, w pointjoin.Work, _ int) (finder.Tasks, error) {
	t := &kdTasks{work: w, tree: k.tree, queries: w.Queries, rows: k.store.Len()}
	if w.Self() {
		t.queries = k.store
	}
	return t, nil
}

// kdTasks are the tasks of kdTree: ranges of queries.
type kdTasks struct {
	work    pointjoin.Work
	tree    *boxtree.Tree
	queries *points.Store
	rows    int // number of resident points
}

func (t *kdTasks) Len() int { return (t.work.Last - t.work.First + queriesTask - 1) / queriesTask }

func (t *kdTasks) Ordered() bool { return true }

// Do searches for one query after another. Where the pairs of all rows are counted, each point counts its own
// neighbours.
func (t *kdTasks) Do(task int, f *finder.Finder) {
	first := t.work.First + task*queriesTask
	whole := f.Counting() && t.work.Self() && t.work.First == 0 && t.work.Last == t.rows
	walk := t.tree.NewSearch(t.work.Threshold, f)
	var p []float64
	for q := first; q < min(first+queriesTask, t.work.Last) && !f.Stopped(); q++ {
		p = t.queries.Append(p[:0], q)
		after := -1
		if t.work.Self() && !whole {
			after = q
		}
		walk.Query(p, after)
		if whole {
			f.Add(uint32(q), uint32(len(walk.Found)-1))
			continue
		}
		slices.Sort(walk.Found)
		for _, row := range walk.Found {
			f.Pair(uint32(q), row)
		}
	}
}

// Nearest implements finder.Nearer.
func (k *kdTree) Nearest(w pointjoin.NearestWork, f *finder.Finder) func(query int, rows []uint32) {
	near := k.tree.NewNearest(f)
	var p []float64
	return func(query int, rows []uint32) {
		if w.Queries == nil {
			p = k.store.Append(p[:0], query)
			near.Query(p, query, rows)
		} else {
			p = w.Queries.Append(p[:0], query)
			near.Query(p, -1, rows)
		}
	}
}
