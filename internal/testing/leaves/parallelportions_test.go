package leaves_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"flyby/internal/parallel"
)

// TestPortions: each number is dealt once; a goroutine alone gets all, its own portion first.
func TestPortions(t *testing.T) {
	for _, n := range []int{0, 1, 5, 1000} {
		for _, goroutines := range []int{1, 2, 3, 7} {
			p := parallel.NewPortions(n, goroutines)
			got := make([][]int, goroutines)
			var wg sync.WaitGroup
			for g := range goroutines {
				wg.Go(func() { got[g] = slices.Collect(p.Until(t.Context(), g)) })
			}
			wg.Wait()
			checkDealt(t, slices.Concat(got...), n)
			alone := slices.Collect(parallel.NewPortions(n, goroutines).Until(t.Context(), goroutines-1))
			if n == 1000 && alone[0] != n*(goroutines-1)/goroutines {
				t.Errorf("the last of %d begins with %d", goroutines, alone[0])
			}
			checkDealt(t, alone, n)
		}
	}
}

// TestPortionsStop: no number is dealt once ctx is done.
func TestPortionsStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	dealt := 0
	for range parallel.NewPortions(10, 2).Until(ctx, 0) {
		dealt++
		cancel()
	}
	if dealt != 1 {
		t.Errorf("%d dealt, cancelled after the first", dealt)
	}
}

// checkDealt wants the numbers below n, in any order.
func checkDealt(t *testing.T, got []int, n int) {
	t.Helper()
	slices.Sort(got)
	if len(got) != n || n > 0 && (got[0] != 0 || got[n-1] != n-1 || len(slices.Compact(got)) != n) {
		t.Errorf("%v dealt of %d", got, n)
	}
}
