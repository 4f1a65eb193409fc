package trajectory_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/trajectory"
)

// step is a sample of a way, and whether it begins a line.
type step struct {
	at     trajectory.Sample
	begins bool
}

// wayByRows computes Way from all rows of a store.
func wayByRows(s *trajectory.Store, traj int, from, to float64) (all []step) {
	at := func(t float64, begins bool) step {
		p := s.At(traj, t)
		one := trajectory.Sample{T: t, X: p[0], Y: p[1], Z: p[2]}
		if s.H() != nil {
			one.H = s.HeightAt(traj, t)
		}
		return step{one, begins}
	}
	all = append(all, at(from, true))
	first, last := s.Range(traj)
	for row := first; row < last; row++ {
		if t := s.T()[row]; t > from && t < to {
			all = append(all, at(t, s.StartsPiece(traj, row)))
		} else if t == to && to > from && s.StartsPiece(traj, row) {
			return append(all, at(to, true))
		}
	}
	if to > from {
		all = append(all, at(to, false))
	}
	return all
}

// TestWay: a way has the positions at both ends and the samples between, with any gaps.
func TestWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 33))
	for _, upright := range []bool{false, true} {
		var c trajectory.Columns
		for traj := range 8 {
			for k := range 1 + rng.IntN(40) {
				if rng.IntN(4) == 0 {
					continue
				}
				c.ID.Int, c.T = append(c.ID.Int, int64(traj)), append(c.T, float64(k))
				c.X, c.Y = append(c.X, rng.NormFloat64()), append(c.Y, rng.NormFloat64())
				if upright {
					c.H = append(c.H, rng.NormFloat64())
				}
			}
		}
		s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: 1.5})
		if err != nil {
			t.Fatal(err)
		}
		begun := 0
		for range 2000 {
			traj := rng.IntN(s.Trajectories())
			within := func() float64 {
				first, last := s.Range(traj)
				g := s.SegmentAt(traj, first+rng.IntN(last-first))
				return []float64{g.T0, g.T1, g.T0 + 0.5*(g.T1-g.T0)}[rng.IntN(3)]
			}
			from, to := within(), within()
			from, to = min(from, to), max(from, to)
			var got []step
			for at, begins := range s.Way(traj, from, to, math.Inf(-1), math.Inf(1)) {
				got = append(got, step{at, begins})
				if len(got) > 1 && begins {
					begun++
				}
			}
			if want := wayByRows(s, traj, from, to); !slices.Equal(got, want) {
				t.Fatalf("trajectory %d from %v to %v: %v, want %v", traj, from, to, got, want)
			}
			for range s.Way(traj, from, to, math.Inf(-1), math.Inf(1)) {
				break // the loop ends the iterator
			}
		}
		if begun < 100 {
			t.Errorf("%d gaps are too few to tell", begun)
		}
	}
}
