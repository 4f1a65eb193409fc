package rowgrid

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/tier"
	"flyby/points"
)

// run does the tasks of a work with two finders, and the tasks that follow them, and returns the pairs of the tasks'
// segments in their order.
func run(t *testing.T, x finder.Searcher, w pointjoin.Work) (pairs []pointjoin.Pair, stats points.Stats) {
	t.Helper()
	tasks, err := x.Begin(t.Context(), w, 2)
	if err != nil {
		t.Fatal(err)
	}
	finders := []*finder.Finder{finder.NewFinder(t.Context(), w, nil), finder.NewFinder(t.Context(), w, nil)}
	do := func(tasks finder.Tasks) {
		var wg sync.WaitGroup
		for k, f := range finders {
			wg.Go(func() {
				for task := k; task < tasks.Len(); task += len(finders) {
					f.Begin(task)
					tasks.Do(task, f)
				}
			})
		}
		wg.Wait()
	}
	do(tasks)
	if first, ok := tasks.(finder.Followed); ok {
		tasks = first.Then()
		do(tasks)
	}
	var all []finder.Segment
	for _, f := range finders {
		segments, over := f.End()
		if over {
			t.Fatal("no memory")
		}
		all = append(all, segments...)
		stats.Add(f.Stats)
	}
	slices.SortStableFunc(all, func(a, b finder.Segment) int { return a.Task - b.Task })
	for _, s := range all {
		pairs = append(pairs, s.Pairs...)
	}
	if !tasks.Ordered() || !slices.IsSorted(pairs) {
		t.Fatalf("%d pairs are not in order", len(pairs))
	}
	return pairs, stats
}

// compared returns the pairs of rows of two sets by comparing all.
func compared(within pointjoin.Threshold, s, others *points.Store, self bool) (pairs []pointjoin.Pair) {
	for a := range s.Len() {
		p := s.Append(nil, a)
		for b := range others.Len() {
			if (!self || a < b) && within.Within(p, others.Append(nil, b)) {
				pairs = append(pairs, pointjoin.PairOf(uint32(a), uint32(b)))
			}
		}
	}
	return pairs
}

// TestTasks: joins of points, in one task or more, find the same pairs as comparing all, with every kind of vector
// instructions and number of indexed dimensions.
func TestTasks(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(21, 22))
	const count = 900
	way := 0
	for _, n := range []int{1, 2, 3, 5, 9} {
		s, others := scattered(t, r, count, n, []int{0, 60, 9, 12, 0, 14, 0, 0, 0, 8}[n]), scattered(t, r, 300, n, 100/n/n)
		within, err := pointjoin.NewThreshold([]float64{0, 0.1, 0.5, 1, 1, 2, 0, 0, 0, 3}[n])
		if err != nil {
			t.Fatal(err)
		}
		self, join := compared(within, s, s, true), compared(within, others, s, false)
		if len(self) < 200 || len(join) < 5 {
			t.Fatalf("%d-D: %d and %d pairs", n, len(self), len(join))
		}
		for _, indexed := range []int{1, 2, n} {
			f := framed(s, min(indexed, n), within.Eps())
			for _, use := range kinds(n) {
				x := &index{choice{f, float64(len(self)), 0, way%2 == 0}, s, newSortedPoints(f, s, 0, s.Len()), use}
				way++
				got, stats := run(t, x, pointjoin.Work{Threshold: within, Last: s.Len()})
				if !slices.Equal(got, self) || stats.Pairs != uint64(len(self)) {
					t.Fatalf("%d-D, %d indexed, %s: %d pairs, %d counted, want %d", n, indexed, use.name, len(got), stats.Pairs, len(self))
				}
				if got, _ := run(t, x, pointjoin.Work{Threshold: within, Queries: others, Last: others.Len()}); !slices.Equal(got, join) {
					t.Fatalf("%d-D, %d indexed, %s: %d pairs with queries, want %d", n, indexed, use.name, len(got), len(join))
				}
				a, _ := run(t, x, pointjoin.Work{Threshold: within, Last: 400})
				b, _ := run(t, x, pointjoin.Work{Threshold: within, First: 400, Last: s.Len()})
				if !slices.Equal(append(a, b...), self) {
					t.Fatalf("%d-D, %d indexed, %s: %d and %d pairs of two ranges, want %d", n, indexed, use.name, len(a), len(b), len(self))
				}
			}
		}
	}
}

