package opencl_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"flyby/internal/cl"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl"
	"flyby/internal/testing/cltest"
	kernelopencl "flyby/kernel/opencl"
	"flyby/points"
)

// exponential returns points distributed as in Syn16D2M of GPU-Join: coordinates of lambda 40.
func exponential(b *testing.B, rows, dimensions int) *points.Store {
	b.Helper()
	r := rand.New(rand.NewPCG(16, 2))
	columns := make([][]float64, dimensions)
	for j := range columns {
		columns[j] = make([]float64, rows)
		for i := range columns[j] {
			columns[j][i] = r.ExpFloat64() / 40
		}
	}
	s, err := points.New(columns, points.RowIDs(rows))
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkTiles joins points of 16 dimensions with themselves on every device: it reports the times of the index,
// and of each compared pair.
func BenchmarkTiles(b *testing.B) {
	cltest.Devices(b)
	lib, err := cl.Open()
	if err != nil {
		b.Fatal(err)
	}
	listed, err := kernelopencl.Provider{}.List()
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range listed {
		for _, rows := range []int{10_000, 100_000, 2_000_000} {
			for _, eps := range []float64{0.03, 0.05} {
				b.Run(fmt.Sprintf("%s/rows=%d/eps=%v", d.Selector, rows, eps), func(b *testing.B) { joinTiles(b, lib, d.Selector, rows, eps) })
			}
		}
	}
}

// joinTiles measures one size.
func joinTiles(b *testing.B, lib *cl.Library, selector string, rows int, eps float64) {
	s := exponential(b, rows, 16)
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		b.Fatal(err)
	}
	d, err := opencl.Open(lib, selector, opencl.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	if r, err := d.Load(b.Context(), pointjoin.Set{Points: s, Method: "tiles", Threshold: within}); err != nil || r.Close() != nil {
		b.Fatal(err) // the program is built by now
	}
	index, total := time.Duration(0), points.Stats{}
	take := func(points.Pairs) error { return nil }
	for b.Loop() {
		start := time.Now()
		r, err := d.Load(b.Context(), pointjoin.Set{Points: s, Method: "tiles", Threshold: within})
		if err != nil {
			b.Fatal(err)
		}
		index += time.Since(start)
		stats, err := r.Pairs(b.Context(), pointjoin.Work{Threshold: within, Last: rows}, &pointjoin.Found{Take: take})
		if err != nil {
			b.Fatal(err)
		}
		total.Add(stats)
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(index.Seconds()/float64(b.N), "index-s/op")
	b.ReportMetric(float64((b.Elapsed()-index).Nanoseconds())/float64(total.Candidates), "ns/compared")
	b.ReportMetric(float64(total.Candidates)/float64(b.N), "compared/op")
	b.ReportMetric(float64(total.Pairs)/float64(b.N), "pairs/op")
}
