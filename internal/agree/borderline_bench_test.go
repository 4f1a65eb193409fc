package agree_test

import (
	"context"
	"fmt"
	"testing"

	"flyby"
	"flyby/trajectory"
)

// BenchmarkBorderline times searches whose pairs are all at exactly d, 1,500 objects
// against 1,500, and the same objects at 0.999 d, where all pairs are compared and none
// is a hit: in whole numbers, in decimals, and with samples at different times.
func BenchmarkBorderline(b *testing.B) {
	const n = 1500
	for _, c := range []struct {
		name        string
		unit, later float64
	}{{"whole", 1, 0}, {"decimals", 10, 0}, {"times", 1, 1}} {
		queries, entries := side(b, n, c.unit, 0, 0, 0), side(b, n, c.unit, 3, 4, c.later)
		for _, part := range []float64{1, 0.999} {
			b.Run(fmt.Sprintf("%s/%vd", c.name, part), func(b *testing.B) {
				db, err := flyby.Open(context.Background(), entries, flyby.Options{Device: "cpu"})
				if err != nil {
					b.Fatal(err)
				}
				defer db.Close()
				b.ReportAllocs()
				hits := 0
				for b.Loop() {
					r, err := db.Hits(context.Background(), flyby.Search{Queries: queries, Distance: part * 5 / c.unit})
					if err != nil {
						b.Fatal(err)
					}
					hits = int(r.Stats().Hits)
				}
				b.ReportMetric(float64(hits), "hits")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n/n, "ns/pair")
			})
		}
	}
}

// side returns n objects that move alike from a place, in decimals where unit is 10, each seen at
// two times; with later, both times come that many seconds later, and the object has moved on.
func side(b *testing.B, n int, unit, x, y, later float64) *trajectory.Store {
	b.Helper()
	var c trajectory.Columns
	for id := range n {
		for k := range 2 {
			t := 8*float64(k) + later
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, t), append(c.X, (x+2*t)/unit), append(c.Y, (y+3*t)/unit)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return s
}
