package estimate

import (
	"fmt"
	"testing"

	"flyby/batching"
	"flyby/internal/testing/modeltest"
)

// Overlaps counted at some places add up to about the overlaps of all query segments, in any range of the search.
func TestCountOverlapsAtSomePlaces(t *testing.T) {
	entries := modeltest.Rush(100, 60, 1)
	all, some := newWorkload(entries, modeltest.Rush(50, 60, 2), modeltest.Rule(1)), newWorkload(entries, modeltest.Rush(50, 60, 2), modeltest.Rule(1))
	all.CountOverlaps(0)
	some.CountOverlaps(200)
	if n := len(some.sums.at); n > 200 || n < 150 {
		t.Fatalf("%d places", n)
	}
	for k := range 10 {
		b := batching.Batch{First: k * all.Queries() / 10, Last: (k + 1) * all.Queries() / 10}
		_, want := all.Mix(b)
		_, got := some.Mix(b)
		modeltest.Near(t, fmt.Sprintf("overlaps of %v", b), 1-got.Beta, 1-want.Beta, 0.1)
		modeltest.Near(t, fmt.Sprintf("depth of %v", b), got.Depth, want.Depth, 0.1)
	}
}
