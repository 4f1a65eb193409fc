package whereabouts_test

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/testing/pushtest"
	"flyby/internal/whereabouts"
)

// TestWaitingStops: the loop over waiting rows can be left early.
func TestWaitingStops(t *testing.T) {
	w, err := whereabouts.NewWaiting(room(t))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	rows := []uint32{1, 2, 3}
	columns := whereabouts.Columns{U32: []*[]uint32{&rows}}
	for range 3 {
		if err := w.Add(columns, len(rows)); err != nil {
			t.Fatal(err)
		}
	}
	pushtest.Stops2(t, 3, func(context.Context) iter.Seq2[int, error] { return w.Chunks(columns) })
}
