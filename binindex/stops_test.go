package binindex

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/testing/pushtest"
	"flyby/trajectory"
)

// TestStops: the sequences of a piece's runs, and of trajectories at an instant, end where the loop
// over them ends.
func TestStops(t *testing.T) {
	pushtest.Stops(t, 4, func(context.Context) iter.Seq[Run] { return runsOf(trajectory.Piece{Samples: 9}, 2) })
	ids := trajectory.IDColumn{Int: []int64{1, 1, 2, 2, 3, 3}}
	s, err := trajectory.New(trajectory.Columns{ID: ids, T: []float64{0, 2, 0, 2, 0, 2}, X: make([]float64, 6), Y: make([]float64, 6)}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pushtest.Stops(t, 3, func(context.Context) iter.Seq[trajRow] { return aliveAt(s, 1) })
}
