package agree_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/interaction"
)

// denseHits returns the hits of a search in order.
func denseHits(t *testing.T, o flyby.Options, d float64) []interaction.HitRow {
	t.Helper()
	entries, err := datasets.Disc(150, 60, 2)
	if err != nil {
		t.Fatal(err)
	}
	queries := make([]int, 60)
	for i := range queries {
		queries[i] = 2 * i
	}
	o.Device = "cpu"
	db, err := flyby.Open(context.Background(), entries, o)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found, err := db.Hits(t.Context(), flyby.Search{Queries: entries.Subset(queries), Distance: d, ExcludeSameID: true})
	if err != nil {
		t.Fatal(err)
	}
	defer found.Release()
	var rows []interaction.HitRow
	for h, err := range found.Chunks() {
		if err != nil {
			t.Fatal(err)
		}
		for i := range h.Len() {
			q, e := h.QueryTraj[i]<<16|h.QuerySeg[i], h.EntryTraj[i]<<16|h.EntrySeg[i]
			rows = append(rows, interaction.HitRow{Query: q, Entry: e, Enter: h.Enter[i], Exit: h.Exit[i]})
		}
	}
	return rows
}

// TestDense: a search in which most entries lie near most queries, whose walk goes by query, has
// the hits of brute force, in the same order and to the bit, on any number of threads.
func TestDense(t *testing.T) {
	for _, d := range []float64{3, 30} {
		want := denseHits(t, flyby.Options{Method: flyby.MethodTemporal}, d)
		if len(want) < 10_000 {
			t.Fatalf("d = %v: %d hits, too few to tell", d, len(want))
		}
		for threads := 1; threads <= 4; threads++ {
			t.Run(fmt.Sprintf("d = %v, %d threads", d, threads), func(t *testing.T) {
				got := denseHits(t, flyby.Options{Method: flyby.MethodSpatiotemporal, Threads: threads}, d)
				if !slices.Equal(got, want) {
					t.Errorf("%d hits, or in another order, want %d", len(got), len(want))
				}
			})
		}
	}
}
