package curve_test

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/curve"
	"flyby/internal/testing/pushtest"
)

// TestStops: the iteration over samples between two states stops with its loop.
func TestStops(t *testing.T) {
	pushtest.Stops2(t, 4, func(context.Context) iter.Seq2[float64, [3]float64] {
		return curve.Between(curve.State{}, curve.State{T: 9, P: [3]float64{1, 2, 3}}, 5)
	})
}
