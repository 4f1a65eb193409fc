package opencl_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"flyby/datasets"
	"flyby/internal/cl"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl"
	"flyby/internal/testing/cltest"
	"flyby/kernel"
	kernelopencl "flyby/kernel/opencl"
	"flyby/points"
)

// BenchmarkUniform joins the sets of GPU-SJ with themselves on the first device, a GPU if there is one: points are indexed, and
// pairs counted and handed over.
func BenchmarkUniform(b *testing.B) {
	for _, c := range []struct {
		dimensions int
		eps        float64
	}{{2, 0.2}, {2, 1}, {3, 3}, {4, 4}, {5, 8}, {6, 8}} {
		var s *points.Store
		for _, m := range []struct {
			name     string
			settings pointjoin.Settings
		}{{"grid", nil}, {"gpusj", nil}, {"gpusj", pointjoin.Settings{"unicomp": "off"}}, {"gpujoin", nil}} {
			b.Run(fmt.Sprintf("%s%v/%dD/eps%v", m.name, m.settings["unicomp"], c.dimensions, c.eps), func(b *testing.B) {
				if s == nil {
					s = uniform(b, c.dimensions)
				}
				join(b, s, pointjoin.Set{Points: s, Method: m.name, Settings: m.settings, Threshold: within(b, c.eps)})
			})
		}
	}
}

func within(b testing.TB, eps float64) pointjoin.Threshold {
	t, err := pointjoin.NewThreshold(eps)
	if err != nil {
		b.Fatal(err)
	}
	return t
}

// uniform returns as many points as the paper has, or a hundredth of them on a CPU.
func uniform(b *testing.B, dimensions int) *points.Store {
	scale := 1.0
	if d, _ := device(b); d.Kind == kernel.CPU {
		scale = 0.01
	}
	s, err := datasets.GeneratePoints("syn-uniform", 1, scale, datasets.PointOptions{Dimensions: dimensions})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// device returns the first GPU, or the first device.
func device(b *testing.B) (kernel.Device, *cl.Library) {
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
		if d.Kind == kernel.GPU {
			return d, lib
		}
	}
	return listed[0], lib
}

// join loads, counts and joins points with themselves.
func join(b *testing.B, s *points.Store, set pointjoin.Set) {
	about, lib := device(b)
	d, err := opencl.Open(lib, about.Selector, opencl.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	kernels := map[string]time.Duration{}
	if r, err := d.Load(b.Context(), set); err != nil { // builds the programs
		b.Fatal(err)
	} else if err := r.Close(); err != nil {
		b.Fatal(err)
	}
	if testing.Verbose() {
		d.Watch(func(kernel string, took time.Duration) { kernels[kernel] += took })
	}
	var load, count, pairs time.Duration
	found := uint64(0)
	counts := make([]uint32, s.Len())
	for b.Loop() {
		start := time.Now()
		r, err := d.Load(b.Context(), set)
		if err != nil {
			b.Fatal(err)
		}
		load += time.Since(start)
		w := pointjoin.Work{Threshold: set.Threshold, Last: s.Len()}
		start = time.Now()
		if _, err := r.Counts(b.Context(), w, counts); err != nil {
			b.Fatal(err)
		}
		count += time.Since(start)
		start = time.Now()
		stats, err := r.Pairs(b.Context(), w, &pointjoin.Found{Take: func(points.Pairs) error { return nil }})
		if err != nil {
			b.Fatal(err)
		}
		pairs += time.Since(start)
		found = stats.Pairs
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
	n := float64(b.N)
	b.ReportMetric(load.Seconds()*1e3/n, "load-ms")
	b.ReportMetric(count.Seconds()*1e3/n, "counts-ms")
	b.ReportMetric(pairs.Seconds()*1e3/n, "pairs-ms")
	b.ReportMetric(float64(found), "pairs")
	b.ReportMetric(0, "ns/op")
	for _, k := range slices.Sorted(maps.Keys(kernels)) {
		if k != "" {
			b.ReportMetric(kernels[k].Seconds()*1e3/n, k+"-ms")
		}
	}
}
