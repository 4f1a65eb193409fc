package pointengine_test

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/spill"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/points"
)

// inSlabs is a driver whose points are in slabs, with one method.
type inSlabs struct {
	pointjoin.Driver
	method string
}

func (d inSlabs) Methods() []pointjoin.Method {
	all := slices.DeleteFunc(d.Driver.Methods(), func(m pointjoin.Method) bool { return m.Name != d.method })
	all[0].Settings = nil
	return all
}

// TestSuiteInSlabs: slabs of a few points pass the suite of drivers, whose scenes have thresholds wider than slabs, equal points and
// points far away, with pairs spilled to files or not. Slabs do not depend on the dimension: the smallest are for two.
func TestSuiteInSlabs(t *testing.T) {
	tier.Full(t)
	suiteInSlabs(t, map[string]slabCase{
		"bruteforce": {pointengine.Config{Slab: 7, Room: 1 << 30}, []int{2}},
		"kdtree":     {pointengine.Config{Slab: 50, Room: 1 << 15}, []int{1, 3, 70}},
	})
}

// slabCase is a way to cut points into slabs, tried on scenes of some numbers of dimensions.
type slabCase struct {
	pointengine.Config
	dimensions []int
}

func suiteInSlabs(t *testing.T, all map[string]slabCase) {
	for method, c := range all {
		c.Threads, c.Tmp = 2, t.TempDir()
		t.Run(method, func(t *testing.T) {
			open := func(testing.TB) pointjoin.Driver {
				return inSlabs{pointengine.NewSlabs(host.New(2), roomy(c.Config)), method}
			}
			pointjointest.Run(t, open, nil, c.dimensions...)
		})
	}
}

// TestSlabsAgree: by every method, slabs of any size give the pairs, counts and tables of one index, with room for pairs or without;
// pairs are counted once.
func TestSlabsAgree(t *testing.T) {
	tier.Full(t)
	s, queries := cloud(t, 1500, 2), cloud(t, 400, 2)
	for _, q := range []*points.Store{nil, queries} {
		whole := opened(t, s, 0.03, pointengine.Config{Method: "grid"})
		want, _ := all(t, whole, q)
		counts, table := countsAndTable(t, whole, q)
		if len(want) < 10_000 {
			t.Fatalf("%d pairs", len(want))
		}
		for _, m := range host.Methods() {
			for _, c := range []pointengine.Config{{Slab: 1499}, {Slab: 200, Room: 20_000}, {Slab: 90, Room: 1 << 20}} {
				c.Method, c.Tmp = m.Name, t.TempDir()
				e := opened(t, s, 0.03, c)
				got, stats := all(t, e, q)
				if !slices.Equal(got, want) || stats.Pairs != uint64(len(want)) {
					t.Fatalf("%s in slabs of %d: %d pairs, counted %d, want %d", m.Name, c.Slab, len(got), stats.Pairs, len(want))
				}
				gotCounts, gotTable := countsAndTable(t, e, q)
				if !slices.Equal(gotCounts, counts) || !slices.Equal(gotTable.Rows, table.Rows) || !slices.Equal(gotTable.Offsets, table.Offsets) {
					t.Fatalf("%s in slabs of %d: other counts, or another table", m.Name, c.Slab)
				}
			}
		}
	}
}

