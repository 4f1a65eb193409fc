package gpujoin

import (
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
	"flyby/points"
)

// byJoin returns points on a device, by gpujoin.
func byJoin(t *testing.T, d *device.Device, s *points.Store, eps float64, settings pointjoin.Settings) *index {
	t.Helper()
	r, err := LoadJoin(t.Context(), d, nil, pointjoin.Set{Points: s, Threshold: within(t, eps), Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	return r.(*index)
}

// alongU returns the number of ordered pairs, each point with itself included, in neighbour cells of one dimension and within
// eps along another.
func alongU(s *points.Store, x *index, by int, eps float64) (n uint64) {
	axis := x.layout.Grid.Axes()[0]
	indexed, u := s.Column(x.layout.Dimensions[0]), s.Column(x.layout.Dimensions[by])
	for a := range s.Len() {
		for b := range s.Len() {
			p, q := int(axis.Cell(indexed[a])), int(axis.Cell(indexed[b]))
			if p-q <= 1 && q-p <= 1 && u[b] >= u[a]-eps && u[b] <= u[a]+eps {
				n++
			}
		}
	}
	return n
}

// TestSortIDU: with SORTIDU only the points of a cell that are within eps along the next dimension are compared, without it
// all; no setting changes the pairs.
func TestSortIDU(t *testing.T) {
	tier.Full(t)
	s := even(t, 400, 3)
	want := pairsOf(s, within(t, 1.5))
	devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
		all := map[string]points.Stats{}
		for name, settings := range map[string]pointjoin.Settings{
			"sorted": {"k": "1"}, "unsorted": {"k": "1", "sortidu": "off"}, "by work": {"k": "1", "query-order": "on"},
			"whole sums": {"k": "1", "shortc": "off"}, "three": {"k": "3", "reorder": "off"},
		} {
			x := byJoin(t, d, s, 1.5, settings)
			got, stats := joined(t, x, 1.5)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %d pairs, want %d", name, len(got), len(want))
			}
			all[name] = stats
			if wanted := alongU(s, x, 1, 1.5); name == "sorted" && stats.Candidates != wanted {
				t.Errorf("%d candidates, want %d", stats.Candidates, wanted)
			}
			if _, wanted := costs(x.layout.Grid, x.layout.Visits); name == "unsorted" && stats.Candidates != wanted {
				t.Errorf("%d candidates without SORTIDU, want %d", stats.Candidates, wanted)
			}
			if err := x.Close(); err != nil {
				t.Error(err)
			}
		}
		if all["by work"] != all["sorted"] || all["whole sums"] != all["sorted"] || all["unsorted"].Candidates <= all["sorted"].Candidates {
			t.Errorf("%+v", all)
		}
	})
}

// TestShortC: a sum that ends early, after a chunk of dimensions, is of no pair, also after the last chunk.
func TestShortC(t *testing.T) {
	tier.Full(t)
	for _, n := range []int{7, 8, 9, 17} {
		s := even(t, 120, n)
		eps := 10.0
		want := pairsOf(s, within(t, eps))
		devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
			x := byJoin(t, d, s, eps, pointjoin.Settings{"k": "2"})
			if got, _ := joined(t, x, eps); !slices.Equal(got, want) {
				t.Errorf("%d dimensions: %d pairs, want %d", n, len(got), len(want))
			}
			if err := x.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestQueries: queries between, beside and far from the cells find their own near points; a range of queries finds only its
// own pairs.
func TestQueries(t *testing.T) {
	tier.Full(t)
	s := even(t, 300, 2)
	queries := storeOf(t, []float64{-0.9, 5, 1e300, -1e17, 9.9, 10.5, 5, 4}, []float64{0.5, 5, 5, 5, 11, 3, -0.5, 12})
	w := within(t, 1)
	var want []pointjoin.Pair
	for q := range queries.Len() {
		for row := range s.Len() {
			if w.Within(queries.Append(nil, q), s.Append(nil, row)) {
				want = append(want, pointjoin.PairOf(uint32(q), uint32(row)))
			}
		}
	}
	devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
		x := loaded(t, d, s, 1, nil)
		var got []pointjoin.Pair
		for _, ends := range [][2]int{{0, 3}, {3, 3}, {3, 8}} {
			var out pointjoin.Found
			if _, err := x.Pairs(t.Context(), pointjoin.Work{Threshold: w, Queries: queries, First: ends[0], Last: ends[1]}, &out); err != nil {
				t.Fatal(err)
			}
			for _, l := range out.Lists {
				got = append(got, l.Pairs...)
			}
		}
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("pairs %x, want %x", got, want)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
}
