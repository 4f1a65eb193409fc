package gpujoin

import (
	"errors"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
	"flyby/points"
)

// TestClose: closing points frees all memory on the device, whatever searches there were.
func TestClose(t *testing.T) {
	tier.Full(t)
	s, none := even(t, 200, 3), storeOf(t, nil, nil, nil)
	w := pointjoin.Work{Threshold: within(t, 1), Last: s.Len()}
	queries := w
	queries.Queries = s
	devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
		before := d.Memory.Count()
		for _, of := range []*points.Store{s, none} {
			x := byJoin(t, d, of, 1, pointjoin.Settings{"query-order": "on"})
			for _, w := range []pointjoin.Work{w, queries} {
				w.Last = min(w.Last, of.Len())
				var out pointjoin.Found
				pairs, err := x.Pairs(t.Context(), w, &out)
				counted, failed := x.Counts(t.Context(), w, make([]uint32, s.Len()))
				if err != nil || failed != nil || pairs.Pairs != counted.Pairs || pairs.Pairs != uint64(out.Len()) {
					t.Errorf("%d points: %d pairs, %d counted, %d listed: %v, %v", of.Len(), pairs.Pairs, counted.Pairs, out.Len(), err, failed)
				}
			}
			if err := errors.Join(x.Close(), x.Close()); err != nil {
				t.Error(err)
			}
		}
		if after := d.Memory.Count(); after != before {
			t.Errorf("%d buffers are held, %d before", after, before)
		}
	})
}

// TestOverflow: pairs that outgrow their budget are an error, none is handed over, and the next search
// is right.
func TestOverflow(t *testing.T) {
	s := lined(t)
	want := pairsOf(s, within(t, 1))
	devicetest.Each(t, wide, func(t *testing.T, d *device.Device) {
		x := loaded(t, d, s, 1, nil)
		out := pointjoin.Found{Budget: memory.NewBudget(4000), Take: func(points.Pairs) error {
			t.Error("pairs are handed over")
			return nil
		}}
		var overflow *pointjoin.OverflowError
		if _, err := x.Pairs(t.Context(), pointjoin.Work{Threshold: within(t, 1), Last: s.Len()}, &out); !errors.As(err, &overflow) || overflow.Room != 4000 {
			t.Errorf("%v, want an overflow", err)
		}
		if got, _ := joined(t, x, 1); !slices.Equal(got, want) {
			t.Errorf("%d pairs, want %d", len(got), len(want))
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
}
