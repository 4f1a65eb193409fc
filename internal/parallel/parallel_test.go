package parallel_test

import (
	"sync/atomic"
	"testing"

	"flyby/internal/parallel"
)

// Every item is visited once, however many there are.
func TestEveryItemOnce(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1 << 12, 100_003} {
		visits := make([]atomic.Int32, n)
		visit := func(first, last int) {
			for i := first; i < last; i++ {
				visits[i].Add(1)
			}
		}
		parallel.Stretches(n, visit)
		parallel.Share(n, 3, func(_, first, last int) { visit(first, last) })
		for i := range visits {
			if v := visits[i].Load(); v != 2 {
				t.Fatalf("item %d of %d visited %d times, want 2", i, n, v)
			}
		}
	}
}
