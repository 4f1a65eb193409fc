package opencl_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"flyby/internal/pointjoin/opencl"
	"flyby/points"
)

// BenchmarkClusters finds the clusters of even points in two dimensions on the first device, a GPU if there is one: points are indexed,
// then core points, links and borders are found. With -test.v each kernel is timed too.
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
	core, lead := make([]bool, s.Len()), make([]uint32, s.Len())
	took := make([]time.Duration, 4)
	run := func() {
		start := time.Now()
		done := func(phase int, err error) {
			if err != nil {
				b.Fatal(err)
			}
			took[phase] += time.Since(start)
			start = time.Now()
		}
		c, err := d.Cluster(b.Context(), s, within(b, eps))
		done(0, err)
		for phase, method := range []func() (points.Stats, error){
			func() (points.Stats, error) { return c.Cores(b.Context(), minPoints, core) },
			func() (points.Stats, error) { return c.Unite(b.Context(), core, lead) },
			func() (points.Stats, error) { return c.Borders(b.Context(), core, lead) },
		} {
			_, err := method()
			done(phase+1, err)
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
	run() // builds the programs
	clear(took)
	kernels := map[string]time.Duration{}
	if testing.Verbose() {
		d.Watch(func(kernel string, took time.Duration) { kernels[kernel] += took })
	}
	for b.Loop() {
		run()
	}
	n, all := float64(b.N), time.Duration(0)
	for phase, name := range []string{"cluster", "cores", "unite", "borders"} {
		b.ReportMetric(took[phase].Seconds()*1e3/n, name+"-ms")
		all += took[phase]
	}
	b.ReportMetric(all.Seconds()*1e3/n, "all-ms")
	b.ReportMetric(0, "ns/op")
	for _, k := range slices.Sorted(maps.Keys(kernels)) {
		if k != "" {
			b.ReportMetric(kernels[k].Seconds()*1e3/n, k+"-ms")
		}
	}
}
