package host

import (
	"fmt"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/trajectory"
)

// TestByQuery is the suite of drivers with limits by which every walk that can goes by query,
// with room for all pairs that wait or for hardly any.
func TestByQuery(t *testing.T) {
	tier.Full(t)
	for threads, l := range map[int]limits{1: {tasks: 2, waiting: 7}, 3: {tasks: 1, waiting: 1 << 18}} {
		t.Run(fmt.Sprintf("%+v, %d threads", l, threads), func(t *testing.T) {
			kerneltest.Run(t, func(testing.TB) kernel.Driver {
				d := New(threads)
				d.limits = l
				return d
			}, kerneltest.Ranges, kerneltest.Walks, kerneltest.Joins)
		})
	}
}

// TestByQueryOrdered: in a walk by query all hits of a query row come from one thread, in order
// of entry rows, and are counted by row.
func TestByQueryOrdered(t *testing.T) {
	r := kerneltest.Rand(t)
	entries, queries := crowd(t, r, 60, 60, 1), crowd(t, r, 100, 60, 1)
	db, w := scene(t, 3, entries, queries, 0.5)
	db.limits = limits{tasks: 4, waiting: 1 << 18}
	var found kernel.Hits
	if _, err := db.Walk(t.Context(), w, &found); err != nil {
		t.Fatal(err)
	}
	type last struct{ thread, entry int }
	counts, lasts := make([]uint32, queries.Samples()), map[uint32]last{}
	for _, l := range found.Lists {
		for _, h := range l.List {
			before, ok := lasts[h.Query]
			if ok && (before.thread != l.Thread || before.entry >= int(h.Entry)) {
				t.Fatalf("row %d: entry %d of thread %d after %v", h.Query, h.Entry, l.Thread, before)
			}
			lasts[h.Query] = last{l.Thread, int(h.Entry)}
			counts[h.Query]++
		}
	}
	if len(lasts) < 1000 {
		t.Fatalf("hits of %d rows, too few to tell", len(lasts))
	}
	for i, n := range found.Lists[0].Rows.Counts {
		if n != counts[i] {
			t.Errorf("row %d: %d hits counted of %d", i, n, counts[i])
		}
	}
}

// scene returns a database on the host and the work of a search in it, which has hits.
func scene(t *testing.T, threads int, entries, queries *trajectory.Store, d float64) (*resident, kernel.WalkWork) {
	t.Helper()
	set := binindex.ChooseSetting(entries, 1)
	p := binindex.NewPyramid(entries, nil, set, 1)
	q := binindex.NewPyramid(queries, p.Frame, set.OfQueries(queries), 1)
	db, err := New(threads).Load(t.Context(), kernel.Database{Store: entries, Pyramid: p})
	if err != nil {
		t.Fatal(err)
	}
	rule := interaction.Rule{Distance: d, Window: interaction.Unbounded()}
	return db.(*resident), kernel.WalkWork{Rule: rule, Queries: kernel.Built(q), Query: kernel.Root(q), Entry: kernel.Root(p)}
}

// TestGoesByQuery: a walk goes by query where many entries are near each query, and the queries
// are enough for the threads; never in a self-join, nor where hits are joined.
func TestGoesByQuery(t *testing.T) {
	r := kerneltest.Rand(t)
	entries, queries := crowd(t, r, 300, 60, 1), crowd(t, r, 100, 60, 1)
	for _, c := range []struct {
		name    string
		queries *trajectory.Store
		threads int
		d       float64
		change  func(w *kernel.WalkWork, workers []*worker)
		want    bool
	}{
		{"many entries near", queries, 1, 0.5, nil, true},
		{"few entries near", queries, 1, 0.001, nil, false},
		{"few queries", crowd(t, r, 2, 60, 1), 1, 0.5, nil, false},
		{"many threads", queries, 64, 0.5, nil, false},
		{"a join", queries, 1, 0.5, func(w *kernel.WalkWork, _ []*worker) { w.Join = true }, false},
		{"encounters", queries, 1, 0.5, func(_ *kernel.WalkWork, workers []*worker) { workers[0].joins = true }, false},
	} {
		db, w := scene(t, c.threads, entries, c.queries, c.d)
		workers := make([]*worker, c.threads)
		for i := range workers {
			workers[i] = new(worker)
		}
		if c.change != nil {
			c.change(&w, workers)
		}
		query := newSteps(w.Queries.Pyramid(), nil, db.pool)
		if got := db.goesByQuery(w, query, workers); got != c.want {
			t.Errorf("%s: by query is %t", c.name, got)
		}
	}
}

// TestByQueryCounts: a walk by query compares as many boxes and segments as any other walk, on
// any number of threads.
func TestByQueryCounts(t *testing.T) {
	r := kerneltest.Rand(t)
	entries, queries := crowd(t, r, 80, 60, 1), mixture(t, r, 120, 60)
	var want kernel.Stats
	for i, l := range []limits{{near: 1 << 30, tasks: 1, waiting: 1 << 18}, {tasks: 1, waiting: 1 << 18}, {tasks: 4, waiting: 1 << 18}, {tasks: 2, waiting: 3}} {
		db, w := scene(t, 1+i, entries, queries, 0.3)
		db.limits = l
		var found kernel.Hits
		got, err := db.Walk(t.Context(), w, &found)
		if err != nil {
			t.Fatal(err)
		}
		if byQuery := found.Lists[0].Rows != nil; byQuery != (i > 0) {
			t.Errorf("%+v: by query is %t", l, byQuery)
		}
		if i == 0 {
			want = got
		}
		if got != want {
			t.Errorf("%+v: %+v, want %+v", l, got, want)
		}
	}
}
