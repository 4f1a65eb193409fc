package trajectory_test

import (
	"fmt"
	"slices"
	"testing"

	"flyby/trajectory"
)

// BenchmarkNew builds a store of a million rows, in order of trajectories, and interleaved.
func BenchmarkNew(b *testing.B) {
	const rows, objects = 1_000_000, 1_000
	for _, turns := range []bool{false, true} {
		b.Run(fmt.Sprintf("turns=%v", turns), func(b *testing.B) {
			c := trajectory.Columns{}
			for i := range rows {
				id, step := i/(rows/objects), i%(rows/objects)
				if turns {
					id, step = i%objects, i/objects
				}
				c.ID.Int, c.T = append(c.ID.Int, int64(id)), append(c.T, float64(step))
				c.X, c.Y, c.Z = append(c.X, float64(i)), append(c.Y, float64(-i)), append(c.Z, 1)
			}
			for b.Loop() {
				b.StopTimer()
				d := c
				d.ID.Int = slices.Clone(c.ID.Int)
				d.T, d.X, d.Y, d.Z = slices.Clone(c.T), slices.Clone(c.X), slices.Clone(c.Y), slices.Clone(c.Z)
				b.StartTimer()
				if _, err := trajectory.New(d, trajectory.BuildOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
