package agree_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"flyby"
	"flyby/batching"
	"flyby/binindex"
	"flyby/datasets"
)

// BenchmarkSearches times S1 to S10 (paper §7.2) at full size, from query values in memory to ordered hits in
// memory, by both methods on every device.
func BenchmarkSearches(b *testing.B) {
	all, err := flyby.Devices()
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range datasets.Searches() {
		entries, queries, err := s.Load(1, 1)
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range []flyby.Method{flyby.MethodSpatiotemporal, flyby.MethodTemporal} {
			for _, d := range all {
				db, err := flyby.Open(context.Background(), entries, flyby.Options{Method: m, Device: d.Selector})
				if err != nil {
					b.Fatal(err)
				}
				b.Run(fmt.Sprintf("%s/%s/%s", s.Name, m, d.Selector), func(b *testing.B) {
					b.ReportAllocs()
					var hits int
					for b.Loop() {
						r, err := db.Hits(context.Background(), flyby.Search{Queries: queries, Distance: s.Distance, ExcludeSameID: true})
						if err != nil {
							b.Fatal(err)
						}
						hits = int(r.Stats().Hits)
					}
					b.ReportMetric(float64(hits), "hits")
					b.ReportMetric(float64(queries.Segments())*float64(b.N)/b.Elapsed().Seconds(), "queries/s")
				})
				if err := db.Close(); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

// BenchmarkBatches times the making of batches for the query segments of the searches (paper §6), of about the
// best sizes for an H200, from the entries' own temporal bins.
func BenchmarkBatches(b *testing.B) {
	greedy, err := batching.Choose("greedysetsplit-min:3000")
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range datasets.Searches() {
		entries, queries, err := s.Load(1, 1)
		if err != nil {
			b.Fatal(err)
		}
		bins := binindex.NewBins(entries, 0)
		_, starts, ends := binindex.SortedByStart(queries, math.Inf(-1), math.Inf(1))
		profile := batching.Profile{Start: starts, End: ends, Candidates: bins.Count}
		for _, a := range []batching.Algorithm{batching.SetSplitFixed{NumBatches: 14}, greedy} {
			b.Run(fmt.Sprintf("%s/%v", s.Name, a), func(b *testing.B) {
				for b.Loop() {
					if _, err := a.Batches(profile); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkWorkloads times GAL and RW, the workloads of the R-tree in C++ that
// flyby is measured against: 100 trajectories as queries, and all joined.
func BenchmarkWorkloads(b *testing.B) {
	gal, err := datasets.Disc(2500, 400, 2)
	if err != nil {
		b.Fatal(err)
	}
	walks, err := datasets.RandomWalks(2500, 399, 1000, 1)
	if err != nil {
		b.Fatal(err)
	}
	first := make([]int, 100)
	for i := range first {
		first[i] = i
	}
	for _, threads := range []int{1, 0} {
		o := flyby.Options{Device: "cpu", Threads: threads}
		for name, d := range map[string][]float64{"GAL": {0.05, 0.5, 5}, "RW": {25}} {
			entries := gal
			if name == "RW" {
				entries = walks
			}
			db, err := flyby.Open(context.Background(), entries, o)
			if err != nil {
				b.Fatal(err)
			}
			queries := entries.Subset(first)
			for _, d := range d {
				b.Run(fmt.Sprintf("%s/search/d=%v/threads=%d", name, d, threads), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if _, err := db.Hits(context.Background(), flyby.Search{Queries: queries, Distance: d, ExcludeSameID: true}); err != nil {
							b.Fatal(err)
						}
					}
				})
				if d == 5 {
					continue
				}
				b.Run(fmt.Sprintf("%s/join/d=%v/threads=%d", name, d, threads), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if _, err := db.Hits(context.Background(), flyby.Search{Distance: d}); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
			if err := db.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
