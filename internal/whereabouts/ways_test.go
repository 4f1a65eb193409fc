package whereabouts_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/whereabouts"
	"flyby/trajectory"
)

// mark is a sample of a way as it is passed on.
type mark struct {
	at     trajectory.Sample
	begins bool
}

// wayOf returns the way from a store in memory, and whether it is several lines.
func wayOf(s *trajectory.Store, traj int, from, to float64) (several bool, all []mark) {
	for at, begins := range s.Way(traj, from, to, math.Inf(-1), math.Inf(1)) {
		at.T = 0
		if n := len(all); n > 0 && (begins || endsLine(all[n-1].at, at, all[n-1].begins)) {
			several = true
		}
		all = append(all, mark{at, begins})
	}
	return several, all
}

// endsLine reports whether a line ends between two samples, by an arbitrary rule.
func endsLine(a, b trajectory.Sample, begins bool) bool { return a.X < -1 && b.X > 0.5 && !begins }

// TestWaysOfSlabsAreTheWhole: ways equal a store's in memory to the bit, in the order of rows, one or two for each row, however the data are
// cut.
func TestWaysOfSlabsAreTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 12))
	for k, upright := range []bool{false, true} {
		s := wander(t, rng, 3, upright)
		for name, cells := range cuts(s) {
			t.Run(fmt.Sprint(k, " ", name), func(t *testing.T) {
				times := 1 + rng.IntN(2)
				side, err := whereabouts.NewSide(room(t), whereabouts.Question{Cells: cells, Place: place, Speeds: k == 0, Ways: times, Ends: endsLine}, 0, 2)
				if err != nil {
					t.Fatal(err)
				}
				defer side.Close()
				rows := journeys(rng, s, 500)
				if err := errors.Join(side.Ask(rows), whereabouts.Answer(t.Context(), cells, side)); err != nil {
					t.Fatal(err)
				}
				lines := 0
				for i, traj := range rows.Traj {
					for range times {
						var several bool
						var got []mark
						err := side.Way(traj, rows.From[i], rows.To[i], func(is bool) error {
							several = is
							return nil
						}, func(at trajectory.Sample, begins bool) error {
							got = append(got, mark{at, begins})
							return nil
						})
						isSeveral, want := wayOf(s, int(traj), rows.From[i], rows.To[i])
						if err != nil || several != isSeveral || !slices.Equal(got, want) {
							t.Fatalf("row %d, trajectory %d from %v to %v: %v, %t, %v, want %t, %v", i, traj, rows.From[i], rows.To[i], err, several, got, isSeveral, want)
						}
						if several {
							lines++
						}
					}
				}
				if lines == 0 {
					t.Error("no way is several lines")
				}
			})
		}
	}
}
