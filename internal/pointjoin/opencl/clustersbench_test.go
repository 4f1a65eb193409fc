package opencl_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl"
	"flyby/points"
)

// BenchmarkClusters finds the clusters of even points in two dimensions on the first device, a GPU if there is one: points are indexed, then
// labelled. With -test.v each kernel is timed too.
func BenchmarkClusters(b *testing.B) {
	var s *points.Store
	for _, eps := range []float64{0.06, 0.2, 0.5, 1, 1.5} {
		for _, minPoints := range []int{4, 16} {
			b.Run(fmt.Sprintf("eps%v/minpts%d", eps, minPoints), func(b *testing.B) {
				if s == nil {
					s = uniform(b, 2)
				}
				clusterEven(b, s, eps, minPoints)
			})
		}
	}
}

// clusterEven measures one threshold.
func clusterEven(b *testing.B, s *points.Store, eps float64, minPoints int) {
	about, lib := device(b)
	d, err := opencl.Open(lib, about.Selector, opencl.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	labels := make([]uint32, s.Len())
	var index, all time.Duration
	run := func() {
		start := time.Now()
		c, err := d.Cluster(b.Context(), s, within(b, eps))
		if err != nil {
			b.Fatal(err)
		}
		index += time.Since(start)
		_, _, ok, err := c.(pointjoin.Labeller).Label(b.Context(), minPoints, func(first int, some []uint32) { copy(labels[first:], some) })
		if !ok || err != nil {
			b.Fatal(ok, err)
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
		all += time.Since(start)
	}
	run() // builds the programs
	index, all = 0, 0
	kernels := map[string]time.Duration{}
	if testing.Verbose() {
		d.Watch(func(kernel string, took time.Duration) { kernels[kernel] += took })
	}
	for b.Loop() {
		run()
	}
	n := float64(b.N)
	b.ReportMetric(index.Seconds()*1e3/n, "cluster-ms")
	b.ReportMetric(all.Seconds()*1e3/n, "all-ms")
	b.ReportMetric(0, "ns/op")
	for _, k := range slices.Sorted(maps.Keys(kernels)) {
		if k != "" {
			b.ReportMetric(kernels[k].Seconds()*1e3/n, k+"-ms")
		}
	}
}
