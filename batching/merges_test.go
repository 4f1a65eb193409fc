package batching

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMergesComeOutByCostThenPosition(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 200 {
		var h, want merges
		for range n / 2 {
			h = append(h, newMerge(uint64(r.IntN(9)), r.IntN(99), 0))
		}
		want = slices.Clone(h)
		h.order()
		for range n - n/2 {
			m := newMerge(uint64(r.IntN(9)), r.IntN(99), 0)
			h.push(m)
			want = append(want, m)
		}
		slices.SortFunc(want, func(a, b merge) int {
			if a.before(b) == 1 {
				return -1
			}
			return 1
		})
		for i, m := range want {
			if got := h.pop(); got != m {
				t.Fatalf("%d merges: number %d is %v, want %v", n, i, got, m)
			}
		}
		if len(h) != 0 {
			t.Fatalf("%d merges left of %d", len(h), n)
		}
	}
}
