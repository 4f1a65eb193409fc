package agree_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/pointjoin"
	"flyby/points"
	"flyby/trajectory"
)

// cloudOf returns random points on a lattice, with many pairs at exactly some distances.
func cloudOf(t testing.TB, size int) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(16, uint64(size)))
	columns := [][]float64{make([]float64, size), make([]float64, size)}
	for row := range size {
		columns[0][row], columns[1][row] = float64(r.IntN(40)), float64(r.IntN(40))
	}
	s, err := points.New(columns, points.RowIDs(size))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// openPoints opens points until the test ends.
func openPoints(t testing.TB, s *points.Store, o flyby.Options) *flyby.Points {
	t.Helper()
	p, err := flyby.OpenPoints(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// pairsOf returns a copy of all pairs of a search.
func pairsOf(t testing.TB, p *flyby.Points, s flyby.PointSearch) (all points.Pairs, stats flyby.PointStats) {
	t.Helper()
	found, err := p.Pairs(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for chunk, err := range found.Chunks() {
		if err != nil {
			t.Fatal(err)
		}
		all.First, all.Second, all.Distances = append(all.First, chunk.First...), append(all.Second, chunk.Second...), append(all.Distances, chunk.Distances...)
	}
	return all, found.Stats()
}

// TestPoints: every method, in any memory, gives the same pairs in order, with their distances; counts
// and neighbours agree with the pairs, and the nearest are the nearest among them.
func TestPoints(t *testing.T) {
	s, queries := cloudOf(t, 900), cloudOf(t, 120)
	for _, q := range []*points.Store{nil, queries} {
		search := flyby.PointSearch{Queries: q, Eps: 5, Distances: true}
		want, _ := pairsOf(t, openPoints(t, s, flyby.Options{Method: "bruteforce"}), search)
		if want.Len() < 2000 || slices.Max(want.Distances) != 5 {
			t.Fatalf("%d pairs, the farthest at %v", want.Len(), slices.Max(want.Distances))
		}
		names := []string{"", "auto"}
		for _, m := range flyby.PointMethods() {
			names = append(names, m.Name)
		}
		for _, name := range names {
			p := openPoints(t, s, flyby.Options{Method: flyby.Method(name), Threads: 2, Memory: 1})
			got, stats := pairsOf(t, p, search)
			if !slices.Equal(got.First, want.First) || !slices.Equal(got.Second, want.Second) || !slices.Equal(got.Distances, want.Distances) {
				t.Errorf("%s: %d pairs, want %d", name, got.Len(), want.Len())
			}
			if stats.Pairs != uint64(want.Len()) || stats.Points != 900 || stats.Method == "" || stats.Device == "" {
				t.Errorf("%s: %+v", name, stats)
			}
			checkTables(t, p, search, want)
		}
	}
}

// checkTables compares counts and neighbours with pairs.
func checkTables(t *testing.T, p *flyby.Points, s flyby.PointSearch, pairs points.Pairs) {
	t.Helper()
	counts, stats, err := p.Counts(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := p.Neighbours(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	degrees := make([]uint32, len(counts))
	for i, a := range pairs.First {
		degrees[a]++
		if s.Queries == nil {
			degrees[pairs.Second[i]]++
		}
		if _, ok := slices.BinarySearch(table.Of(int(a)), pairs.Second[i]); !ok {
			t.Fatalf("neighbours of %d: %v, without %d", a, table.Of(int(a)), pairs.Second[i])
		}
	}
	if !slices.Equal(counts, degrees) || stats.Pairs != uint64(pairs.Len()) {
		t.Errorf("counts %v, %d pairs", counts, stats.Pairs)
	}
	for row, n := range counts {
		if len(table.Of(row)) != int(n) {
			t.Errorf("row %d: %d neighbours, counted %d", row, len(table.Of(row)), n)
		}
	}
}

// TestPointsNearest: the nearest come by distance and row, as many as there are.
func TestPointsNearest(t *testing.T) {
	s := cloudOf(t, 40)
	p := openPoints(t, s, flyby.Options{})
	for _, k := range []int{1, 5, 100} {
		n, stats, err := p.Nearest(t.Context(), nil, k)
		if err != nil || n.Each != min(k, 39) || stats.Queries != 40 {
			t.Fatalf("%d each of %d queries, %v", n.Each, stats.Queries, err)
		}
		for q := range s.Len() {
			at := s.Append(nil, q)
			for i, row := range n.Of(q)[:n.Each-1] {
				next := n.Of(q)[i+1]
				if c := pointjoin.Closer(at, s.Append(nil, int(row)), s.Append(nil, int(next))); c > 0 || c == 0 && row >= next {
					t.Fatalf("query %d: %d before %d", q, row, next)
				}
			}
			if slices.Contains(n.Of(q), uint32(q)) {
				t.Fatalf("query %d is its own neighbour", q)
			}
		}
	}
	if n, _, err := p.Nearest(t.Context(), s, 1); err != nil || len(n.Of(7)) != 1 || pointjoin.Squares(s.Append(nil, 7), s.Append(nil, int(n.Of(7)[0]))) != 0 {
		t.Errorf("nearest to queries: %v, %v", n, err)
	}
	if _, _, err := p.Nearest(t.Context(), nil, 0); err == nil || err.Error() != "flyby: 0 nearest points: must be at least 1" {
		t.Error(err)
	}
}

// TestNearestOnDevices: where a device is asked for, the host finds nearest points by the method that it takes without one, and stats say so; a method that is named runs on the device, or is refused.
func TestNearestOnDevices(t *testing.T) {
	s := cloudOf(t, 40)
	want, _, err := openPoints(t, s, flyby.Options{Device: "cpu"}).Nearest(t.Context(), nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range devices(t) {
		if d == "cpu" {
			continue
		}
		for method, by := range map[string]string{"": "kdtree", "auto": "kdtree", "lss": "lss"} {
			n, stats, err := openPoints(t, s, flyby.Options{Device: d, Method: flyby.Method(method)}).Nearest(t.Context(), nil, 3)
			if err != nil {
				t.Fatal(err)
			}
			instead := d
			if by == "lss" {
				instead = ""
			}
			if !slices.Equal(n.Rows, want.Rows) || stats.Method != by || stats.Instead != instead {
				t.Errorf("%q on %s: %+v", method, d, stats)
			}
		}
		if _, _, err := openPoints(t, s, flyby.Options{Device: d, Method: "tiles"}).Nearest(t.Context(), nil, 3); err == nil || !strings.Contains(err.Error(), "method tiles finds no nearest points on ") {
			t.Errorf("tiles on %s: %v", d, err)
		}
		t.Setenv("FLYBY_DEVICE", d)
		if n, stats, err := openPoints(t, s, flyby.Options{Method: "tiles"}).Nearest(t.Context(), nil, 3); err != nil || !slices.Equal(n.Rows, want.Rows) || stats.Method != "tiles" || stats.Instead != d {
			t.Errorf("tiles where the environment has %s: %+v, %v", d, stats, err)
		}
		p := openPoints(t, s, flyby.Options{Device: d})
		if _, _, err := p.Nearest(t.Context(), nil, 3); err != nil {
			t.Fatal(err)
		}
		if _, stats, err := p.Counts(t.Context(), flyby.PointSearch{Eps: 1}); err != nil || stats.Instead != "" || stats.Device == nameOfCPU(t, s) {
			t.Errorf("a join on %s: %+v, %v", d, stats, err)
		}
	}
}

// nameOfCPU is the name of the cpu.
func nameOfCPU(t *testing.T, s *points.Store) string {
	t.Helper()
	_, stats, err := openPoints(t, s, flyby.Options{Device: "cpu"}).Counts(t.Context(), flyby.PointSearch{Eps: 1})
	if err != nil {
		t.Fatal(err)
	}
	return stats.Device
}

// TestPointsRefuse: impossible options and searches, and a closed set, are errors.
func TestPointsRefuse(t *testing.T) {
	s := cloudOf(t, 10)
	for _, c := range []struct {
		o    flyby.Options
		want string
	}{
		{flyby.Options{Method: "fast"}, `flyby: method "fast": must be one of auto, `},
		{flyby.Options{Threads: -1}, "flyby: threads -1: must be positive, or 0 for all cores"},
		{flyby.Options{Device: "gpu", Method: "kdtree"}, `devices: method kdtree on device "gpu": runs on the cpu only`},
		{flyby.Options{Device: "opencl:99"}, `devices: no such device: "opencl:99": `},
		{flyby.Options{Method: "kdtree", Settings: map[string]string{"colour": "red"}}, "setting: method kdtree has no colour: it has no settings"},
		{flyby.Options{Settings: map[string]string{"k": "2"}}, "flyby: settings are those of a method: name it"},
	} {
		if _, err := flyby.OpenPoints(t.Context(), s, c.o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.o, err, c.want)
		}
	}
	p := openPoints(t, s, flyby.Options{})
	if _, err := p.Pairs(t.Context(), flyby.PointSearch{Eps: -1}); err == nil || err.Error() != "flyby: eps -1: must be finite and not negative" {
		t.Error(err)
	}
	line, err := points.New([][]float64{{1}}, points.RowIDs(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Counts(t.Context(), flyby.PointSearch{Queries: line}); err == nil || err.Error() != "flyby: queries have 1 coordinates, points 2" {
		t.Error(err)
	}
	found, err := p.Pairs(t.Context(), flyby.PointSearch{Eps: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.Close(), p.Close()); err != nil {
		t.Fatal(err)
	}
	for _, err := range found.Chunks() {
		if !errors.Is(err, flyby.ErrClosed) {
			t.Error(err)
		}
	}
	if _, _, err := p.Neighbours(t.Context(), flyby.PointSearch{}); !errors.Is(err, flyby.ErrClosed) {
		t.Error(err)
	}
}

// TestPointsCancelled: a search ends with its context, and gives its turn back.
func TestPointsCancelled(t *testing.T) {
	p := openPoints(t, cloudOf(t, 900), flyby.Options{Method: "bruteforce"})
	ctx, cancel := context.WithCancel(t.Context())
	found, err := p.Pairs(ctx, flyby.PointSearch{Eps: 9})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for _, err := range found.Chunks() {
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if all, _ := pairsOf(t, p, flyby.PointSearch{Eps: 1}); all.Len() == 0 {
		t.Error("no pairs after a search that was cancelled")
	}
}

// TestDatabaseAt: an open database returns the positions of its objects at an instant.
func TestDatabaseAt(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"a", "a", "b"}), T: []float64{0, 2, 1}, X: []float64{0, 4, 1}, Y: []float64{0, 2, 7},
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := flyby.Open(t.Context(), s, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	at, err := db.At(t.Context(), 1)
	if err != nil || at.Len() != 2 || at.IDs().ID(1) != "b" || !slices.Equal(at.Column(0), []float64{2, 1}) {
		t.Errorf("%v, %v", at, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.At(t.Context(), 1); !errors.Is(err, flyby.ErrClosed) {
		t.Error(err)
	}
}

// TestPointsMemory: Memory bounds the set of points alone, whatever the process held before: an index
// that fits is not cut into slabs, and a larger one is.
func TestPointsMemory(t *testing.T) {
	held := make([]byte, 256<<20)
	for i := range held {
		held[i] = 1
	}
	s := cloudOf(t, 100_000)
	for memory, slabs := range map[uint64]bool{192 << 20: false, 1 << 20: true} {
		_, stats, err := openPoints(t, s, flyby.Options{Device: "cpu", Method: "grid", Threads: 1, Memory: memory}).Counts(t.Context(), flyby.PointSearch{})
		if err != nil || stats.Slabs != slabs || stats.Pairs == 0 {
			t.Errorf("memory %d: slabs %t, %d pairs, %v", memory, stats.Slabs, stats.Pairs, err)
		}
	}
	runtime.KeepAlive(held)
	debug.FreeOSMemory() // later tests measure the memory of the process
}
