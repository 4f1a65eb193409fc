package host

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/testing/pushtest"
)

// TestStops: the sequences of tasks under an opened box, and of dealt tasks, end where the loop over them ends.
func TestStops(t *testing.T) {
	pushtest.Stops(t, 3, func(context.Context) iter.Seq[queryTask] {
		h := &waitingPairs{under: make([][packetBoxes][]entryBox, 1)}
		for i := range 3 {
			h.under[0][2*i] = make([]entryBox, 2)
		}
		return h.take(queryTask{qs: 1})
	})
	for _, workers := range [][]*worker{{{}}, {{joins: true}, {}}} {
		pushtest.Stops(t, 9, func(ctx context.Context) iter.Seq[int] { return taskSequences(ctx, 9, workers)(0) })
	}
}
