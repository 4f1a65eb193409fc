package lss

import (
	"context"
	"fmt"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// BenchmarkSelfJoin searches and walks uniform points on one thread; sorting them is not
// measured.
func BenchmarkSelfJoin(b *testing.B) {
	for _, c := range []struct {
		n, count int
		eps      float64
		settings pointjoin.Settings
	}{
		{2, 100_000, 0.002, nil},
		{2, 100_000, 0.002, pointjoin.Settings{"lss-half": "on"}},
		{16, 16_384, 0.1, nil},
		{16, 16_384, 0.1, pointjoin.Settings{"lss-lists": "log"}},
		{16, 16_384, 0.1, pointjoin.Settings{"lss-half": "on"}},
	} {
		b.Run(fmt.Sprintf("n=%d/%v", c.n, c.settings), func(b *testing.B) {
			s := build(b, cloud(b, 1, c.count, c.n, false), c.settings)
			s.threads = 1
			w := pointjoin.Work{Last: c.count, Threshold: threshold(b, c.eps)}
			var stats points.Stats
			for b.Loop() {
				f := finder.NewFinder(context.Background(), w, nil)
				k := tasksOf(b, s, w)
				for i := range k.Len() {
					f.Begin(i)
					k.Do(i, f)
				}
				f.End()
				stats = f.Stats
			}
			b.ReportMetric(float64(stats.Candidates)/float64(c.count), "candidates/point")
			b.ReportMetric(float64(stats.Pairs)/float64(c.count), "pairs/point")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.count), "ns/point")
		})
	}
}
