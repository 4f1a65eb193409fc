package leaves_test

import (
	"context"
	"sync/atomic"
	"testing"

	"flyby/internal/parallel"
)

// TestEach: each number is called once, no two simultaneous calls have one thread's
// number, and no call begins once the context is done.
func TestEach(t *testing.T) {
	for _, threads := range []int{1, 2, 5} {
		for _, n := range []int{0, 1, 3, 1000} {
			visits, busy := make([]atomic.Int32, n), make([]atomic.Int32, threads)
			parallel.Each(t.Context(), n, threads, func(thread, i int) {
				if busy[thread].Add(1) != 1 {
					t.Errorf("two calls at once as thread %d of %d", thread, threads)
				}
				visits[i].Add(1)
				busy[thread].Add(-1)
			})
			for i := range visits {
				if v := visits[i].Load(); v != 1 {
					t.Fatalf("%d threads: %d of %d visited %d times, want once", threads, i, n, v)
				}
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		begun := atomic.Int32{}
		parallel.Each(ctx, 1000, threads, func(int, int) {
			cancel()
			begun.Add(1)
		})
		if n := begun.Load(); n < 1 || n > int32(threads) {
			t.Errorf("%d calls of %d threads, each of which cancels", n, threads)
		}
	}
}
