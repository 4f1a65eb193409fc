package encounter_test

import (
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// FuzzEncounters: the hits of small sets on a lattice, with gaps, point events and windows, joined
// at once and in parts that are merged, give the encounters of a join one by one, to the bit.
func FuzzEncounters(f *testing.F) {
	f.Add([]byte{3, 2, 5, 2, 1, 4, 4, 1, 5, 5, 1, 6, 6, 3, 1, 4, 5, 2, 2, 6})
	f.Add([]byte{1, 1, 3, 0, 9, 1, 3, 3, 9, 1, 1, 2, 1, 2, 3, 1, 4, 4, 0, 5, 5, 1, 1, 1, 2, 8, 8, 3})
	f.Add([]byte{0, 3, 2, 1, 1, 1, 1, 1, 2, 2, 1, 3, 3, 1, 4, 4, 1, 5, 5, 1, 6, 6, 1, 7, 7, 1, 8, 8})
	f.Fuzz(func(t *testing.T, data []byte) {
		d := kerneltest.Dice(data)
		if s, ok := latticeScene(&d); ok {
			s.CheckEncounters(t, s.BruteForce(), 3, func(int) int { return d.Roll(3) })
		}
	})
}

// latticeScene makes a search, or a join, of a few trajectories of small whole numbers. ok is false
// if it has none.
func latticeScene(d *kerneltest.Dice) (s kerneltest.Scene, ok bool) {
	s = kerneltest.Scene{Name: "lattice", Rule: interaction.Rule{Distance: float64(d.Roll(6)), Window: interaction.Unbounded()}}
	gap := float64(d.Roll(4))
	if d.Roll(4) == 0 {
		s.Window = interaction.Window{From: float64(d.Roll(6)), To: float64(6 + d.Roll(6))}
	}
	if s.Entries, ok = latticeStore(d, gap); !ok {
		return s, false
	}
	if s.Join = d.Roll(3) == 0; s.Join {
		s.Queries = s.Entries
		return s, true
	}
	s.Queries, ok = latticeStore(d, gap)
	return s, ok
}

// latticeStore makes a store of at most four trajectories of eight samples.
func latticeStore(d *kerneltest.Dice, gap float64) (*trajectory.Store, bool) {
	var c trajectory.Columns
	for id := range 1 + d.Roll(4) {
		at := float64(d.Roll(4))
		for range 1 + d.Roll(8) {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, at), append(c.X, float64(d.Roll(9))), append(c.Y, float64(d.Roll(9)))
			at += float64(1 + d.Roll(4))
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: gap})
	return s, err == nil
}
