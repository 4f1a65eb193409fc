package binindex_test

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"flyby/binindex"
	"flyby/datasets"
	"flyby/trajectory"
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
				binindex.NewPyramid(s, nil, binindex.ChooseSetting(s, runtime.GOMAXPROCS(0)), runtime.GOMAXPROCS(0))
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

// BenchmarkCount times the counting of candidates, which takes most of batching's time.
func BenchmarkCount(b *testing.B) {
	for _, name := range []string{"galaxy", "randwalk-uniform", "randwalk-exp"} {
		s, err := datasets.Generate(name, 1, 1)
		if err != nil {
			b.Fatal(err)
		}
		bins := binindex.NewBins(s, 0)
		_, starts, ends := binindex.SortedByStart(s.Slice(0, 100), math.Inf(-1), math.Inf(1))
		b.Run(name, func(b *testing.B) {
			for k := 0; b.Loop(); k++ {
				bins.Count(starts[k%len(starts)], ends[k%len(ends)])
			}
		})
	}
}

// BenchmarkQueries times building the pyramid of 100 query trajectories, 40,000
// segments, in the frame of the entries, as every search does.
func BenchmarkQueries(b *testing.B) {
	gal, err := datasets.Disc(2500, 400, 2)
	if err != nil {
		b.Fatal(err)
	}
	walks, err := datasets.RandomWalks(2500, 399, 1000, 1)
	if err != nil {
		b.Fatal(err)
	}
	for name, s := range map[string]*trajectory.Store{"GAL": gal, "RW": walks} {
		entries := binindex.NewPyramid(s, nil, binindex.ChooseSetting(s, runtime.GOMAXPROCS(0)), runtime.GOMAXPROCS(0))
		queries := s.Slice(0, 100)
		set := entries.Setting.OfQueries(queries)
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/threads=%d", name, threads), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					binindex.NewPyramid(queries, entries.Frame, set, threads)
				}
			})
		}
	}
}
