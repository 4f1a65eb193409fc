package gpujoin

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/clrt"
	"flyby/internal/papers/pointindex"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/clrttest"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
	"flyby/points"
)

func TestArguments(t *testing.T) {
	for _, s := range []clrt.Source{joinSource(3, 2, 1, clrt.Groups{}), joinSource(3, 2, 2, clrt.Groups{}), sharedSource(3, 2, 1, clrt.Groups{}), sharedSource(20, 2, 2, clrt.Groups{}), sortSource(clrt.Groups{})} {
		clrttest.CheckArguments(t, s)
		clrttest.CheckConstants(t, s)
	}
}

// wide has room for all that a test finds.
var wide = device.Cuts{Pairs: 1 << 20, Room: 1 << 22, Doubts: 1 << 10, Table: 1 << 10}

// storeOf returns a store of points given by columns.
func storeOf(t *testing.T, columns ...[]float64) *points.Store {
	t.Helper()
	s, err := points.New(columns, points.RowIDs(len(columns[0])))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// even returns points of some dimensions, evenly distributed in [0, 10).
func even(t *testing.T, count, dimensions int) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(6, uint64(dimensions)))
	columns := make([][]float64, dimensions)
	for j := range columns {
		for range count {
			columns[j] = append(columns[j], 10*r.Float64())
		}
	}
	return storeOf(t, columns...)
}

