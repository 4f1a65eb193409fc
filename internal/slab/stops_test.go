package slab_test

import (
	"context"
	"iter"
	"math/rand/v2"
	"testing"

	"flyby/internal/slab"
	"flyby/internal/testing/pushtest"
	"flyby/internal/testing/slabtest"
)

// TestStops: slabs of a store end where the loop over them does.
func TestStops(t *testing.T) {
	s := grid(t, rand.New(rand.NewPCG(1, 9)), 8)
	pushtest.Stops2(t, 4, func(context.Context) iter.Seq2[*slab.Slab, error] {
		return iter.Seq2[*slab.Slab, error](slabtest.Cut(s, []float64{1, 3, 5}))
	})
}
