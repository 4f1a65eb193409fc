package flyby

import (
	"cmp"
	"slices"
	"testing"

	"flyby/kernel"
	"flyby/kernel/kerneltest"
)

// TestOrder holds the counting sort against a comparison sort, on skewed hits
// and any number of threads.
func TestOrder(t *testing.T) {
	r := kerneltest.Rand(t)
	for range 300 {
		rows, threads := 1+r.IntN(40), 1+r.IntN(5)
		var h kernel.Hits
		var want []hit
		seen := map[[2]uint32]bool{}
		for range r.IntN(400) {
			q, e := uint32(r.IntN(rows)*r.IntN(2)), uint32(r.IntN(200))
			if seen[[2]uint32{q, e}] {
				continue
			}
			seen[[2]uint32{q, e}] = true
			h.Append(q, e, r.Float64(), r.Float64())
			n := h.Len() - 1
			want = append(want, hit{q, e, h.Enter[n], h.Exit[n]})
		}
		slices.SortFunc(want, func(a, b hit) int {
			return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.entry, b.entry))
		})
		if got := order(h, rows, threads); !slices.Equal(got, want) {
			t.Fatalf("%d rows, %d threads: %v, want %v", rows, threads, got, want)
		}
	}
}