// TestFilterIsSame: the numbers of pairs decided in float64 and exactly are the same with every kind of vector
// instructions.
func TestFilterIsSame(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(23, 24))
	for n := 1; n <= mostFast; n++ {
		columns := make([][]float64, n)
		for j := range columns {
			for range 400 { // on a lattice of spacing eps
				columns[j] = append(columns[j], float64(r.IntN(12/n+2)))
			}
		}
		s := store(t, columns...)
		within, err := pointjoin.NewThreshold(1)
		if err != nil {
			t.Fatal(err)
		}
		for _, half := range []bool{true, false} {
			var want points.Stats
			for k, use := range kinds(n) {
				f := framed(s, n, 1)
				x := &index{choice{f, 0, 0, half}, s, newSortedPoints(f, s, 0, s.Len()), use}
				pairs, stats := run(t, x, pointjoin.Work{Threshold: within, Last: s.Len()})
				if k == 0 {
					want = stats
				}
				if stats != want || stats.Exact == 0 || stats.Exact > stats.Float64 {
					t.Errorf("%d-D, half %t, %s: %+v, want %+v", n, half, use.name, stats, want)
				}
				if all := compared(within, s, s, true); !slices.Equal(pairs, all) {
					t.Errorf("%d-D, half %t, %s: %d pairs, want %d", n, half, use.name, len(pairs), len(all))
				}
			}
		}
	}
}

// TestStopped: tasks that are cancelled, or have no memory for their pairs, come to an end.
func TestStopped(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	s := scattered(t, r, 3000, 2, 10)
	within, err := pointjoin.NewThreshold(1)
	if err != nil {
		t.Fatal(err)
	}
	x, err := Build(t.Context(), pointjoin.Set{Points: s, Threshold: within}, 1)
	if err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, w := range []pointjoin.Work{{Threshold: within, Last: s.Len()}, {Threshold: within, First: 1, Last: s.Len()}, {Threshold: within, Queries: s, Last: s.Len()}} {
		for _, f := range []*finder.Finder{
			finder.NewFinder(cancelled, w, nil), finder.NewCounter(cancelled, w, make([]uint32, s.Len())), finder.NewFinder(t.Context(), w, memory.NewBudget(4096)),
		} {
			tasks, err := x.Begin(t.Context(), w, 1)
			if err != nil {
				t.Fatal(err)
			}
			for task := range tasks.Len() {
				f.Begin(task)
				tasks.Do(task, f)
			}
			if !f.Stopped() || f.Stats.Candidates > 3_000_000 {
				t.Errorf("%+v: stopped %t, after %+v", w, f.Stopped(), f.Stats)
			}
		}
	}
}

// TestListOrder: order sorts few rows and many.
func TestListOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for n := range 40 {
		rows := make([]uint32, n)
		for i := range rows {
			rows[i] = r.Uint32()
		}
		want := slices.Clone(rows)
		slices.Sort(want)
		if order(rows); !slices.Equal(rows, want) {
			t.Errorf("%v, want %v", rows, want)
		}
	}
}

