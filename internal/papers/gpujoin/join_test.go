package gpujoin_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/papers/pointindex"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/testing/pointjointest"
	"flyby/points"
)

// columns returns uniform points of [0, size) in n dimensions, the later ones narrower, and spot points in one place, whose
// cells have more points than a block or a task.
func columns(seed uint64, count, spot, n int, size float64) [][]float64 {
	r := rand.New(rand.NewPCG(seed, 53))
	all := make([][]float64, n)
	for j := range all {
		for range count {
			all[j] = append(all[j], size*r.Float64()/float64(1+j/3))
		}
		for range spot {
			all[j] = append(all[j], size/3+0.3*r.Float64())
		}
	}
	for i := range all[0] { // shuffled, so that rows are in no order
		o := r.IntN(i + 1)
		for _, c := range all {
			c[i], c[o] = c[o], c[i]
		}
	}
	return all
}

func store(t testing.TB, columns [][]float64) *points.Store {
	t.Helper()
	return pointjointest.Columns(t, columns)
}

func threshold(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}

// load makes points resident on two threads.
func load(t testing.TB, s *points.Store, eps float64, method string, settings pointjoin.Settings) pointjoin.Resident {
	t.Helper()
	r, err := host.New(2).Load(t.Context(), pointjoin.Set{Points: s, Method: method, Settings: settings, Threshold: threshold(t, eps)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// pairs returns the pairs of a work in order, and its statistics.
func pairs(t testing.TB, r pointjoin.Resident, w pointjoin.Work) ([]pointjoin.Pair, points.Stats) {
	t.Helper()
	var out pointjoin.Found
	stats, err := r.Pairs(t.Context(), w, &out)
	if err != nil {
		t.Fatal(err)
	}
	all := []pointjoin.Pair{}
	for _, l := range out.Lists {
		all = append(all, l.Pairs...)
	}
	slices.Sort(all)
	return all, stats
}

// counts returns the counts of a work.
func counts(t testing.TB, r pointjoin.Resident, w pointjoin.Work) []uint32 {
	t.Helper()
	all := make([]uint32, w.Last)
	if w.Self() {
		all = make([]uint32, 10_000)
	}
	if _, err := r.Counts(t.Context(), w, all); err != nil {
		t.Fatal(err)
	}
	return all
}

// ways returns the methods with their settings for n dimensions: each k, with each other setting.
func ways(n int) (all []map[string]string) {
	for _, unicomp := range []string{"on", "off", "linear"} {
		all = append(all, map[string]string{"": "gpusj", "unicomp": unicomp})
	}
	switches := []string{"on", "off"}
	for k := 1; k <= n; k++ {
		if k > 5 && k < n || k > 7 {
			continue // 3^k cells
		}
		for i := range 8 {
			if i > 1 && i < 6 && k > 2 && k < n {
				continue // settings that do not depend on k
			}
			all = append(all, map[string]string{
				"": "gpujoin", "k": fmt.Sprint(k), "reorder": switches[i&1], "sortidu": switches[i>>1&1], "shortc": switches[i>>2], "query-order": switches[(i^i>>2)&1],
			})
		}
	}
	return append(all, map[string]string{"": "gpujoin"})
}

// TestWays: every k with every setting finds the pairs and counts that brute force finds, of all rows, of some, and of
// queries.
func TestWays(t *testing.T) { waysAgree(t, []int{2, 6, 17}) }

func waysAgree(t *testing.T, dimensions []int) {
	t.Helper()
	for _, n := range dimensions {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			s, queries := store(t, columns(uint64(n), 300, 320, n, 4)), store(t, columns(99, 90, 20, n, 5))
			eps := 0.35
			works := []pointjoin.Work{
				{Threshold: threshold(t, eps), Last: 620}, {Threshold: threshold(t, eps), First: 200, Last: 430},
				{Threshold: threshold(t, eps), Queries: queries, First: 3, Last: 101},
			}
			oracle := load(t, s, eps, "bruteforce", nil)
			for _, way := range ways(n) {
				settings := pointjoin.Settings(way)
				method := settings[""]
				delete(settings, "")
				r := load(t, s, eps, method, settings)
				for _, w := range works {
					want, _ := pairs(t, oracle, w)
					if got, _ := pairs(t, r, w); !slices.Equal(got, want) {
						t.Fatalf("%s %v, rows %d to %d: %d pairs, want %d", method, settings, w.First, w.Last, len(got), len(want))
					}
					if got, want := counts(t, r, w), counts(t, oracle, w); !slices.Equal(got, want) {
						t.Fatalf("%s %v, rows %d to %d: counts differ", method, settings, w.First, w.Last)
					}
				}
			}
		})
	}
}

// TestUnicompHalves: with unicomp on or linear, each distance of two different points is computed once instead of twice, and
// half as many cells are searched for, not counting the cells of the points themselves.
func TestUnicompHalves(t *testing.T) {
	const count = 3000
	for _, n := range []int{2, 4} {
		s := store(t, columns(7, count, 0, n, 9))
		w := pointjoin.Work{Threshold: threshold(t, 1), Last: count}
		got := map[string]points.Stats{}
		for _, unicomp := range []string{"on", "off", "linear"} {
			_, got[unicomp] = pairs(t, load(t, s, 1, "gpusj", pointjoin.Settings{"unicomp": unicomp}), w)
		}
		for _, unicomp := range []string{"on", "linear"} {
			if once, twice := got[unicomp].Candidates, got["off"].Candidates; twice != 2*once+count {
				t.Errorf("%d-D, %s: %d distances, %d without", n, unicomp, once, twice)
			}
			if once, twice := got[unicomp].Cells, got["off"].Cells; once >= twice/2+twice/10 || once < twice/4 {
				t.Errorf("%d-D, %s: %d cells, %d without", n, unicomp, once, twice)
			}
		}
	}
}

// TestRulesOut: fewer points are compared where the dimensions of most variance are indexed, and where cells are sorted.
func TestRulesOut(t *testing.T) {
	const count = 2000
	all := columns(3, count, 0, 8, 9)
	slices.Reverse(all) // dimensions of most variance come last
	s := store(t, all)
	w := pointjoin.Work{Threshold: threshold(t, 1), Last: count}
	candidates := func(reorder, sortIDU string) uint64 {
		_, stats := pairs(t, load(t, s, 1, "gpujoin", pointjoin.Settings{"k": "3", "reorder": reorder, "sortidu": sortIDU}), w)
		return stats.Candidates
	}
	if off, reordered, both := candidates("off", "off"), candidates("on", "off"), candidates("on", "on"); reordered >= off || both >= reordered {
		t.Errorf("%d pairs compared, with REORDER %d, with SORTIDU too %d", off, reordered, both)
	}
}

// TestKRefused: k is auto, or from 1 to the dimensions, at most 16.
func TestKRefused(t *testing.T) {
	for _, c := range []struct {
		n    int
		k    string
		want string
	}{
		{3, "0", `setting: k "0": must be auto, or 1 to 3`}, {3, "4", `setting: k "4": must be auto, or 1 to 3`},
		{3, "two", `setting: k "two": must be auto, or 1 to 3`}, {40, "17", `setting: k "17": must be auto, or 1 to 16`},
	} {
		s := store(t, columns(1, 10, 0, c.n, 1))
		_, err := host.New(1).Load(t.Context(), pointjoin.Set{Points: s, Method: "gpujoin", Settings: pointjoin.Settings{"k": c.k}, Threshold: threshold(t, 1)})
		var setting *pointjoin.SettingError
		if !errors.As(err, &setting) || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestEstimates: the estimates for each k are near to the real counts, for even data and uneven.
func TestEstimates(t *testing.T) {
	for name, all := range map[string][][]float64{"even": columns(5, 6000, 0, 5, 20), "uneven": columns(5, 4000, 600, 4, 9)} {
		s := store(t, all)
		w := pointjoin.Work{Threshold: threshold(t, 1), Last: s.Len()}
		for e := range pointindex.Estimates(all, 1) {
			settings := pointjoin.Settings{"k": fmt.Sprint(e.K), "reorder": "off", "sortidu": "off"}
			_, plain := pairs(t, load(t, s, 1, "gpujoin", settings), w)
			settings["sortidu"] = "on"
			_, sorted := pairs(t, load(t, s, 1, "gpujoin", settings), w)
			cells := float64(pointindex.NewGrid(all[:e.K], 1).Cells())
			for what, c := range map[string]struct{ got, want float64 }{
				"comparisons": {e.Comparisons, float64(plain.Candidates)}, "with SORTIDU": {e.Within, float64(sorted.Candidates)},
				"cells": {e.Cells, cells}, "searches": {e.Cells * e.Near, float64(plain.Cells)},
			} {
				if what == "searches" && e.K < 3 {
					continue // few: each task of a large cell searches again
				}
				if c.got < 0.75*c.want || c.got > 1.33*c.want {
					t.Errorf("%s, k %d: %.0f %s estimated, %.0f done", name, e.K, c.got, what, c.want)
				}
			}
		}
	}
}

// BenchmarkJoin counts the pairs of 50,000 uniform points on one thread.
func BenchmarkJoin(b *testing.B) {
	const count = 50_000
	for _, c := range []struct {
		n      int
		eps    float64
		method string
		set    pointjoin.Settings
	}{
		{2, 1, "gpusj", nil}, {2, 1, "gpusj", pointjoin.Settings{"unicomp": "off"}},
		{6, 14, "gpusj", nil}, {6, 14, "gpujoin", pointjoin.Settings{"k": "6"}},
		{6, 14, "gpujoin", pointjoin.Settings{"k": "4"}}, {6, 14, "gpujoin", nil},
		{16, 30, "gpujoin", nil}, {16, 30, "gpujoin", pointjoin.Settings{"shortc": "off"}},
	} {
		all := columns(1, count, 0, c.n, 100)
		for j := range all {
			for i := range all[j] {
				all[j][i] *= float64(1 + j/3)
			}
		}
		s := store(b, all)
		b.Run(fmt.Sprintf("%d-D/%s%v", c.n, c.method, c.set), func(b *testing.B) {
			r, err := host.New(1).Load(b.Context(), pointjoin.Set{Points: s, Method: c.method, Settings: c.set, Threshold: threshold(b, c.eps)})
			if err != nil {
				b.Fatal(err)
			}
			var stats points.Stats
			for b.Loop() {
				stats, err = r.Counts(b.Context(), pointjoin.Work{Threshold: threshold(b, c.eps), Last: count}, make([]uint32, count))
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(stats.Candidates), "candidates")
			b.ReportMetric(float64(stats.Cells), "searches")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(stats.Candidates), "ns/candidate")
		})
	}
}
