package spool

import (
	"math/rand/v2"
	"testing"

	"flyby/internal/spill"
)

// BenchmarkRowSorter sorts 10^7 rows of 25,000 objects by time, in 64 MiB: rows in random order (shuffled), or one object after
// another (byTrajectory).
func BenchmarkRowSorter(b *testing.B) {
	const rows, objects = 10_000_000, 25_000
	for name, at := range map[string]func(r *rand.Rand, i int) (number, step int){
		"shuffled":     func(r *rand.Rand, _ int) (int, int) { return r.IntN(objects), r.IntN(rows / objects) },
		"byTrajectory": func(_ *rand.Rand, i int) (int, int) { return i / (rows / objects), i % (rows / objects) },
	} {
		b.Run(name, func(b *testing.B) {
			folder, err := spill.Open(b.TempDir(), 0)
			if err != nil {
				b.Fatal(err)
			}
			start := coreTime(b)
			for b.Loop() {
				s := newRowSorter(folder, 64<<20, 0, byTime)
				r := rand.New(rand.NewPCG(1, 1))
				for i := range rows {
					number, step := at(r, i)
					if err := s.Add(&row{t: float64(step), x: float64(i), y: 1, number: uint32(number)}); err != nil {
						b.Fatal(err)
					}
				}
				if err := s.End(); err != nil {
					b.Fatal(err)
				}
				n, last := 0, -1.0
				err := s.Walk(func(r *row) error {
					if r.t < last {
						b.Fatal("out of order")
					}
					n, last = n+1, r.t
					return nil
				})
				if err != nil || n != rows {
					b.Fatal(err, n)
				}
				s.Close()
			}
			b.ReportMetric(float64(coreTime(b)-start)/float64(rows*b.N), "core-ns/row")
			b.ReportMetric(float64(folder.Written())/float64(rows*b.N), "B/row-spilled")
			b.ReportMetric(0, "ns/op")
		})
	}
}
