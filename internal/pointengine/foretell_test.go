package pointengine_test

import (
	"context"
	"log/slog"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/points"
)

// weighed is a driver whose indexes predict some bytes a point, and hold some in all. It counts its indexes.
type weighed struct {
	pointjoin.Driver
	says  int
	holds int
	loads *int
}

func (d weighed) Methods() []pointjoin.Method {
	all := slices.Clone(d.Driver.Methods())
	for i := range all {
		all[i].IndexBytes = func(int) int { return d.says }
	}
	return all
}

func (d weighed) Load(ctx context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	*d.loads++
	r, err := d.Driver.Load(ctx, s)
	held := &heavy{Resident: r, block: make([]byte, d.holds)}
	for at := 0; at < len(held.block); at += 4096 {
		held.block[at] = 1
	}
	return held, err
}

// heavy is a resident that holds memory until it is closed.
type heavy struct {
	pointjoin.Resident
	block []byte
}

func (r *heavy) Close() error {
	r.block = nil
	return r.Resident.Close()
}

// roomFor returns a bound on the process's memory that leaves some bytes free, once garbage is given back.
func roomFor(bytes uint64) uint64 {
	debug.FreeOSMemory()
	return (memory.Resident() + memory.Absent() + bytes) / 31 * 32
}

// beside returns a bound on the process's memory: its present size, garbage given back, and some bytes more.
func beside(bytes uint64) uint64 {
	debug.FreeOSMemory()
	return memory.Resident() + bytes
}

// TestWholeWhereItFits: all points are indexed at once where making the index takes most of the free memory. An index that leaves too little
// for searches is given up for slabs, and an index that is foretold to be too large is not begun. All find the same pairs.
func TestWholeWhereItFits(t *testing.T) {
	const count = 50_000
	s := cloud(t, count, 2)
	want, _ := all(t, opened(t, s, 0.0005, pointengine.Config{Method: "kdtree"}), nil)
	for _, c := range []struct {
		name       string
		says       int // bytes a point
		free       uint64
		holds      int
		slabs      bool
		told       string
		wholeLoads int // before slabs
	}{
		{"four fifths of what is free", 80e6 / count, 100e6, 0, false, "", 1},
		{"all that is free", 130e6 / count, 100e6, 0, true, "an index of 50,000 points need", 0},
		{"no room is left beside it", 80e6 / count, 100e6, 85e6, true, "searches beside an index of 50,000 points need", 1},
	} {
		var log strings.Builder
		loads := 0
		e := engine(t, s, pointengine.Config{Method: "kdtree", Threads: 2, Memory: roomFor(c.free), Logger: slog.New(slog.NewTextHandler(&log, nil))},
			weighed{host.New(2), c.says, c.holds, &loads})
		if err := e.Prepare(t.Context(), 0, threshold(t, 0.0005), 0); err != nil {
			t.Fatal(err)
		}
		if e.InSlabs() != c.slabs || loads != c.wholeLoads || !strings.Contains(log.String(), c.told) {
			t.Errorf("%s: in slabs %t, %d indexes made; %s", c.name, e.InSlabs(), loads, log.String())
		}
		if c.holds > 0 {
			continue // its slabs hold as much
		}
		if got, _ := all(t, e, nil); !slices.Equal(got, want) {
			t.Errorf("%s: %d pairs, want %d", c.name, len(got), len(want))
		}
	}
}

// TestForetell: about the right number of pairs is foretold, of a self-join and of queries, near each other and far, whole and in slabs.
// Points in slabs are not indexed to foretell pairs; points under one index are indexed once.
func TestForetell(t *testing.T) {
	s, queries := cloud(t, 20_000, 2), cloud(t, 10_000, 2) // clumps have the same share of the sample as of all rows
	for _, q := range []*points.Store{nil, queries} {
		for _, eps := range []float64{0.01, 0.2} {
			w := pointjoin.Work{Threshold: threshold(t, eps), Queries: q, Last: s.Len()}
			if q != nil {
				w.Last = q.Len()
			}
			r, err := host.New(2).Load(t.Context(), pointjoin.Set{Points: s, Method: "grid", Threshold: w.Threshold})
			if err != nil {
				t.Fatal(err)
			}
			stats, err := r.Counts(t.Context(), w, make([]uint32, w.Last))
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range []int{0, 3000} {
				loads := 0
				e := engine(t, s, pointengine.Config{Method: "grid", Threads: 2, Slab: size}, weighed{host.New(2), 0, 0, &loads})
				if err := e.Prepare(t.Context(), 0, w.Threshold, 0); err != nil {
					t.Fatal(err)
				}
				pairs, ok, err := e.Foretell(t.Context(), q)
				if err != nil || !ok || math.Abs(pairs/float64(stats.Pairs)-1) > 0.2 {
					t.Errorf("eps %v, slabs of %d: %v pairs, %t, %v; there are %d", eps, size, pairs, ok, err, stats.Pairs)
				}
				if want := 1 - min(size, 1); loads != want {
					t.Errorf("eps %v, slabs of %d: %d indexes, want %d", eps, size, loads, want)
				}
			}
		}
	}
}

// TestForetellFew: no sample is taken of few rows, and points without neighbours have no pairs, not less than none.
func TestForetellFew(t *testing.T) {
	if _, ok, err := opened(t, cloud(t, 9_999, 2), 0.1, pointengine.Config{}).Foretell(t.Context(), nil); ok || err != nil {
		t.Errorf("told of few rows: %t, %v", ok, err)
	}
	row := make([]float64, 10_000)
	for i := range row {
		row[i] = float64(i)
	}
	for _, size := range []int{0, 999} {
		pairs, ok, err := opened(t, store(t, row), 0.5, pointengine.Config{Slab: size, Method: "grid"}).Foretell(t.Context(), nil)
		if pairs != 0 || !ok || err != nil {
			t.Errorf("slabs of %d: %v pairs, %t, %v", size, pairs, ok, err)
		}
	}
}
