package binindex_test

import (
	"runtime"
	"testing"

	"flyby/binindex"
	"flyby/datasets"
)

// BenchmarkIndex builds both indexes over a million segments.
func BenchmarkIndex(b *testing.B) {
	for _, name := range []string{"galaxy", "randwalk-uniform"} {
		s, err := datasets.Generate(name, 1, 1)
		if err != nil {
			b.Fatal(err)
		}
		rate := func(b *testing.B) {
			b.ReportMetric(float64(s.Segments())*float64(b.N)/b.Elapsed().Seconds(), "segments/s")
		}
		b.Run("pyramid/"+name, func(b *testing.B) {
			for b.Loop() {
				binindex.NewPyramid(s, nil, binindex.ChooseSetting(s), runtime.GOMAXPROCS(0))
			}
			rate(b)
		})
		b.Run("bins/"+name, func(b *testing.B) {
			for b.Loop() {
				binindex.NewBins(s, 0)
			}
			rate(b)
		})
	}
}
