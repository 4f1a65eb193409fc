package agree_test

import (
	"context"
	"testing"

	"flyby"
	"flyby/datasets"
)

// TestSearchAllocations: a search on the host allocates as often for 20,000 query segments as for
// 2,000, up to a level of the pyramid.
func TestSearchAllocations(t *testing.T) {
	entries, err := datasets.Disc(500, 100, 2)
	if err != nil {
		t.Fatal(err)
	}
	db, err := flyby.Open(context.Background(), entries, flyby.Options{Method: flyby.MethodSpatiotemporal, Device: "cpu", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	count := func(trajectories int) float64 {
		queries := entries.Slice(0, trajectories)
		return testing.AllocsPerRun(5, func() {
			if _, err := db.Hits(context.Background(), flyby.Search{Queries: queries, Distance: 0.01}); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := count(20), count(200)
	if levels := 30.0; many > few+levels {
		t.Errorf("%v allocations for ten times the query segments, want about %v", many, few)
	}
	t.Logf("%v allocations for few queries, %v for many", few, many)
}
