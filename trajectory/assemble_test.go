package trajectory_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"flyby/trajectory"
)

// TestAssemble: a store assembled from the columns of another equals it, with gaps, points and
// holes.
func TestAssemble(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 27))
		c, longest := trajectory.Columns{}, float64(r.IntN(4)) // 0: no gap
		for id := range 1 + r.IntN(6) {
			at, piece := 0.0, uint32(0)
			for range 1 + r.IntN(6) {
				c.ID.Int, c.T = append(c.ID.Int, int64(id)), append(c.T, at)
				c.X, c.Y = append(c.X, r.Float64()), append(c.Y, r.Float64())
				c.Piece = append(c.Piece, piece)
				step := 1 + float64(r.IntN(5))
				if at += step; longest > 0 && step > longest {
					piece++
				}
			}
		}
		want, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := sortedOf(want).Store(); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: got %+v, want %+v", seed, got, want)
		}
	}
	none := (trajectory.Sorted{First: []int{0}}).Store()
	if none.Trajectories() != 0 || none.Samples() != 0 || none.Segments() != 0 {
		t.Errorf("%d trajectories, %d samples", none.Trajectories(), none.Samples())
	}
}

// sortedOf returns the columns of a store.
func sortedOf(s *trajectory.Store) trajectory.Sorted {
	c := trajectory.Sorted{T: s.T(), X: s.X(), Y: s.Y(), Z: s.Z(), IDs: s.IDs(), Times: s.Times(), Frame: s.Space().Frame}
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		c.First = append(c.First, first)
		for row := first; row+1 < last; row++ {
			if s.StartsPiece(traj, row+1) {
				c.Gaps = append(c.Gaps, row)
			}
		}
	}
	c.First = append(c.First, s.Samples())
	return c
}

// TestAssembleLengths: columns of different lengths panic, as the caller's mistake.
func TestAssembleLengths(t *testing.T) {
	one := trajectory.IntIDs([]int64{1})
	for name, c := range map[string]trajectory.Sorted{
		"ids":    {First: []int{0}, IDs: one},
		"first":  {First: []int{0, 2}, IDs: one, T: []float64{1}, X: []float64{1}, Y: []float64{1}},
		"radius": {First: []int{0, 1}, IDs: one, T: []float64{1}, X: []float64{1}, Y: []float64{1}, Radius: []float64{1, 2}},
		"z":      {First: []int{0, 1}, IDs: one, T: []float64{1}, X: []float64{1}, Y: []float64{1}, Z: []float64{}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			c.Store()
		}()
	}
}
