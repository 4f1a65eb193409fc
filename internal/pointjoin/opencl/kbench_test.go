package opencl_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"flyby/datasets"
	"flyby/internal/papers/pointindex"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl"
	"flyby/internal/selection"
	"flyby/kernel"
	"flyby/points"
)

// BenchmarkK joins the sets of GPU-SJ and GPU-Join by gpujoin at each k, and at auto, on the first GPU, or the first device. It
// reports the times of indexing and of the search for pairs, and the predicted time of that k. One time each:
//
//	go test ./internal/pointjoin/opencl -run '^$' -bench ^BenchmarkK$ -benchtime 1x -timeout 30m
//
// -bench '^BenchmarkK$/^6D' takes one set. Joins that would take too long are skipped.
func BenchmarkK(b *testing.B) {
	for _, c := range []struct {
		set        string
		dimensions int
		eps        float64
	}{
		{"syn-uniform", 2, 0.2}, {"syn-uniform", 2, 1}, {"syn-uniform", 3, 1}, {"syn-uniform", 3, 3}, {"syn-uniform", 4, 4}, {"syn-uniform", 5, 8}, {"syn-uniform", 6, 8},
		{"syn-exponential", 16, 0.03}, {"syn-exponential", 16, 0.04}, {"syn-exponential", 32, 0.08},
	} {
		b.Run(fmt.Sprintf("%dD/eps=%v", c.dimensions, c.eps), func(b *testing.B) {
			s := ofPaper(b, c.set, c.dimensions)
			foretold := estimates(s, c.eps)
			for _, e := range foretold {
				b.Run("k="+strconv.Itoa(e.K), func(b *testing.B) {
					const most = 2e12
					if e.Within > most {
						b.Skipf("%.2g comparisons", e.Within)
					}
					joinBy(b, s, c.eps, strconv.Itoa(e.K))
					b.ReportMetric(e.Within, "foretold-compared")
					b.ReportMetric(e.Points*e.Near, "foretold-searches")
					b.ReportMetric(e.Cells, "foretold-cells")
				})
			}
			b.Run("k=auto", func(b *testing.B) { joinBy(b, s, c.eps, "auto") })
		})
	}
}

// ofPaper returns a set as large as the paper's, or a hundredth of it on a CPU.
func ofPaper(b *testing.B, name string, dimensions int) *points.Store {
	scale := 1.0
	if d, _ := device(b); d.Kind == kernel.CPU {
		scale = 0.01
	}
	s, err := datasets.GeneratePoints(name, 1, scale, datasets.PointOptions{Dimensions: dimensions})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// estimates returns the estimates of gpujoin with REORDER.
func estimates(s *points.Store, eps float64) []pointindex.Estimate {
	var columns [][]float64
	for _, j := range selection.ByVariance(s.Columns()) {
		columns = append(columns, s.Column(j))
	}
	return slices.Collect(pointindex.Estimates(columns, eps))
}

// joinBy joins points with themselves at a k, once the programs are built.
func joinBy(b *testing.B, s *points.Store, eps float64, k string) {
	about, lib := device(b)
	d, err := opencl.Open(lib, about.Selector, opencl.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	set := pointjoin.Set{Points: s, Method: "gpujoin", Settings: pointjoin.Settings{"k": k}, Threshold: within(b, eps)}
	if r, err := d.Load(b.Context(), set); err != nil || r.Close() != nil {
		b.Fatal(err)
	}
	var index, search time.Duration
	var stats points.Stats
	for b.Loop() {
		start := time.Now()
		r, err := d.Load(b.Context(), set)
		if err != nil {
			b.Fatal(err)
		}
		index += time.Since(start)
		start = time.Now()
		w := pointjoin.Work{Threshold: set.Threshold, Last: s.Len()}
		if stats, err = r.Pairs(b.Context(), w, &pointjoin.Found{Take: func(points.Pairs) error { return nil }}); err != nil {
			b.Fatal(err)
		}
		search += time.Since(start)
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
	n := float64(b.N)
	b.ReportMetric(index.Seconds()*1e3/n, "index-ms")
	b.ReportMetric(search.Seconds()*1e3/n, "search-ms")
	b.ReportMetric((index+search).Seconds()*1e3/n, "whole-ms")
	b.ReportMetric(float64(stats.Candidates), "compared")
	b.ReportMetric(float64(stats.Cells), "searches")
	b.ReportMetric(float64(stats.Pairs), "pairs")
	b.ReportMetric(0, "ns/op")
}
