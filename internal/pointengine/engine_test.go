package pointengine_test

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/points"
)

// cloud returns random points, a third of them in clumps.
func cloud(t testing.TB, size, dimensions int) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(size), uint64(dimensions)))
	return pointjointest.Drawn(t, size, dimensions, func(row, _ int) float64 {
		if v := r.Float64(); row%3 != 0 {
			return v
		}
		return 0.5 + 0.01*r.NormFloat64()
	})
}

// roomy returns a config with all memory and without a log, where c sets neither.
func roomy(c pointengine.Config) pointengine.Config {
	if c.Memory == 0 {
		c.Memory = math.MaxUint64
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

// engine returns an engine that is closed when the test ends.
func engine(t testing.TB, s *points.Store, c pointengine.Config, drivers ...pointjoin.Driver) *pointengine.Engine {
	t.Helper()
	e := pointengine.New(s, roomy(c), drivers...)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// opened returns an engine of the host on two threads, prepared for a threshold.
func opened(t testing.TB, s *points.Store, eps float64, c pointengine.Config) *pointengine.Engine {
	t.Helper()
	c.Threads = 2
	e := engine(t, s, c, host.New(2))
	if err := e.Prepare(t.Context(), 0, threshold(t, eps), 0); err != nil {
		t.Fatal(err)
	}
	return e
}

func threshold(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}

// all returns the pairs of an engine.
func all(t testing.TB, e *pointengine.Engine, queries *points.Store) (pairs []pointjoin.Pair, stats points.Stats) {
	t.Helper()
	for chunk, err := range e.Pairs(t.Context(), queries, false, &stats) {
		if err != nil {
			t.Fatal(err)
		}
		if chunk.Distances != nil {
			t.Fatal("distances that nobody asked for")
		}
		for i, first := range chunk.First {
			pairs = append(pairs, pointjoin.PairOf(first, chunk.Second[i]))
		}
	}
	return pairs, stats
}

// TestPairsInAnyRoom: whatever the room for pairs and the method, the same pairs in order, each counted once.
func TestPairsInAnyRoom(t *testing.T) {
	tier.Full(t)
	s, queries := cloud(t, 1500, 2), cloud(t, 400, 2)
	for _, q := range []*points.Store{nil, queries} {
		var want []pointjoin.Pair
		for _, m := range host.Methods() {
			for _, room := range []uint64{0, 1 << 20, 60_000, 9_000} {
				e := opened(t, s, 0.03, pointengine.Config{Method: m.Name, Room: room})
				got, stats := all(t, e, q)
				if want == nil {
					want = got
				}
				if !slices.IsSorted(got) || !slices.Equal(got, want) || stats.Pairs != uint64(len(want)) {
					t.Fatalf("%s in %d bytes: %d pairs, counted %d, want %d", m.Name, room, len(got), stats.Pairs, len(want))
				}
			}
		}
		if len(want) < 10_000 {
			t.Fatalf("%d pairs", len(want))
		}
	}
}

// TestColumns: chunks have all pairs in order, and the distance of each.
func TestColumns(t *testing.T) {
	s, queries := cloud(t, 1500, 2), cloud(t, 400, 2)
	for _, q := range []*points.Store{nil, queries} {
		e := opened(t, s, 0.05, pointengine.Config{Method: "grid"})
		pairs, stats := all(t, e, q)
		of, n := q, 0
		if q == nil {
			of = s
		}
		for chunk, err := range e.Pairs(t.Context(), q, true, &stats) {
			if err != nil {
				t.Fatal(err)
			}
			for i, first := range chunk.First {
				second := chunk.Second[i]
				d := pointjoin.Distance(of.Append(nil, int(first)), s.Append(nil, int(second)))
				if pairs[n] != pointjoin.PairOf(first, second) || chunk.Distances[i] != d {
					t.Fatalf("pair %d: %d, %d at %v, want %x at %v", n, first, second, chunk.Distances[i], pairs[n], d)
				}
				n++
			}
		}
		if n != len(pairs) || n < 20_000 {
			t.Errorf("%d pairs of %d", n, len(pairs))
		}
	}
}

// TestOnePointOutgrowsRoom: the pairs of a single point may be more than the room.
func TestOnePointOutgrowsRoom(t *testing.T) {
	s := cloud(t, 3000, 1)
	for _, m := range []string{"kdtree", "bruteforce"} {
		got, _ := all(t, opened(t, s, 5, pointengine.Config{Method: m, Room: 4096}), nil)
		if len(got) != 3000*2999/2 || !slices.IsSorted(got) {
			t.Errorf("%s: %d pairs", m, len(got))
		}
	}
}

// TestTables: counts are the lengths of the table's rows, which are the pairs mirrored, each in order.
func TestTables(t *testing.T) {
	s, queries := cloud(t, 700, 3), cloud(t, 90, 3)
	for _, m := range host.Methods() {
		for _, q := range []*points.Store{nil, queries} {
			e := opened(t, s, 0.06, pointengine.Config{Method: m.Name, Room: 20_000})
			pairs, _ := all(t, e, q)
			n := 700
			if q != nil {
				n = 90
			}
			want := make([][]uint32, n)
			for _, p := range pairs {
				a, b := pointjoin.Rows(p)
				want[a] = append(want[a], b)
				if q == nil {
					want[b] = append(want[b], a)
				}
			}
			counts, table := countsAndTable(t, e, q)
			for row, neighbours := range want {
				slices.Sort(neighbours)
				if !slices.Equal(table.Of(row), neighbours) || int(counts[row]) != len(neighbours) {
					t.Fatalf("%s: neighbours of %d: %v, counted %d, want %v", m.Name, row, table.Of(row), counts[row], neighbours)
				}
			}
		}
	}
}

// TestPrepare: an index that serves every threshold is kept, and one that does not is made anew.
func TestPrepare(t *testing.T) {
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for _, m := range host.Methods() {
		log.Reset()
		e := opened(t, cloud(t, 100, 2), 0.1, pointengine.Config{Method: m.Name, Logger: logger})
		for _, eps := range []float64{0.1, 0.2} {
			if err := e.Prepare(t.Context(), 0, threshold(t, eps), 0); err != nil {
				t.Fatal(err)
			}
		}
		want := 2
		if m.AnyEps {
			want = 1
		}
		if n := strings.Count(log.String(), "points indexed"); n != want || e.Method() != m.Name {
			t.Errorf("%s: indexed %d times, want %d", m.Name, n, want)
		}
	}
}

// TestAuto: the chosen method exists, and the log has the reason; nearest points are found by a method that can.
func TestAuto(t *testing.T) {
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for _, size := range []int{0, 1, 500} {
		e := opened(t, cloud(t, size, 2), 0.01, pointengine.Config{Method: pointengine.Auto, Logger: logger})
		if e.Method() == "" || !strings.Contains(log.String(), "predicted") {
			t.Errorf("method %q of %d points: %s", e.Method(), size, log.String())
		}
		if err := e.Prepare(t.Context(), 0, threshold(t, 0), 3); err != nil {
			t.Fatal(err)
		}
		if n, _, err := e.Nearest(t.Context(), nil, 3); err != nil || n.Each != max(0, min(3, size-1)) {
			t.Errorf("%d nearest of %d points, %v", n.Each, size, err)
		}
	}
}

// TestNearestByTree: where no method is named, the tree finds nearest points of few dimensions wherever the table has it;
// in more dimensions the predicted method does.
func TestNearestByTree(t *testing.T) {
	for dimensions, tree := range map[int]bool{1: true, 5: true, 12: false} {
		e := opened(t, cloud(t, 3000, dimensions), 0.01, pointengine.Config{Method: pointengine.Auto})
		if err := e.Prepare(t.Context(), 0, threshold(t, 0), 2); err != nil {
			t.Fatal(err)
		}
		if (e.Method() == "kdtree") != tree {
			t.Errorf("nearest points of %d dimensions by %s", dimensions, e.Method())
		}
	}
}

// TestNearestByNone: a method that finds no nearest points refuses to, and joins go on.
func TestNearestByNone(t *testing.T) {
	for _, m := range host.Methods() {
		e := opened(t, cloud(t, 50, 2), 0.1, pointengine.Config{Method: m.Name})
		err := e.Prepare(t.Context(), 0, threshold(t, 0), 2)
		if (err == nil) != m.Nearest || err != nil && !strings.Contains(err.Error(), m.Name) {
			t.Errorf("%s: %v", m.Name, err)
		}
		if _, _, err := e.Counts(t.Context(), nil); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}

// TestCancelled: a stream ends with the error of its context.
func TestCancelled(t *testing.T) {
	e := opened(t, cloud(t, 800, 2), 0.05, pointengine.Config{Method: "bruteforce", Room: 5000})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stats points.Stats
	lists := 0
	for _, err := range e.Pairs(ctx, nil, false, &stats) {
		if lists++; lists == 2 {
			cancel()
		}
		if err != nil {
			if !errors.Is(err, context.Canceled) || lists > 3 {
				t.Errorf("list %d: %v", lists, err)
			}
			return
		}
	}
	t.Error("no error")
}

// TestProgress: progress of ranges grows to the end of all rows.
func TestProgress(t *testing.T) {
	last := 0.0
	c := pointengine.Config{Method: "kdtree", Room: 30_000, Progress: func(phase string, done, total float64) {
		if phase != "search" {
			return
		}
		if done > total || total != 900 {
			t.Errorf("%v of %v", done, total)
		}
		last = done
	}}
	all(t, opened(t, cloud(t, 900, 2), 0.02, c), nil)
	if last != 900 {
		t.Errorf("the last that was told: %v", last)
	}
}

// BenchmarkOrder puts pairs in order that tiles find in theirs.
func BenchmarkOrder(b *testing.B) {
	e := opened(b, cloud(b, 4000, 2), 0.1, pointengine.Config{Method: "bruteforce", Room: math.MaxInt64})
	for b.Loop() {
		var stats points.Stats
		for _, err := range e.Pairs(b.Context(), nil, false, &stats) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// TestReach: of evenly spread points about as many as asked for are within reach; reach is 0 for no points, or equal
// ones.
func TestReach(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, c := range []struct{ size, dimensions, k int }{{10_000, 2, 5}, {10_000, 2, 100}, {1500, 3, 20}} {
		s := pointjointest.Drawn(t, c.size, c.dimensions, func(int, int) float64 { return r.Float64() })
		e := opened(t, s, pointengine.Reach(s, c.k).Eps(), pointengine.Config{Method: "grid"})
		counts, _, err := e.Counts(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(counts)
		if n := int(counts[len(counts)/2]); n < c.k/4 || n > c.k*4 {
			t.Errorf("%+v: %d points", c, n)
		}
	}
	for _, columns := range [][][]float64{{nil}, {{3}}, {{2, 2, 2}}} {
		if got := pointengine.Reach(pointjointest.Columns(t, columns), 2).Eps(); got != 0 {
			t.Errorf("%v: %v", columns, got)
		}
	}
}
