package baseline

import (
	"context"
	"unsafe"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/trajectory"
)

// DefaultRun is the number of segments under a box of the R-tree where the
// caller gives 0: the paper's best value of r (§7.3).
const DefaultRun = 12

// RTree is the search-and-refine baseline (paper §7.3): a packed R-tree of
// four dimensions over the boxes of r consecutive segments of a trajectory.
// Queries are boxed in the same way; where two boxes meet, the segments under
// them are merged in time and each pair that shares time is compared. An RTree
// is immutable and may be used by any number of goroutines.
type RTree struct {
	store *trajectory.Store
	r     int
	grid  grid
	tree  tree
	runs  []run // [leaves of the tree]
}

// TreeBytes is the memory that indexing a store in boxes of r segments takes at most:
// boxes and leaves, each run twice, and a node for every fan/4 boxes.
func TreeBytes(s *trajectory.Store, r int) uint64 {
	const perRun = unsafe.Sizeof(box{})*(1+3/2) + unsafe.Sizeof(leaf{}) + 2*unsafe.Sizeof(run{}) + unsafe.Sizeof(box{}) + unsafe.Sizeof(node{})
	return memory.Of(s.Segments()/r+s.Trajectories(), int(perRun))
}

// NewRTree indexes a store in boxes of r segments, DefaultRun if r is 0.
func NewRTree(entries *trajectory.Store, r int) *RTree {
	if r <= 0 {
		r = DefaultRun
	}
	t := &RTree{store: entries, r: r, grid: newGrid(entries)}
	runs := runsOf(entries, r)
	boxes, leaves := make([]box, len(runs)), make([]leaf, len(runs))
	scale := newScale(entries, runs)
	for i, run := range runs {
		b := boundsOf(entries, run, 0)
		boxes[i], leaves[i] = t.grid.box(b), leaf{At: scale.centre(b), Value: uint32(i)}
	}
	t.tree = newTree(boxes, leaves)
	t.runs = make([]run, len(runs))
	for i, l := range leaves {
		t.runs[i] = runs[l.Value]
	}
	return t
}

// taskRuns is the number of query boxes of a task: large enough that searching
// them costs much more than handing the task out, small enough to keep all cores
// busy to the end.
const taskRuns = 64

// Search appends to out every pair of a query segment and an entry segment
// that hit under the rule, in no particular order. In a join queries is the
// indexed store. threads is the number of cores to use, at least 1.
//
// Stats.Interactions counts the pairs of segments that share time in boxes
// that meet. The error is ctx's, wrapped; out is unchanged then.
func (t *RTree) Search(ctx context.Context, queries *trajectory.Store, rule interaction.Rule, threads int, out *kernel.Hits) (kernel.Stats, error) {
	s := t.newSearch(queries, rule)
	tasks := (len(s.runs) + taskRuns - 1) / taskRuns
	return gather(ctx, tasks, threads, out, func(w *worker, i int) {
		for k := i * taskRuns; k < min((i+1)*taskRuns, len(s.runs)); k++ {
			s.find(w, k)
		}
	})
}

// search is the state of one call of Search that all its goroutines read.
type search struct {
	tree    *RTree
	rule    interaction.Rule
	queries *trajectory.Store
	runs    []run   // of the queries; in a join the tree's
	q, e    columns // of the queries and the entries
	limit   float64 // limitOf the threshold without radii
	radii   bool
}

// newSearch prepares a search.
func (t *RTree) newSearch(queries *trajectory.Store, rule interaction.Rule) *search {
	s := &search{tree: t, rule: rule, queries: queries, runs: t.runs, limit: limitOf(rule.Distance)}
	s.q, s.e = columnsOf(queries), columnsOf(t.store)
	s.radii = queries.HasRadius() || t.store.HasRadius()
	if !rule.Join {
		s.runs = runsOf(queries, t.r)
	}
	return s
}

// find compares the query run k with the runs of the entries whose boxes are
// near. In a join it compares run k only with later runs in the tree's order:
// every two runs meet once.
func (s *search) find(w *worker, k int) {
	q := s.runs[k]
	b, ok := boundsOf(s.queries, q, s.rule.Distance).cut(s.rule.Window)
	if !ok {
		return
	}
	from := uint32(0)
	if s.rule.Join {
		from = uint32(k) + 1
	}
	box := s.tree.grid.box(b)
	s.tree.tree.search(&box, from, w)
	for n, leaf := range w.found {
		if n%1024 == 0 && w.ctx.Err() != nil {
			return
		}
		s.pair(w, q, s.tree.runs[leaf])
	}
}

// pair refines two runs, the lesser one as the query in a join.
func (s *search) pair(w *worker, q, e run) {
	if s.rule.Join && q.row > e.row {
		q, e = e, q
	}
	if isCompared(&s.rule, q.traj, e.traj) {
		s.refine(w, q, e)
	}
}
