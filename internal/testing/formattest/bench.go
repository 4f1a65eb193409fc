package formattest

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"flyby/trajectory"
)

// BenchRows is the number of rows in files of benchmarks.
const BenchRows = 1_000_000

// BenchTimes begins a measurement of a benchmark that goes through some rows in each iteration. The function
// that it returns reports rows a second by the clock, and processor time a row.
func BenchTimes(b *testing.B, rows int) func() {
	before := processorTime()
	return func() {
		all := float64(rows) * float64(b.N)
		b.ReportMetric(all/b.Elapsed().Seconds()/1e6, "Mrows/s")
		b.ReportMetric(float64(processorTime()-before)/all, "user-ns/row")
	}
}

// BenchStore returns a store of BenchRows samples.
func BenchStore(b *testing.B, names bool) *trajectory.Store {
	b.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	c := trajectory.Columns{}
	for row := range BenchRows {
		if names {
			c.ID.Code = append(c.ID.Code, uint32(row/400))
		} else {
			c.ID.Int = append(c.ID.Int, int64(row/400))
		}
		c.T = append(c.T, float64(row%400))
		c.X, c.Y, c.Z = append(c.X, rng.NormFloat64()*15), append(c.Y, rng.NormFloat64()*15), append(c.Z, rng.NormFloat64())
	}
	for i := range BenchRows / 400 {
		c.ID.Name = append(c.ID.Name, "car"+strconv.Itoa(i))
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return s
}
