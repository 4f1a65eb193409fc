package leaves_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"flyby/internal/parallel"
)

// TestEveryItemOnce: every item is visited once, however many there are.
func TestEveryItemOnce(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1 << 12, 100_003} {
		visits := make([]atomic.Int32, n)
		visit := func(first, last int) {
			for i := first; i < last; i++ {
				visits[i].Add(1)
			}
		}
		parallel.AllCores(n, visit)
		parallel.Ranges(n, 3, func(_, first, last int) { visit(first, last) })
		for i := range visits {
			if v := visits[i].Load(); v != 2 {
				t.Fatalf("item %d of %d visited %d times, want 2", i, n, v)
			}
		}
	}
}

// TestPoolEachOnce: every number is called once, on any number of threads, work
// after work.
func TestPoolEachOnce(t *testing.T) {
	for _, threads := range []int{1, 2, 5} {
		c := parallel.NewPool(threads)
		for _, n := range []int{0, 1, 7, 1000, 100_003, 3, 100_003} {
			visits := make([]atomic.Int32, n)
			c.Each(n, func(i int) { visits[i].Add(1) })
			for i := range visits {
				if v := visits[i].Load(); v != 1 {
					t.Fatalf("%d threads: %d of %d visited %d times, want once", threads, i, n, v)
				}
			}
		}
	}
}

// TestPoolRun: no two threads of a pool work at once under one number, none
// works after Run has returned, and the numbers are below Threads.
func TestPoolRun(t *testing.T) {
	c := parallel.NewPool(4)
	busy := make([]atomic.Int32, c.Threads())
	for range 2000 {
		items := atomic.Int64{}
		items.Store(50)
		c.Run(func(thread int) {
			if n := busy[thread].Add(1); n != 1 {
				t.Errorf("%d at work as thread %d", n, thread)
			}
			for items.Add(-1) >= 0 {
			}
			busy[thread].Add(-1)
		})
		for thread := range busy {
			if n := busy[thread].Load(); n != 0 {
				t.Fatalf("%d at work as thread %d after the end", n, thread)
			}
		}
	}
}

// TestThreads: where no number is asked for there is one thread a core, and never more
// than four.
func TestThreads(t *testing.T) {
	cores := runtime.GOMAXPROCS(0)
	for asked, want := range map[int]int{-1: cores, 0: cores, 1: 1, 4 * cores: 4 * cores, 4*cores + 1: 4 * cores, 2_000_000_000: 4 * cores} {
		if got := parallel.Threads(asked); got != want {
			t.Errorf("%d asked for: %d, want %d", asked, got, want)
		}
	}
}
