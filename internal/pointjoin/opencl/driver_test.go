package opencl_test

import (
	"testing"

	"flyby/internal/cl"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/pointjointest"
	kernelopencl "flyby/kernel/opencl"
)

// devices calls test with each device that computes in float64.
func devices(t *testing.T, test func(t *testing.T, lib *cl.Library, selector string)) {
	cltest.Devices(t)
	lib, err := cl.Open()
	if err != nil {
		t.Fatal(err)
	}
	listed, err := kernelopencl.Provider{}.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range listed {
		if d.Float64 {
			t.Run(d.Selector, func(t *testing.T) { test(t, lib, d.Selector) })
		}
	}
}

// some returns the numbers of dimensions that are tested, since a program is compiled for each number, for most methods and for some
// settings: the plane, space, the most that are indexed whole, and a high number. Others are for make long.
func some() []int { return []int{2, 3, 6, 70} }

// few returns the numbers of dimensions for which a further setting or manner is compiled: the plane has three times the scenes of
// space, and is for the manner of the device's own kind.
func few(m opencl.Manner) []int {
	if m == opencl.ByKind {
		return []int{2, 70}
	}
	return []int{3, 70}
}

// TestSuite checks every method, launched in every manner, against the oracle: in groups with all settings, otherwise with the defaults.
func TestSuite(t *testing.T) { suite(t, some(), few) }

func suite(t *testing.T, dimensions []int, further func(opencl.Manner) []int) {
	tries := pointjointest.Tries{"k": {"1"}, "lss-lists": {"1", "2", "log", "random"}}
	eachManner(t, func(t *testing.T, m opencl.Manner, open func(testing.TB) pointjoin.Driver) {
		if m == opencl.LikeGPU {
			pointjointest.RunDefaults(t, open, dimensions...)
			pointjointest.RunSettings(t, open, tries, further(m)...)
		} else {
			pointjointest.RunDefaults(t, open, further(m)...)
		}
	})
}

// TestClusters checks the clusters of points, found in every manner, against the definition.
func TestClusters(t *testing.T) { clusters(t, some(), few) }

func clusters(t *testing.T, dimensions []int, further func(opencl.Manner) []int) {
	eachManner(t, func(t *testing.T, m opencl.Manner, open func(testing.TB) pointjoin.Driver) {
		if m == opencl.LikeGPU {
			pointjointest.RunClusters(t, open, dimensions...)
		} else {
			pointjointest.RunClusters(t, open, further(m)...)
		}
	})
}

// eachManner calls test with each device, launched in each manner.
func eachManner(t *testing.T, test func(t *testing.T, m opencl.Manner, open func(testing.TB) pointjoin.Driver)) {
	devices(t, func(t *testing.T, lib *cl.Library, selector string) {
		for _, m := range opencl.Manners() {
			open := func(t testing.TB) pointjoin.Driver {
				d, err := opencl.Open(lib, selector, opencl.Options{Manner: m})
				if err != nil {
					t.Fatal(err)
				}
				return d
			}
			t.Run("manner"+string(m), func(t *testing.T) { test(t, m, open) })
		}
	})
}

// TestTablers: the methods that find neighbour tables are Tablers.
func TestTablers(t *testing.T) {
	devices(t, func(t *testing.T, lib *cl.Library, selector string) {
		d, err := opencl.Open(lib, selector, opencl.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		for _, method := range []string{"gpusj", "gpujoin"} {
			r, err := d.Load(t.Context(), pointjoin.Set{Points: pointjointest.Store(t, [][]float64{{1, 2}, {3, 4}}, 2), Method: method, Threshold: within(t, 1)})
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := r.(pointjoin.Tabler); !ok {
				t.Errorf("%s finds no tables", method)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
