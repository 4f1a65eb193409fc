package trajectory_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/trajectory"
)

// BenchmarkNew builds a store of rows in order of trajectories, in order of time with objects that take turns, and in order of time with
// objects in any order.
func BenchmarkNew(b *testing.B) {
	for _, rows := range []int{1_000_000, 10_000_000} {
		for _, order := range []string{"trajectories", "turns", "time"} {
			for _, names := range []bool{false, true} {
				b.Run(fmt.Sprintf("%s/names=%v/rows=%d", order, names, rows), func(b *testing.B) {
					benchmarkNew(b, benchmarkRows(rows, order), names)
				})
			}
		}
	}
}

// benchmarkRows makes rows of a thousand for each object.
func benchmarkRows(rows int, order string) (c trajectory.Columns) {
	const each = 1_000
	objects := rows / each
	r, clock := rand.New(rand.NewPCG(1, 1)), make([]int, objects)
	for i := range rows {
		id := i % objects
		switch order {
		case "trajectories":
			id = i / each
		case "time":
			id = r.IntN(objects)
		}
		c.ID.Int, c.T = append(c.ID.Int, int64(id)*7-1000), append(c.T, float64(clock[id]))
		c.X, c.Y, c.Z = append(c.X, float64(i)), append(c.Y, float64(-i)), append(c.Z, r.Float64())
		clock[id]++
	}
	return c
}

// benchmarkNew builds stores of copies of the rows.
func benchmarkNew(b *testing.B, c trajectory.Columns, names bool) {
	if names {
		named := make([]string, len(c.T))
		for i, id := range c.ID.Int {
			named[i] = fmt.Sprint(id)
		}
		c.ID = trajectory.Names(named)
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		d := c
		d.ID.Int, d.ID.Code = slices.Clone(c.ID.Int), slices.Clone(c.ID.Code)
		d.T, d.X, d.Y, d.Z = slices.Clone(c.T), slices.Clone(c.X), slices.Clone(c.Y), slices.Clone(c.Z)
		b.StartTimer()
		if _, err := trajectory.New(d, trajectory.BuildOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
