//go:build long

package slabs_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/question"
)

// TestOneRunLong is TestOneRun of every ask both as a join and as a search, several times, and TestGrids of more grids and catalogues.
func TestOneRunLong(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		t.Logf("seed %d", seed)
		oneRunOf(t, rand.New(rand.NewPCG(seed, 71)), []int{1, 2, 3, 5, 8, 12, 64}, true)
	}
	grids(t, 300)
}

// TestInPlaceLong is TestInPlace of other logs, asked in four ways each, in 1, 5 and 20 slabs.
func TestInPlaceLong(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		for i, name := range slices.Sorted(maps.Keys(readings)) {
			for _, search := range []bool{false, true} {
				for _, level := range []question.Level{question.Hits, question.Encounters} {
					inPlaceOf(t, seed, i, name, readings[name], search, level, []int{1, usualSlabs, 20})
				}
			}
		}
	}
}
