package output

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/push/pushtest"
)

// TestFreshStops: values that differ from the one before end where the loop over them does.
func TestFreshStops(t *testing.T) {
	pushtest.Stops2(t, 3, func(context.Context) iter.Seq2[int, float64] {
		return fresh(newCells("", ""), []float64{1, 1, 2, 3, 3})
	})
}
