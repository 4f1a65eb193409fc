//go:build long

package slabs_test

import (
	"math/rand/v2"
	"testing"
)

// TestOneRunLong is TestOneRun of every ask both as a join and as a search, several times, and TestGrids of more grids.
func TestOneRunLong(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		t.Logf("seed %d", seed)
		oneRunOf(t, rand.New(rand.NewPCG(seed, 71)), true)
	}
	grids(t, 200)
}

// TestRangesLong is TestRangesOfMerge of every ask both as a join and as a search, several times, and TestRangesOfGrids of more grids and catalogues.
func TestRangesLong(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Logf("seed %d", seed)
		rangesOfMerge(t, rand.New(rand.NewPCG(seed, 72)), true)
	}
	rangesOfGrids(t, 150)
}

// TestInPlaceLong is TestInPlace of other logs, in 1, 2 and 20 slabs.
func TestInPlaceLong(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		inPlaceOf(t, seed, []int{1, 2, 20})
	}
}
