package group

import (
	"context"
	"iter"
	"math/rand/v2"
	"testing"

	"flyby/internal/slab"
	"flyby/internal/testing/pushtest"
	"flyby/internal/testing/slabtest"
)

// TestStops: groups of every method end where the loop over them does.
func TestStops(t *testing.T) {
	all := []meeting{{0, 1, 0, 9}, {0, 2, 3, 7}, {1, 2, 4, 6}, {3, 4, 1, 8}}
	pushtest.Stops2(t, 3, func(ctx context.Context) iter.Seq2[Group, error] {
		return (Search{Distance: 1, MinSize: 2}).Sweep(ctx, 5, encountersOf(all))
	})
	s := walkers(t, rand.New(rand.NewPCG(1, 23)), 9, 15, 3, 1)
	for _, method := range []Method{Convoy, Moving} {
		search := Search{Method: method, Distance: 2, MinSize: 2, MinTicks: 1, Theta: 0.5, Clock: Clock{Step: 1}}
		pushtest.Stops2(t, 3, func(ctx context.Context) iter.Seq2[Group, error] { return search.Convoys(ctx, s, 2, nil) })
		pushtest.Stops2(t, 3, func(ctx context.Context) iter.Seq2[Group, error] {
			return search.ConvoysInSlabs(ctx, slab.Of(s), slabtest.Cut(s, []float64{4, 9}), 2, nil)
		})
	}
}
