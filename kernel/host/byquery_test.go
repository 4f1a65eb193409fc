package host

import (
	"fmt"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/kernel/kerneltest"
)

// TestByQuery is the suite of drivers where all walks go by query that can, with room for
// whatever waits in them or for next to nothing.
func TestByQuery(t *testing.T) {
	for threads, l := range map[int]limits{1: {tasks: 2, held: 7}, 3: {tasks: 1, held: 1 << 18}} {
		t.Run(fmt.Sprintf("%+v, %d threads", l, threads), func(t *testing.T) {
			kerneltest.Run(t, func(testing.TB) kernel.Driver {
				d := New(threads)
				d.limits = l
				return d
			}, kerneltest.Ranges, kerneltest.Walks, kerneltest.Joins)
		})
	}
}

// TestByQueryOrdered: of a walk by query the hits of a query row come from one thread, by
// entry row, and are counted.
func TestByQueryOrdered(t *testing.T) {
	r := kerneltest.Rand(t)
	entries, queries := crowd(t, r, 60, 60, 1), crowd(t, r, 100, 60, 1)
	set := binindex.ChooseSetting(entries, 1)
	p := binindex.NewPyramid(entries, nil, set, 1)
	q := binindex.NewPyramid(queries, p.Frame, binindex.QuerySetting(queries, set), 1)
	d := New(3)
	d.limits = limits{tasks: 4, held: 1 << 18}
	db, err := d.Load(t.Context(), kernel.Database{Store: entries, Pyramid: p})
	if err != nil {
		t.Fatal(err)
	}
	w := kernel.WalkWork{Rule: interaction.Rule{Distance: 0.5, Window: interaction.Unbounded()}, Queries: kernel.Built(q), Query: kernel.Root(q), Entry: kernel.Root(p)}
	var found kernel.Hits
	if _, err := db.(kernel.Walker).Walk(t.Context(), w, &found); err != nil {
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
