package trajectory_test

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/testing/pushtest"
	"flyby/trajectory"
)

// TestStops: the iterators of a store end when the loop over them does.
func TestStops(t *testing.T) {
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1, 1, 1, 2, 2, 2}}, T: []float64{0, 1, 5, 6, 0, 5, 6}, X: make([]float64, 7), Y: make([]float64, 7)}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: 2})
	if err != nil {
		t.Fatal(err)
	}
	pushtest.Stops(t, 4, func(context.Context) iter.Seq[trajectory.Piece] { return s.Pieces() })
	pushtest.Stops(t, 2, func(context.Context) iter.Seq[trajectory.Piece] { return s.PiecesOf(1, 2) })
	pushtest.Stops2(t, 4, func(context.Context) iter.Seq2[int, trajectory.Segment] { return s.Rows() })
	ints, names := withIDs(t, []int64{1, 2, 3}, false), withIDs(t, []int64{1, 2, 3}, true)
	for _, pair := range [][2]*trajectory.Store{{ints, ints}, {names, names}, {ints, names}} {
		pushtest.Stops2(t, 3, func(context.Context) iter.Seq2[int, int] { return pair[0].Shared(pair[1]) })
	}
}
