package rowgrid_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/testing/pointjointest"
	"flyby/points"

	"flyby/internal/testing/processor"
)

// BenchmarkSelfJoin measures the rows of docs/performance.md: 10^6 even points in [0, 100]^n on one thread,
// indexed and joined, with pairs handed over. It also reports the least processor time of a join.
func BenchmarkSelfJoin(b *testing.B) {
	for _, c := range []struct {
		n   int
		eps float64
	}{{2, 0.2}, {2, 1}, {3, 1}, {4, 4}, {5, 8}, {6, 8}} {
		s := uniform(b, 1_000_000, c.n)
		within, err := pointjoin.NewThreshold(c.eps)
		if err != nil {
			b.Fatal(err)
		}
		set := pointjoin.Set{Points: s, Method: "grid", Threshold: within}
		work := pointjoin.Work{Threshold: within, Last: s.Len()}
		join := func(b *testing.B, run func(r pointjoin.Resident) (points.Stats, error)) {
			var stats points.Stats
			least := time.Duration(math.MaxInt64)
			for b.Loop() {
				runtime.GC()
				begun := processor.Time()
				r, err := host.New(1).Load(b.Context(), set)
				if err != nil {
					b.Fatal(err)
				}
				if stats, err = run(r); err != nil {
					b.Fatal(err)
				}
				least = min(least, processor.Time()-begun)
			}
			b.ReportMetric(least.Seconds(), "s/user")
			b.ReportMetric(float64(stats.Pairs), "pairs")
			b.ReportMetric(float64(stats.Candidates), "candidates")
			b.ReportMetric(float64(stats.Float64), "float64")
			b.ReportMetric(float64(stats.Exact), "exact")
		}
		b.Run(fmt.Sprintf("pairs/%d-D/%v", c.n, c.eps), func(b *testing.B) {
			join(b, func(r pointjoin.Resident) (points.Stats, error) {
				return r.Pairs(b.Context(), work, &pointjoin.Found{Take: func(points.Pairs) error { return nil }})
			})
		})
		b.Run(fmt.Sprintf("counts/%d-D/%v", c.n, c.eps), func(b *testing.B) {
			join(b, func(r pointjoin.Resident) (points.Stats, error) {
				return r.Counts(b.Context(), work, make([]uint32, s.Len()))
			})
		})
	}
}

// uniform returns evenly distributed points in [0, 100]^n.
func uniform(t testing.TB, count, n int) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(n)))
	return pointjointest.Drawn(t, count, n, func(_, _ int) float64 { return 100 * r.Float64() })
}
