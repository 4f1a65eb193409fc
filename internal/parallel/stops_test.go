package parallel_test

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/parallel"
	"flyby/internal/testing/pushtest"
)

// TestStops: numbers that are dealt end where the loop over them does.
func TestStops(t *testing.T) {
	pushtest.Stops(t, 9, func(ctx context.Context) iter.Seq[int] { return parallel.NewNumbers(9).Until(ctx) })
	pushtest.Stops(t, 9, func(ctx context.Context) iter.Seq[int] { return parallel.NewPortions(9, 3).Until(ctx, 1) })
}
