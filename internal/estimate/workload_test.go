package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/testing/modeltest"
	"flyby/trajectory"
)

// oddStores returns stores in which ownership matters: equal times, gaps, point events, one long segment.
func oddStores(t *testing.T) map[string]*trajectory.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	build := func(gap float64, times func(id int) []float64) *trajectory.Store {
		var c trajectory.Columns
		for id := range 30 {
			for _, at := range times(id) {
				c.ID.Int = append(c.ID.Int, int64(id))
				c.T, c.X, c.Y = append(c.T, at), append(c.X, r.Float64()), append(c.Y, r.Float64())
			}
		}
		s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: gap})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return map[string]*trajectory.Store{
		"synchronous": build(0, func(int) []float64 { return []float64{0, 1, 2, 3, 4, 5, 6} }),
		"points":      build(0, func(id int) []float64 { return []float64{float64(id % 7)} }),
		"gaps":        build(1.5, func(id int) []float64 { return []float64{0, 1, 3, 4, 5, 7 + float64(id%2)} }),
		"ragged": build(0, func(id int) []float64 {
			at := []float64{r.Float64() * 5}
			for range 5 {
				at = append(at, at[len(at)-1]+r.Float64())
			}
			return at
		}),
		"one long": build(0, func(id int) []float64 {
			if id == 3 {
				return []float64{0, 300}
			}
			return []float64{float64(id), float64(id) + 0.5, float64(id) + 1}
		}),
	}
}

// newWorkload makes a workload of a search.
func newWorkload(entries, queries *trajectory.Store, r interaction.Rule) *Workload {
	bins := binindex.NewBins(entries, 200)
	return NewEntries(entries, bins).NewWorkload(queries, r)
}

// The overlaps of every batch, in any window, equal a count pair by pair.
func TestBetaIsExact(t *testing.T) {
	stores := oddStores(t)
	windows := []interaction.Window{interaction.Unbounded(), {From: 1, To: 4}, {From: 2.3, To: 2.4}, {From: 3, To: 3}, {From: -5, To: -1}}
	for entryName, entries := range stores {
		for queryName, set := range stores {
			for _, window := range windows {
				name := fmt.Sprintf("%s in %s, %v", queryName, entryName, window)
				r := interaction.Rule{Distance: 1, Window: window}
				bins := binindex.NewBins(entries, 8)
				w := NewEntries(entries, bins).NewWorkload(set, r)
				w.CountOverlaps(0)
				checkBeta(t, name, w, entries)
			}
		}
	}
}

func checkBeta(t *testing.T, name string, w *Workload, entries *trajectory.Store) {
	t.Helper()
	b := batching.Batch{First: w.Queries() / 3, Last: w.Queries()}
	if b.Len() == 0 {
		return
	}
	shared := 0
	for _, row := range w.queries.Rows[b.First:b.Last] {
		q := w.queries.Store.Segment(int(row))
		for _, e := range entries.Rows() {
			if sharesTime(&q, &e, w.rule.Window) {
				shared++
			}
		}
	}
	c, m := w.Mix(b)
	interactions := float64(c) * float64(b.Len())
	if got := math.Round((1 - m.Beta) * interactions); c > 0 && got != float64(shared) || c == 0 && shared != 0 {
		t.Errorf("%s: %v of %v interactions share time, counted %d", name, got, interactions, shared)
	}
}

// Two segments share time by the model's rule exactly if they have a common span by the rule of interactions:
// objects in one place hit exactly where they share time.
func TestSharesTimeIsTheOwnershipRule(t *testing.T) {
	for name, s := range oddStores(t) {
		for _, window := range []interaction.Window{interaction.Unbounded(), {From: 1, To: 4}, {From: 3, To: 3}} {
			for _, q := range s.Rows() {
				for _, e := range s.Rows() {
					_, _, hit := window.Decide(q, e, 1e6)
					if got := sharesTime(&q, &e, window); got != hit {
						t.Fatalf("%s, %v: %+v and %+v share time: %v, want %v", name, window, q, e, got, hit)
					}
				}
			}
		}
	}
}

func TestBatchReach(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	entries := modeltest.Rush(10, 20, 1)
	w := newWorkload(entries, modeltest.Rush(20, 30, 2), modeltest.Rule(1))
	for range 1000 {
		a := r.IntN(w.Queries())
		b := batching.Batch{First: a, Last: a + 1 + r.IntN(w.Queries()-a)}
		if got, want := w.end(b), slices.Max(w.queries.End[b.First:b.Last]); got != want {
			t.Fatalf("%v: %v, want %v", b, got, want)
		}
	}
}

func TestSeekFromAnyHint(t *testing.T) {
	values := []float64{1, 1, 2, 3, 3, 3, 8}
	for hint := range len(values) + 1 {
		for want, x := range map[int]float64{0: 0, 2: 1, 3: 2.5, 6: 5, 7: 9} {
			if got := seek(values, hint, func(t float64) bool { return t > x }); got != want {
				t.Errorf("hint %d: first above %v is %d, want %d", hint, x, got, want)
			}
		}
	}
}
