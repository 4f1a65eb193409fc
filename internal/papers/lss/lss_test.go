package lss

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/testing/pointjointest"
	"flyby/points"
)

// cloud returns uniform points, some of them twice; with lattice they are on a lattice of tenths, so
// that coordinates are often equal.
func cloud(t testing.TB, seed uint64, count, n int, lattice bool) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(4, seed))
	rows := make([][]float64, count)
	for i := range rows {
		for range n {
			v := r.Float64()
			if lattice {
				v = float64(int(v*10)) / 10
			}
			rows[i] = append(rows[i], v)
		}
	}
	return pointjointest.Store(t, rows, n)
}

func threshold(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}

// build returns a searcher of a set.
func build(t testing.TB, s *points.Store, settings pointjoin.Settings) *searcher {
	t.Helper()
	built, err := Build(t.Context(), pointjoin.Set{Points: s, Settings: settings}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return built.(*searcher)
}

// oracle returns the pairs of a work by comparing all points.
func oracle(w pointjoin.Work, s *points.Store) (pairs []pointjoin.Pair) {
	queries, all := finder.NewMatrix(s), finder.NewMatrix(s)
	if !w.Self() {
		queries = finder.NewMatrix(w.Queries)
	}
	for a := w.First; a < w.Last; a++ {
		from := 0
		if w.Self() {
			from = a + 1
		}
		for b := from; b < all.Len(); b++ {
			if w.Threshold.Within(queries.Row(a), all.Row(b)) {
				pairs = append(pairs, pointjoin.PairOf(uint32(a), uint32(b)))
			}
		}
	}
	return pairs
}

// tasksOf returns the tasks of a work.
func tasksOf(t testing.TB, s *searcher, w pointjoin.Work) *tasks {
	t.Helper()
	begun, err := s.Begin(t.Context(), w, 2)
	if err != nil {
		t.Fatal(err)
	}
	return begun.(*tasks)
}

// pairsOf returns the pairs of tasks in order, and checks that tasks find them in order where they say
// so.
func pairsOf(t testing.TB, k *tasks) (pairs []pointjoin.Pair) {
	t.Helper()
	f := finder.NewFinder(context.Background(), k.work, nil)
	for i := range k.Len() {
		f.Begin(i)
		k.Do(i, f)
	}
	segments, _ := f.End()
	for _, s := range segments {
		pairs = append(pairs, s.Pairs...)
	}
	if k.Ordered() && !slices.IsSorted(pairs) {
		t.Error("ordered tasks find pairs in another order")
	}
	slices.Sort(pairs)
	return pairs
}

// TestChunks: for any room of a chunk, by whole intervals and by elements, each kind of walk finds
// each pair once.
func TestChunks(t *testing.T) {
	set, queries := cloud(t, 1, 150, 2, true), cloud(t, 2, 60, 2, true)
	for _, half := range []string{"off", "on"} {
		for _, w := range []pointjoin.Work{
			{Last: 150}, {First: 10, Last: 140}, {First: 100, Last: 150},
			{Queries: queries, Last: 60}, {Queries: queries, First: 7, Last: 33},
		} {
			w.Threshold = threshold(t, 0.2)
			want := oracle(w, set)
			k := tasksOf(t, build(t, set, pointjoin.Settings{"lss-half": half}), w)
			for _, room := range []uint64{1, 7, 64, 1 << 20} {
				for _, element := range []bool{false, true} {
					if k.cutBy(room, element); !slices.Equal(pairsOf(t, k), want) {
						t.Errorf("half %s, rows %d to %d, kind %d, room %d, elements %t: not the pairs", half, w.First, w.Last, k.kind, room, element)
					}
					if split := element || k.kind == rangeRows || room < 1<<20; k.Ordered() == split {
						t.Errorf("half %s, kind %d, room %d, elements %t: ordered %t", half, k.kind, room, element, k.Ordered())
					}
				}
			}
		}
	}
}

// TestSettingsTogether: all walks find the right pairs with all numbers of lists, which the suite
// tests separately.
func TestSettingsTogether(t *testing.T) {
	set := cloud(t, 3, 200, 3, false)
	w := pointjoin.Work{Last: 200, Threshold: threshold(t, 0.15)}
	want := oracle(w, set)
	for _, lists := range []string{"standard", "log", "random", "1", "2", "9"} {
		for _, walk := range walkSetting().Choices {
			for _, half := range halfSetting().Choices {
				s := pointjoin.Settings{"lss-lists": lists, "lss-walk": walk, "lss-half": half}
				if got := pairsOf(t, tasksOf(t, build(t, set, s), w)); !slices.Equal(got, want) {
					t.Errorf("%v: %d pairs, want %d", s, len(got), len(want))
				}
			}
		}
	}
}

// TestListsAreMadeAtOnce: Build makes all lists, and no join sorts anything.
func TestListsAreMadeAtOnce(t *testing.T) {
	set, few := cloud(t, 1, 50, 2, false), cloud(t, 2, 20, 2, false)
	s := build(t, set, nil)
	lists := s.lists
	if lists.Len() != 3 || len(lists.List(0).Rows()) != 50 {
		t.Fatalf("%d lists of %d points, want 3 of 50", lists.Len(), len(lists.List(0).Rows()))
	}
	for _, w := range []pointjoin.Work{{Last: 50}, {Queries: few, Last: 20}, {Queries: few, First: 3, Last: 9}} {
		for _, eps := range []float64{0, 0.1} {
			if w.Threshold = threshold(t, eps); tasksOf(t, s, w).lists != lists {
				t.Errorf("a join of rows %d to %d within %v has lists of its own", w.First, w.Last, eps)
			}
		}
	}
}

// TestSettings: a text that is no number of lists is an error.
func TestSettings(t *testing.T) {
	set := cloud(t, 1, 3, 2, false)
	for _, v := range []string{"0", "-1", "4098", "1.5", "all", ""} {
		_, err := Build(t.Context(), pointjoin.Set{Points: set, Settings: pointjoin.Settings{"lss-lists": v}}, 1)
		want := fmt.Sprintf("setting: lss-lists %q: must be standard, log, random or 1 to 4097", v)
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestEnds: sorting and both kinds of searching end where the context has ended.
func TestEnds(t *testing.T) {
	set := cloud(t, 1, 30, 2, false)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := pointjoin.Work{Last: 30, Threshold: threshold(t, 0.3)}
	for _, half := range halfSetting().Choices {
		settings := pointjoin.Settings{"lss-half": half}
		if _, err := Build(ctx, pointjoin.Set{Points: set, Settings: settings}, 1); err != context.Canceled {
			t.Errorf("sorting: %v", err)
		}
		if _, err := build(t, set, settings).Begin(ctx, w, 1); err != context.Canceled {
			t.Errorf("searching: %v", err)
		}
	}
}

// TestNearestEnds: a search for nearest points that is no longer wanted ends.
func TestNearestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := build(t, cloud(t, 1, 80, 3, false), nil)
	rows := []uint32{99}
	s.Nearest(pointjoin.NearestWork{K: 1}, finder.NewFinder(ctx, pointjoin.Work{}, nil))(0, rows)
	if rows[0] != 99 {
		t.Errorf("row %d", rows[0])
	}
	s.Nearest(pointjoin.NearestWork{K: 1}, finder.NewFinder(t.Context(), pointjoin.Work{}, nil))(0, rows)
	if rows[0] >= 80 {
		t.Errorf("row %d of 80", rows[0])
	}
}
