package finder_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// TestSegments: pairs come out by task, and within a task in the order in which they were added,
// over blocks that grow.
func TestSegments(t *testing.T) {
	f := finder.NewFinder(t.Context(), pointjoin.Work{}, nil)
	want := map[int][]pointjoin.Pair{}
	r := rand.New(rand.NewPCG(1, 1))
	for task := range 40 {
		f.Begin(task)
		for range r.IntN(5) {
			n := r.IntN(700)
			room := f.Room(n)
			if len(room) < n {
				t.Fatalf("room for %d, want %d", len(room), n)
			}
			for i := range room[:n] {
				room[i] = pointjoin.PairOf(uint32(task), uint32(r.IntN(1000)))
			}
			want[task] = append(want[task], room[:n]...)
			f.Took(n)
		}
		f.Pair(uint32(task+1), uint32(task))
		want[task] = append(want[task], pointjoin.PairOf(uint32(task), uint32(task+1)))
	}
	segments, over := f.End()
	got, n := map[int][]pointjoin.Pair{}, uint64(0)
	for i, s := range segments {
		if i > 0 && s.Task < segments[i-1].Task {
			t.Fatalf("task %d after %d", s.Task, segments[i-1].Task)
		}
		got[s.Task] = append(got[s.Task], s.Pairs...)
		n += uint64(len(s.Pairs))
	}
	for task := range 40 {
		if !slices.Equal(got[task], want[task]) {
			t.Fatalf("task %d: %d pairs, want %d", task, len(got[task]), len(want[task]))
		}
	}
	if over || f.Stats.Pairs != n {
		t.Errorf("over: %t, %d pairs counted, want %d", over, f.Stats.Pairs, n)
	}
}

// TestBudget: pairs that outgrow the budget stop the finder, and others that share the budget.
func TestBudget(t *testing.T) {
	budget := memory.NewBudget(10_000)
	f, other := finder.NewFinder(t.Context(), pointjoin.Work{}, budget), finder.NewFinder(t.Context(), pointjoin.Work{}, budget)
	for i := range uint32(2000) {
		f.Pair(i, i+1)
	}
	if _, over := f.End(); !over || !f.Stopped() || !other.Stopped() || f.Room(1) != nil {
		t.Errorf("over: %t, stopped: %t and %t", over, f.Stopped(), other.Stopped())
	}
}

// TestCounter: a pair of a self-join counts at both rows, a pair of a query at the query's row.
func TestCounter(t *testing.T) {
	queries, err := points.New([][]float64{{1}}, points.RowIDs(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		queries *points.Store
		want    []uint32
	}{{nil, []uint32{1, 3, 4}}, {queries, []uint32{0, 2, 4}}} {
		counts := make([]uint32, 3)
		f := finder.NewCounter(t.Context(), pointjoin.Work{Queries: c.queries}, counts)
		f.Pair(1, 0)
		f.Pair(2, 1)
		f.Add(1, 1)
		f.Add(2, 3)
		if !f.Counting() || !slices.Equal(counts, c.want) {
			t.Errorf("%v, want %v", counts, c.want)
		}
	}
}

// TestWithin: decisions are counted by the way they were made.
func TestWithin(t *testing.T) {
	within, err := pointjoin.NewThreshold(5)
	if err != nil {
		t.Fatal(err)
	}
	f := finder.NewFinder(t.Context(), pointjoin.Work{Threshold: within}, nil)
	for _, c := range []struct {
		q    []float64
		want bool
	}{{[]float64{3, 4}, true}, {[]float64{3, math.Nextafter(4, 5)}, false}, {[]float64{1, 1}, true}, {[]float64{9, 1}, false}} {
		if got := f.Within([]float64{0, 0}, c.q); got != c.want {
			t.Errorf("%v: %t", c.q, got)
		}
	}
	if want := (points.Stats{Candidates: 4, Float64: 4, Exact: 2}); f.Stats != want {
		t.Errorf("%+v, want %+v", f.Stats, want)
	}
}

// TestNearest: of equal distances the lower row is nearer, whatever the places and the order of
// offers.
func TestNearest(t *testing.T) {
	columns := [][]float64{{5, 3, 0, -5, 3, 10}, {0, 4, -5, 0, -4, 0}}
	s, err := points.New(columns, points.RowIDs(6))
	if err != nil {
		t.Fatal(err)
	}
	rows := []uint32{9, 4, 7, 2, 8, 1}
	near := finder.NewNearest(finder.NewMatrix(s), rows)
	r := rand.New(rand.NewPCG(2, 2))
	for range 20 {
		for most, want := range map[int][]uint32{1: {2}, 3: {2, 4, 7}, 6: {2, 4, 7, 8, 9, 1}} {
			near.Reset([]float64{0, 0}, most)
			for _, place := range r.Perm(6) {
				near.Offer(place)
			}
			if near.Beyond(25) || most < 6 && !near.Beyond(25.1) || most == 6 && near.Beyond(25.1) {
				t.Errorf("what is beyond the nearest %d", most)
			}
			var stats points.Stats
			got := make([]uint32, most)
			if near.End(got, &stats); !slices.Equal(got, want) || stats.Exact == 0 {
				t.Fatalf("%v, want %v; %+v", got, want, stats)
			}
		}
	}
}
