package spool

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/slab"
	"flyby/internal/testing/pushtest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestStops: slabs and samples of a spool end where the loop over them does, also while another goroutine makes the next slab.
func TestStops(t *testing.T) {
	_, s, _, folder := bothWays(t, "many.csv", many(20, 60), format.Options{}, grain{})
	defer s.Close()
	for _, ahead := range []bool{false, true} {
		pushtest.Stops2(t, 5, func(ctx context.Context) iter.Seq2[*slab.Slab, error] {
			r := Range{Edges: []float64{10, 20, 30, 40}, Ahead: ahead, Made: func(*slab.Slab) {}}
			return iter.Seq2[*slab.Slab, error](s.Slabs(ctx, r))
		})
	}
	samples, err := s.Samples(t.Context(), 1<<14, false, folder)
	if err != nil {
		t.Fatal(err)
	}
	defer samples.Close()
	pushtest.Stops2(t, 1, func(ctx context.Context) iter.Seq2[trajectory.Columns, error] { return samples.All(ctx) })
}