// TestManyCandidates: joins find the pairs of points with more candidates than a block takes at a time.
func TestManyCandidates(t *testing.T) {
	tier.Full(t)
	const count = mostListed/4 + 100
	x, y := make([]float64, count), make([]float64, count)
	for i := range x { // two for each point, all in a row of three cells
		x[i] = float64(i/2%(count/2)) * (2.5 / count)
		y[i] = 0.25
	}
	s := store(t, x, y)
	within, err := pointjoin.NewThreshold(1e-9)
	if err != nil {
		t.Fatal(err)
	}
	f := framed(s, 2, 1)
	f.eps = within.Eps() * f.inverse
	for _, use := range kinds(2) {
		index := &index{choice{frame: f}, s, newSortedPoints(f, s, 0, s.Len()), use}
		pairs, _ := run(t, index, pointjoin.Work{Threshold: within, Last: s.Len()})
		for i, p := range pairs {
			if a, b := pointjoin.Rows(p); int(a) != 2*i || b != a+1 {
				t.Fatalf("%s: pair %d is of %d and %d", use.name, i, a, b)
			}
		}
		if len(pairs) != count/2 {
			t.Errorf("%s: %d pairs, want %d", use.name, len(pairs), count/2)
		}
	}
}

// TestRowTasksBudget: the pairs that a task of a range of rows keeps until they are in order count in the budget, and the task
// ends where that is used up.
func TestRowTasksBudget(t *testing.T) {
	const room = 64 << 10
	s := scattered(t, rand.New(rand.NewPCG(27, 28)), 3000, 2, 1)
	within, err := pointjoin.NewThreshold(5)
	if err != nil {
		t.Fatal(err)
	}
	w := pointjoin.Work{Threshold: within, Last: 2000}
	tasks := newRowTasks(&index{choice{frame: framed(s, 2, 5)}, s, newSortedPoints(framed(s, 2, 5), s, 0, s.Len()), noVectors()}, w)
	f := finder.NewFinder(t.Context(), w, memory.NewBudget(room))
	f.Begin(0)
	tasks.Do(0, f)
	if kept := 4 * cap(f.Own.(*secondRows).rows); kept > room || !f.Stopped() {
		t.Errorf("%d bytes are kept of %d, stopped: %t", kept, room, f.Stopped())
	}
	if segments, over := f.End(); !over || len(segments) > 0 {
		t.Errorf("%d segments, over: %t", len(segments), over)
	}
}

// TestRowTasksInParts: where pairs are handed over, a task with little memory finds them in parts of its rows, down to one
// row, and misses none.
func TestRowTasksInParts(t *testing.T) {
	tier.Full(t)
	s := scattered(t, rand.New(rand.NewPCG(29, 30)), 2000, 2, 1)
	within, err := pointjoin.NewThreshold(5)
	if err != nil {
		t.Fatal(err)
	}
	w := pointjoin.Work{Threshold: within, Last: 300}
	for _, room := range []uint64{0, 64 << 10, 1 << 20} {
		tasks := newRowTasks(&index{choice{frame: framed(s, 2, 5)}, s, newSortedPoints(framed(s, 2, 5), s, 0, s.Len()), kinds(2)[0]}, w)
		f := finder.NewFinder(t.Context(), w, memory.NewBudget(room))
		var got []pointjoin.Pair
		f.HandOver(func(p points.Pairs) (points.Pairs, bool) {
			for i, first := range p.First {
				got = append(got, pointjoin.PairOf(first, p.Second[i]))
			}
			return p, true
		})
		f.Begin(0)
		tasks.Do(0, f)
		f.Finish()
		want := slices.DeleteFunc(compared(within, s, s, true), func(p pointjoin.Pair) bool { first, _ := pointjoin.Rows(p); return first >= 300 })
		if _, over := f.End(); over || !slices.Equal(got, want) || len(want) < 100_000 {
			t.Errorf("%d bytes: %d pairs, want %d, over: %t", room, len(got), len(want), over)
		}
		if kept := 4 * uint64(cap(f.Own.(*secondRows).rows)); kept > max(room, 4*2*2000) {
			t.Errorf("%d bytes: %d are kept", room, kept)
		}
	}
}
