package gpujoin

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
	"flyby/points"
)

// uneven returns points of some dimensions of which many are in few cells, some of them at one place, and the rest alone.
func uneven(t *testing.T, dimensions int) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(17, uint64(dimensions)))
	columns := make([][]float64, dimensions)
	for i := range 260 {
		for j := range columns {
			v := 9 * r.Float64()
			switch {
			case i%3 == 0:
				v = 4.5 + r.Float64()/2
			case i%7 == 0:
				v = 5
			}
			columns[j] = append(columns[j], v)
		}
	}
	return storeOf(t, columns...)
}

// TestShared: tiles find the same pairs as points do, with as many distances and fewer searches, also in cells with more
// points than a group has work-items, for each kind of visits.
func TestShared(t *testing.T) {
	tier.Full(t)
	for _, n := range []int{2, 17} {
		s, eps := uneven(t, n), 1.0
		want := pairsOf(s, within(t, eps))
		devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
			for _, visits := range []string{"on", "off", "linear"} {
				var all [2]points.Stats
				for i, kernel := range []string{"global", "shared"} {
					x := loaded(t, d, s, eps, pointjoin.Settings{"unicomp": visits, "kernel": kernel})
					got, stats := joined(t, x, eps)
					if all[i] = stats; !slices.Equal(got, want) {
						t.Errorf("%d-D, unicomp %s, %s: %d pairs, want %d", n, visits, kernel, len(got), len(want))
					}
					checkRows(t, x, eps, want)
					if err := x.Close(); err != nil {
						t.Error(err)
					}
				}
				if all[0].Candidates != all[1].Candidates || all[0].Cells < all[1].Cells || d.Groups.Size > 1 && all[0].Cells == all[1].Cells {
					t.Errorf("%d-D, unicomp %s: global %+v, shared %+v", n, visits, all[0], all[1])
				}
			}
		})
	}
}

// checkRows finds the pairs of the given rows, counts the pairs of all rows, and joins queries, which have no cells in the grid.
func checkRows(t *testing.T, x *index, eps float64, want []pointjoin.Pair) {
	t.Helper()
	var some []pointjoin.Pair
	counts := make([]uint32, x.points.Len())
	for _, p := range want {
		a, b := pointjoin.Rows(p)
		counts[a]++
		counts[b]++
		if a >= 50 && a < 120 {
			some = append(some, p)
		}
	}
	var out pointjoin.Found
	if _, err := x.Pairs(t.Context(), pointjoin.Work{Threshold: within(t, eps), First: 50, Last: 120}, &out); err != nil {
		t.Fatal(err)
	}
	var got []pointjoin.Pair
	for _, l := range out.Lists {
		got = append(got, l.Pairs...)
	}
	if !slices.Equal(got, some) {
		t.Errorf("%d pairs of rows 50 to 119, want %d", len(got), len(some))
	}
	for _, queries := range []*points.Store{nil, x.points} {
		of := make([]uint32, len(counts))
		if _, err := x.Counts(t.Context(), pointjoin.Work{Threshold: within(t, eps), Queries: queries, Last: len(of)}, of); err != nil {
			t.Fatal(err)
		}
		for row, n := range of {
			if queries != nil {
				n-- // the point itself
			}
			if n != counts[row] {
				t.Fatalf("row %d has %d neighbours, queries %t, want %d", row, n, queries != nil, counts[row])
			}
		}
	}
}

// TestSharedBatches: batches of cells that outgrow their room are found again in parts, down to one cell.
func TestSharedBatches(t *testing.T) {
	tier.Full(t)
	s, eps := uneven(t, 2), 1.0
	want := pairsOf(s, within(t, eps))
	devicetest.Each(t, device.Cuts{Pairs: 40, Room: 90, Doubts: 1, Table: 10}, func(t *testing.T, d *device.Device) {
		x := loaded(t, d, s, eps, pointjoin.Settings{"kernel": "shared"})
		if got, _ := joined(t, x, eps); !slices.Equal(got, want) {
			t.Errorf("%d pairs, want %d", len(got), len(want))
		}
		again := loaded(t, d, s, eps, pointjoin.Settings{"kernel": "shared"})
		if b := run(t, again, eps, plan{1, 1}, 1); b.table.pairs() != uint64(len(want)) || len(b.table.parts) < 3 {
			t.Errorf("%d pairs in %d parts, want %d", b.table.pairs(), len(b.table.parts), len(want))
		}
		if err := errors.Join(x.Close(), again.Close()); err != nil {
			t.Error(err)
		}
	})
}