func within(t *testing.T, eps float64) pointjoin.Threshold {
	t.Helper()
	w, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// pairsOf returns all pairs of points, by comparing all.
func pairsOf(s *points.Store, w pointjoin.Threshold) (all []pointjoin.Pair) {
	for a := range s.Len() {
		for b := a + 1; b < s.Len(); b++ {
			if w.Within(s.Append(nil, a), s.Append(nil, b)) {
				all = append(all, pointjoin.PairOf(uint32(a), uint32(b)))
			}
		}
	}
	return all
}

// loaded returns points on a device, by gpusj.
func loaded(t *testing.T, d *device.Device, s *points.Store, eps float64, settings pointjoin.Settings) *index {
	t.Helper()
	r, err := LoadSJ(t.Context(), d, nil, pointjoin.Set{Points: s, Threshold: within(t, eps), Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	return r.(*index)
}

// joined returns the pairs of a self-join.
func joined(t *testing.T, x *index, eps float64) ([]pointjoin.Pair, points.Stats) {
	t.Helper()
	var out pointjoin.Found
	stats, err := x.Pairs(t.Context(), pointjoin.Work{Threshold: within(t, eps), Last: x.points.Len()}, &out)
	if err != nil {
		t.Fatal(err)
	}
	var all []pointjoin.Pair
	for _, l := range out.Lists {
		all = append(all, l.Pairs...)
	}
	return all, stats
}

// costs returns the numbers of searches and comparisons of a join, from the cells: each point searches the visited neighbours
// of its cell, and is compared with their points. With visits of half of the neighbours it is also compared with the points
// behind it in its own cell.
func costs(g *pointindex.Grid, visits pointindex.Visits) (cells, candidates uint64) {
	f := g.NewFinder()
	for cell := range g.Cells() {
		before, own := f.Searches(), uint64(len(g.Rows(cell)))
		for _, other := range f.OfCell(nil, cell, visits) {
			candidates += own * uint64(len(g.Rows(int(other))))
		}
		cells += own * uint64(f.Searches()-before)
		if visits != pointindex.AllNeighbours {
			cells += own
			candidates += own * (own - 1) / 2
		}
	}
	return cells, candidates
}

// TestVisits: UNICOMP and the visits of greater ids find the same pairs as visits of all neighbours, with half as many
// distances between points of different cells.
func TestVisits(t *testing.T) {
	tier.Full(t)
	for _, n := range []int{1, 2, 3, 6} {
		s := even(t, 300, n)
		eps := 0.4 * float64(n*n)
		want := pairsOf(s, within(t, eps))
		devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
			stats := map[string]points.Stats{}
			for setting, visits := range map[string]pointindex.Visits{"off": pointindex.AllNeighbours, "on": pointindex.Unicomp, "linear": pointindex.Greater} {
				x := loaded(t, d, s, eps, pointjoin.Settings{"unicomp": setting})
				got, found := joined(t, x, eps)
				if !slices.Equal(got, want) {
					t.Errorf("%d dimensions, %s: %d pairs, want %d", n, setting, len(got), len(want))
				}
				cells, candidates := costs(x.layout.Grid, visits)
				if found.Cells != cells || found.Candidates != candidates || found.Float64 != candidates {
					t.Errorf("%d dimensions, %s: %+v, want %d cells and %d candidates", n, setting, found, cells, candidates)
				}
				stats[setting] = found
				if err := x.Close(); err != nil {
					t.Error(err)
				}
			}
			if on, off := stats["on"], stats["off"]; on.Candidates != (off.Candidates-uint64(s.Len()))/2 || stats["linear"].Candidates != on.Candidates {
				t.Errorf("%d dimensions: %d candidates with UNICOMP, %d without", n, on.Candidates, off.Candidates)
			}
		})
	}
}

// TestIDsOfWords: cells whose ids exceed 64 or 128 bits are told apart.
func TestIDsOfWords(t *testing.T) {
	tier.Full(t)
	for n, words := range map[int]int{2: 1, 3: 2, 5: 3, 6: 3} {
		columns := make([][]float64, n)
		for j := range columns {
			for i := range 40 {
				columns[j] = append(columns[j], float64(i/2*(2*j+1)%20*(1<<22))+0.1*float64(i%2))
			}
		}
		s := storeOf(t, columns...)
		want := pairsOf(s, within(t, 0.5))
		devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
			x := loaded(t, d, s, 0.5, nil)
			got, _ := joined(t, x, 0.5)
			if x.words != words || len(got) == 0 || !slices.Equal(got, want) {
				t.Errorf("%d dimensions: %d words, %d pairs, want %d and %d", n, x.words, len(got), words, len(want))
			}
			if err := x.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// lined returns points that each have the same few others near, except the last hundred, which are in one place.
func lined(t *testing.T) *points.Store {
	t.Helper()
	x := make([]float64, 500)
	for i := range x {
		x[i] = float64(min(i, 400))
	}
	return storeOf(t, x, make([]float64, len(x)))
}

// run finds pairs by a given plan.
func run(t *testing.T, x *index, eps float64, p plan, most int) *batches {
	t.Helper()
	s, err := x.newSearch(pointjoin.Work{Threshold: within(t, eps), Last: x.points.Len()})
	if err != nil {
		t.Fatal(err)
	}
	b := &batches{search: s, plan: p, most: most, table: table{threads: 2}}
	b.waiting = strided{0, 1, s.units()}.cut(p.batches)
	if err := b.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.table.settle(true, 0, x.points.Len())
	return b
}

// TestBatchesOutgrow: batches that outgrow their room are found again, in parts or with more room, and no pair is lost or
// found twice.
func TestBatchesOutgrow(t *testing.T) {
	tier.Full(t)
	s := lined(t)
	want := pairsOf(s, within(t, 1))
	devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
		for _, c := range []struct {
			plan
			most, parts int
		}{
			{plan{1, 3}, 3, 100}, {plan{5, 50}, 50, 20}, {plan{3, 1}, 1 << 20, 3}, {plan{500, 7}, 7, 100}, {plan{2, 1 << 20}, 1 << 20, 2},
		} {
			x := loaded(t, d, s, 1, nil)
			b := run(t, x, 1, c.plan, c.most)
			var got []pointjoin.Pair
			err := b.table.each(s.Len(), 0, 100, func(p points.Pairs) error {
				for i, a := range p.First {
					got = append(got, pointjoin.PairOf(a, p.Second[i]))
				}
				return nil
			})
			if err != nil || !slices.Equal(got, want) || b.done != s.Len() {
				t.Errorf("%+v, room for %d: %d pairs of %d points, want %d: %v", c.plan, c.most, len(got), b.done, len(want), err)
			}
			if len(b.table.parts) < c.parts {
				t.Errorf("%+v, room for %d: %d portions, want %d", c.plan, c.most, len(b.table.parts), c.parts)
			}
			if _, candidates := costs(x.layout.Grid, x.layout.Visits); b.stats.Candidates != candidates {
				t.Errorf("%+v: %d candidates are counted, want %d: those of batches that were found again are not", c.plan, b.stats.Candidates, candidates)
			}
			if err := x.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestEstimate: the plan for even points agrees with the number of their pairs.
func TestEstimate(t *testing.T) {
	tier.Full(t)
	s := even(t, 20_000, 2)
	devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
		x := loaded(t, d, s, 0.2, nil)
		w := pointjoin.Work{Threshold: within(t, 0.2), Last: s.Len()}
		search, err := x.newSearch(w)
		if err != nil {
			t.Fatal(err)
		}
		p, err := search.estimate(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		pairs := 0.5 * 20_000 * 20_000 * 3.1416 * 0.2 * 0.2 / 100
		if total := float64(p.room) * lanes / (1 + 2*alpha); p.batches != lanes || total < 0.7*pairs || total > 1.4*pairs {
			t.Errorf("%+v for about %v pairs", p, pairs)
		}
		counts := make([]uint32, s.Len())
		stats, err := x.Counts(t.Context(), w, counts)
		if err != nil || float64(stats.Pairs) < 0.9*pairs || float64(stats.Pairs) > 1.1*pairs {
			t.Errorf("%d pairs, about %v: %v", stats.Pairs, pairs, err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestEnds: a search that is cancelled between batches returns the cause, and the next one is right.
func TestEnds(t *testing.T) {
	tier.Full(t)
	s := lined(t)
	want := pairsOf(s, within(t, 1))
	devicetest.Each(t, device.Cuts{Pairs: 10, Room: 60, Doubts: 1}, func(t *testing.T, d *device.Device) {
		x := loaded(t, d, s, 1, nil)
		ctx, cancel := context.WithCancel(t.Context())
		w := pointjoin.Work{Threshold: within(t, 1), Last: s.Len(), Progress: func(float64, float64) { cancel() }}
		var out pointjoin.Found
		if _, err := x.Pairs(ctx, w, &out); !errors.Is(err, context.Canceled) || len(out.Lists) > 0 {
			t.Errorf("cancelled: %d lists, %v", len(out.Lists), err)
		}
		if got, stats := joined(t, x, 1); !slices.Equal(got, want) || stats.Exact == 0 {
			t.Errorf("after it: %d pairs, want %d, %+v", len(got), len(want), stats)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
}
