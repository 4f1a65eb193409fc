package stage_test

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/testing/pushtest"
	"flyby/internal/tier"
	"flyby/stage"
	"flyby/trajectory"
)

// TestStops: every stage ends when the loop over it does.
func TestStops(t *testing.T) {
	tier.Full(t)
	all := many(20_000)
	from := func() stage.Stream[trajectory.Encounters] { return stream(all) }
	for _, of := range []func() stage.Stream[trajectory.Encounters]{
		func() stage.Stream[trajectory.Encounters] { return stage.Limit(from(), 18_000) },
		func() stage.Stream[trajectory.Encounters] { return stage.Count(from(), new(uint64)) },
		func() stage.Stream[trajectory.Encounters] { return stage.MergeGap(from(), 0) },
		func() stage.Stream[trajectory.Encounters] { return stage.MinDuration(from(), 1) },
		func() stage.Stream[trajectory.Encounters] { return stage.Filter(from(), fewer) },
		func() stage.Stream[trajectory.Encounters] { return stage.Closest(from(), 18_000, 0) },
		func() stage.Stream[trajectory.Encounters] { return stage.Closest(from(), 18_000, 1<<20) }, // too little memory
	} {
		pushtest.Stops2(t, 1, func(context.Context) iter.Seq2[trajectory.Encounters, error] { return of() })
	}
	pushtest.Stops2(t, 1, func(context.Context) iter.Seq2[trajectory.Pairs, error] { return stage.Pairs(from()) })
	pushtest.Stops2(t, 1, func(context.Context) iter.Seq2[trajectory.Objects, error] { return stage.Objects(from(), 40_000, true) })
	pushtest.Stops2(t, 1, func(context.Context) iter.Seq2[trajectory.Pairs, error] {
		return stage.ClosestPairs(stage.Pairs(from()), 18_000, 0)
	})
}