func countsAndTable(t *testing.T, e *pointengine.Engine, q *points.Store) ([]uint32, points.Table) {
	t.Helper()
	counts, _, err := e.Counts(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := e.Table(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return counts, table
}

// store returns points of columns.
func store(t testing.TB, columns ...[]float64) *points.Store {
	t.Helper()
	return pointjointest.Columns(t, columns)
}

// tenths returns points whose coordinates are random tenths, less than most of them, so that many distances are equal.
func tenths(t testing.TB, r *rand.Rand, size, dimensions, most int) *points.Store {
	t.Helper()
	return pointjointest.Drawn(t, size, dimensions, func(int, int) float64 { return float64(r.IntN(1+r.IntN(most))) * 0.1 })
}

// loadedSlabs returns points in slabs, indexed by a method of the host on two threads.
func loadedSlabs(t *testing.T, s *points.Store, method string, c pointengine.Config) pointjoin.Resident {
	t.Helper()
	c.Threads = 2
	slabs, err := pointengine.NewSlabs(host.New(2), roomy(c)).Load(t.Context(), pointjoin.Set{Points: s, Method: method})
	if err != nil {
		t.Fatal(err)
	}
	return slabs
}

// TestBorder: a pair at exactly eps, or one ulp less, is found across the edge of a slab, wherever rounding may have put the edge.
func TestBorder(t *testing.T) {
	for _, low := range []float64{0, -0.3, 1, 1e7, 7.499999999999999, -1e300} {
		for _, eps := range []float64{0.3, 0.1, 1, 0x1p-30, 1e299, 0} {
			high := low + eps
			for _, v := range []float64{math.Nextafter(high, low), high, math.Nextafter(high, math.Inf(1))} {
				s := store(t, []float64{v, low})
				want := []pointjoin.Pair{pointjoin.PairOf(0, 1)}
				if !threshold(t, eps).Within([]float64{v}, []float64{low}) {
					want = nil
				}
				for _, q := range []*points.Store{nil, store(t, []float64{low})} {
					e := opened(t, s, eps, pointengine.Config{Method: "bruteforce", Slab: 1})
					got, _ := all(t, e, q)
					if q != nil {
						if got = slices.DeleteFunc(got, func(p pointjoin.Pair) bool { return p == 1 }); len(got) == 1 {
							got[0] = pointjoin.PairOf(0, 1)
						}
					}
					if !slices.Equal(got, want) {
						t.Errorf("%v and %v within %v: %x, want %x", low, v, eps, got, want)
					}
				}
			}
		}
	}
}

// tight is a driver that has room for points, and for works of rows.
type tight struct {
	pointjoin.Driver
	points, rows int
}

type tightResident struct {
	pointjoin.Resident
	rows int
}

func (d tight) Load(ctx context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	if s.Points.Len() > d.points {
		return nil, kernel.ErrMemory
	}
	r, err := d.Driver.Load(ctx, s)
	return tightResident{r, d.rows}, err
}

func (r tightResident) Pairs(ctx context.Context, w pointjoin.Work, out *pointjoin.Found) (points.Stats, error) {
	if w.Last-w.First > r.rows {
		return points.Stats{}, &memory.Error{What: "rows"}
	}
	return r.Resident.Pairs(ctx, w, out)
}

// TestRetreat: a device without room for all points gets slabs, and smaller ones until they fit; works are cut, too.
func TestRetreat(t *testing.T) {
	s := cloud(t, 40_000, 2)
	want, _ := all(t, opened(t, s, 0.001, pointengine.Config{Method: "grid"}), nil)
	var log strings.Builder
	e := engine(t, s, pointengine.Config{Method: "grid", Threads: 2, Logger: slog.New(slog.NewTextHandler(&log, nil))}, tight{host.New(2), 3000, 700})
	if err := e.Prepare(t.Context(), 0, threshold(t, 0.001), 0); err != nil {
		t.Fatal(err)
	}
	got, _ := all(t, e, nil)
	if !slices.Equal(got, want) || len(want) < 20_000 || !strings.Contains(log.String(), "a slab is too large") {
		t.Errorf("%d pairs, want %d; %s", len(got), len(want), log.String())
	}
}

// TestSlabsWithinMemory: where the process holds most of its memory already, many points are indexed in slabs.
func TestSlabsWithinMemory(t *testing.T) {
	s := cloud(t, 100_000, 2)
	for more, slabs := range map[uint64]bool{1 << 20: true, 1 << 30: false} {
		var log strings.Builder
		opened(t, s, 0.001, pointengine.Config{Method: "grid", Memory: roomFor(more), Logger: slog.New(slog.NewTextHandler(&log, nil))})
		if strings.Contains(log.String(), "searched in slabs") != slabs {
			t.Errorf("%d bytes more: in slabs %t: %s", more, !slabs, log.String())
		}
	}
}

// TestSpillErrors: a missing folder, and a full one, give the folder's errors.
func TestSpillErrors(t *testing.T) {
	for _, c := range []pointengine.Config{{Tmp: t.TempDir() + "/none"}, {Tmp: t.TempDir(), TmpLimit: 1000}} {
		c.Method, c.Slab, c.Room = "grid", 100, 1<<12
		e := opened(t, cloud(t, 1500, 2), 0.05, c)
		var stats points.Stats
		var failed error
		for _, err := range e.Pairs(t.Context(), nil, false, &stats) {
			failed = err
		}
		if failed == nil || !strings.Contains(failed.Error(), c.Tmp) || c.TmpLimit > 0 && !errors.Is(failed, spill.ErrNoRoom) {
			t.Errorf("%+v: %v", c, failed)
		}
	}
}

// TestSlabsOfAnySize: random sets of 1 to 6 dimensions in slabs of random sizes, whole or in ranges of rows, have the pairs of all
// comparisons, and the same count for each row.
func TestSlabsOfAnySize(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 1))
	for range 60 {
		n, size := 1+r.IntN(6), 1+r.IntN(120)
		s, eps := tenths(t, r, size, n, 12), float64(r.IntN(5))*0.1
		var want []pointjoin.Pair
		for a := range uint32(size) {
			for b := a + 1; b < uint32(size); b++ {
				if threshold(t, eps).Within(s.Append(nil, int(a)), s.Append(nil, int(b))) {
					want = append(want, pointjoin.PairOf(a, b))
				}
			}
		}
		c := pointengine.Config{Slab: 1 + r.IntN(size), Room: 1 << 20}
		slabs := loadedSlabs(t, s, "kdtree", c)
		middle := r.IntN(size + 1)
		var found pointjoin.Found
		counts := make([]uint32, size)
		for _, w := range []pointjoin.Work{{First: 0, Last: middle}, {First: middle, Last: size}} {
			w.Threshold = threshold(t, eps)
			if _, err := slabs.Pairs(t.Context(), w, &found); err != nil {
				t.Fatal(err)
			}
			if _, err := slabs.Counts(t.Context(), w, counts); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range want {
			a, b := pointjoin.Rows(p)
			counts[a]--
			counts[b]--
		}
		var got []pointjoin.Pair
		for _, l := range found.Lists {
			got = append(got, l.Pairs...)
		}
		if !slices.Equal(got, want) || slices.Max(counts) != 0 {
			t.Fatalf("%d points of %d-D in slabs of %d within %v: %d pairs, want %d; counts off by %v", size, n, c.Slab, eps, len(got), len(want), counts)
		}
	}
}

// TestSlabsOverflow: pairs without a Take outgrow their budget, and are not dropped.
func TestSlabsOverflow(t *testing.T) {
	s := cloud(t, 1500, 2)
	slabs := loadedSlabs(t, s, "grid", pointengine.Config{Slab: 100, Room: 1 << 20})
	w := pointjoin.Work{Threshold: threshold(t, 0.05), Last: s.Len()}
	var overflow *pointjoin.OverflowError
	if _, err := slabs.Pairs(t.Context(), w, &pointjoin.Found{Budget: memory.NewBudget(5000)}); !errors.As(err, &overflow) || overflow.Room != 5000 {
		t.Errorf("pairs in 5000 bytes: %v", err)
	}
	stop := errors.New("enough")
	lists := 0
	_, err := slabs.Pairs(t.Context(), w, &pointjoin.Found{Take: func(points.Pairs) error { lists++; return stop }})
	if !errors.Is(err, stop) || lists != 1 {
		t.Errorf("%d lists were taken: %v", lists, err)
	}
}

// TestMirrored: pairs in both orders are the rows of the table, in any room, in slabs and whole, with distances, each pair counted once.
func TestMirrored(t *testing.T) {
	s := cloud(t, 900, 2)
	for _, c := range []pointengine.Config{{}, {Room: 30_000}, {Slab: 100, Room: 20_000}} {
		c.Method, c.Tmp = "grid", t.TempDir()
		e := opened(t, s, 0.04, c)
		counts, table := countsAndTable(t, e, nil)
		var rows, neighbours []uint32
		var stats points.Stats
		for chunk, err := range e.Mirrored(t.Context(), true, &stats) {
			if err != nil {
				t.Fatal(err)
			}
			rows, neighbours = append(rows, chunk.First...), append(neighbours, chunk.Second...)
			last := chunk.Len() - 1
			p, q := s.Append(nil, int(chunk.First[last])), s.Append(nil, int(chunk.Second[last]))
			if d := pointjoin.Distance(p, q); chunk.Distances[last] != d {
				t.Errorf("distance %v, want %v", chunk.Distances[last], d)
			}
		}
		for _, row := range rows {
			counts[row]--
		}
		if !slices.Equal(neighbours, table.Rows) || !slices.IsSorted(rows) || slices.Max(counts) != 0 || stats.Pairs*2 != uint64(len(rows)) {
			t.Errorf("%+v: %d neighbours, want %d; %d pairs", c, len(neighbours), len(table.Rows), stats.Pairs)
		}
		for range e.Mirrored(t.Context(), false, &stats) {
			break // whoever stops early gets no more
		}
	}
}

// TestTablesWithinMemory: a table of neighbours, or of nearest points, that needs more than the memory limit is refused.
func TestTablesWithinMemory(t *testing.T) {
	s := cloud(t, 6000, 2)
	e := opened(t, s, 2, pointengine.Config{Method: "kdtree", Memory: beside(20 << 20)}) // 36 million neighbours
	var refused *memory.Error
	if _, _, err := e.Table(t.Context(), nil); !errors.As(err, &refused) || refused.By != "--memory" || !strings.Contains(refused.What, "neighbours in a table") {
		t.Errorf("a table: %v", err)
	}
	if err := e.Prepare(t.Context(), 0, threshold(t, 2), 3000); err != nil {
		t.Fatal(err)
	}
	if _, _, err := e.Nearest(t.Context(), nil, 3000); !errors.As(err, &refused) || !strings.Contains(refused.What, "nearest points") {
		t.Errorf("nearest points: %v", err)
	}
}

// TestNearestBesideSlabs: an engine whose pairs are found in slabs finds nearest points, and pairs again.
func TestNearestBesideSlabs(t *testing.T) {
	s := cloud(t, 300, 2)
	e, whole := opened(t, s, 0.1, pointengine.Config{Method: "kdtree", Slab: 40}), opened(t, s, 0.1, pointengine.Config{Method: "kdtree"})
	before, _ := all(t, e, nil)
	for _, of := range []*pointengine.Engine{e, whole} {
		if err := of.Prepare(t.Context(), 0, threshold(t, 0), 3); err != nil {
			t.Fatal(err)
		}
	}
	got, _, err := e.Nearest(t.Context(), nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := whole.Nearest(t.Context(), nil, 3)
	if err != nil || !slices.Equal(got.Rows, want.Rows) {
		t.Errorf("%v; other nearest points beside slabs", err)
	}
	if err := e.Prepare(t.Context(), 0, threshold(t, 0.1), 0); err != nil {
		t.Fatal(err)
	}
	if again, _ := all(t, e, nil); !slices.Equal(again, before) {
		t.Errorf("%d pairs, before nearest points %d", len(again), len(before))
	}
}

// BenchmarkSlabs joins points under one index, and in slabs of a twentieth.
func BenchmarkSlabs(b *testing.B) {
	s := cloud(b, 200_000, 2)
	for _, slab := range []int{0, 10_000} {
		e := opened(b, s, 0.0005, pointengine.Config{Method: "grid", Slab: slab})
		b.Run(strconv.Itoa(slab), func(b *testing.B) {
			for b.Loop() {
				all(b, e, nil)
			}
		})
	}
}

// TestSlabsIndexing: the time that slabs take to be indexed is reported, of each search anew; under one index it is 0.
func TestSlabsIndexing(t *testing.T) {
	for slab, slabs := range map[int]bool{0: false, 100: true} {
		e := opened(t, cloud(t, 900, 2), 0.01, pointengine.Config{Method: "kdtree", Slab: slab})
		before := e.Indexing()
		for range 2 {
			all(t, e, nil)
			if now := e.Indexing(); (now > before) != slabs || e.Index() <= 0 {
				t.Errorf("slabs of %d: indexed for %v, before the search %v", slab, now, before)
			} else {
				before = now
			}
		}
	}
}
