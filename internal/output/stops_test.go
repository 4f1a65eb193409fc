package output

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/testing/pushtest"
)

// TestFreshStops: fresh stops where the loop over it does.
func TestFreshStops(t *testing.T) {
	pushtest.Stops2(t, 3, func(context.Context) iter.Seq2[int, float64] {
		return fresh(newCells("", ""), []float64{1, 1, 2, 3, 3})
	})
}
