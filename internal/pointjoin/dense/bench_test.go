package dense_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/dense"
	"flyby/internal/testing/pointjointest"
	"flyby/points"

	"flyby/internal/testing/processor"
)

// BenchmarkClusters measures the rows of docs/performance.md: 10^6 even points in [0, 100]^n on one thread, with the least
// processor time of indexing and of each method of Clusters.
func BenchmarkClusters(b *testing.B) {
	for _, c := range []struct {
		n         int
		eps       float64
		minPoints int
	}{{2, 0.2, 4}, {2, 0.2, 16}, {2, 0.06, 4}, {2, 0.1, 4}, {2, 0.4, 16}, {2, 0.8, 16}, {2, 1.5, 16}, {2, 1.5, 400}, {3, 1, 4}, {3, 3, 16}, {4, 4, 8}} {
		s := uniform(b, 1_000_000, c.n)
		within, err := pointjoin.NewThreshold(c.eps)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%d-D/%v/%d", c.n, c.eps, c.minPoints), func(b *testing.B) {
			least := make([]time.Duration, 5)
			for i := range least {
				least[i] = math.MaxInt64
			}
			var stats points.Stats
			for b.Loop() {
				var took []time.Duration
				took, stats = steps(b, s, within, c.minPoints)
				for i, d := range took {
					least[i] = min(least[i], d)
				}
			}
			for i, name := range []string{"index", "cores", "unite", "borders", "all"} {
				b.ReportMetric(least[i].Seconds()*1e3, "ms-"+name)
			}
			b.ReportMetric(float64(stats.Candidates), "candidates")
		})
	}
}

// BenchmarkThreads measures the wall time of indexing even points in [0, 100]^2, and of labelling them, by the number of threads. Numbers
// above the cores of a machine are left out.
func BenchmarkThreads(b *testing.B) {
	for _, count := range []int{2_000_000, 10_000_000} {
		s := uniform(b, count, 2)
		within, err := pointjoin.NewThreshold(0.2 * math.Sqrt(2e6/float64(count)))
		if err != nil {
			b.Fatal(err)
		}
		core, lead := make([]bool, count), make([]uint32, count)
		for threads := 1; threads <= runtime.NumCPU(); threads *= 2 {
			b.Run(fmt.Sprintf("%d/%d", count, threads), func(b *testing.B) {
				took := make([]time.Duration, 4)
				for b.Loop() {
					last := time.Now()
					step := func(i int, err error) {
						if err != nil {
							b.Fatal(err)
						}
						took[i], last = took[i]+time.Since(last), time.Now()
					}
					x, err := dense.New(b.Context(), s, within, threads)
					step(0, err)
					_, err = x.Cores(b.Context(), 4, core)
					step(1, err)
					_, err = x.Unite(b.Context(), core, lead)
					step(2, err)
					_, err = x.Borders(b.Context(), core, lead)
					step(3, err)
				}
				for i, name := range []string{"index", "cores", "unite", "borders"} {
					b.ReportMetric(took[i].Seconds()*1e3/float64(b.N), "ms-"+name)
				}
			})
		}
	}
}

// steps returns the processor time of indexing and of each method, and the sum of their statistics.
func steps(b *testing.B, s *points.Store, within pointjoin.Threshold, minPoints int) (took []time.Duration, all points.Stats) {
	core, lead := make([]bool, s.Len()), make([]uint32, s.Len())
	runtime.GC()
	begun := processor.Time()
	last := begun
	step := func(stats points.Stats, err error) {
		if err != nil {
			b.Fatal(err)
		}
		all.Add(stats)
		now := processor.Time()
		took, last = append(took, now-last), now
	}
	x, err := dense.New(b.Context(), s, within, 1)
	step(points.Stats{}, err)
	step(x.Cores(b.Context(), minPoints, core))
	step(x.Unite(b.Context(), core, lead))
	step(x.Borders(b.Context(), core, lead))
	return append(took, last-begun), all
}

// uniform returns evenly distributed points in [0, 100]^n.
func uniform(t testing.TB, count, n int) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(n)))
	return pointjointest.Drawn(t, count, n, func(_, _ int) float64 { return 100 * r.Float64() })
}
