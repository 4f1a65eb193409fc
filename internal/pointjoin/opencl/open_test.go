package opencl_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl"
	"flyby/kernel"
	"flyby/points"
)

// line returns points at distances of one.
func line(t *testing.T, n int) *points.Store {
	t.Helper()
	column := make([]float64, n)
	for i := range column {
		column[i] = float64(i)
	}
	s, err := points.New([][]float64{column, make([]float64, n)}, points.RowIDs(n))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOpenRefuses: a selector of no device is an error that says so.
func TestOpenRefuses(t *testing.T) {
	devices(t, func(t *testing.T, lib *cl.Library, _ string) {
		for name, want := range map[string]string{
			"cpu": "must be opencl:N", "opencl:99": "devices are listed", "opencl": "must be opencl:N", "": "must be opencl:N",
		} {
			if _, err := opencl.Open(lib, name, opencl.Options{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %s", name, err, want)
			}
		}
	})
}

// TestLoadRefuses: unknown methods, and points without room on the device, are errors.
func TestLoadRefuses(t *testing.T) {
	devices(t, func(t *testing.T, lib *cl.Library, selector string) {
		d, err := opencl.Open(lib, selector, opencl.Options{MaxAlloc: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		within, err := pointjoin.NewThreshold(1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Load(t.Context(), pointjoin.Set{Points: line(t, 2), Method: "kdtree", Threshold: within}); err == nil || !strings.HasPrefix(err.Error(), `opencl: method "kdtree": must be one of `) {
			t.Error(err)
		}
		for _, m := range d.Methods() {
			if _, err := d.Load(t.Context(), pointjoin.Set{Points: line(t, 1<<17), Method: m.Name, Threshold: within}); !errors.Is(err, kernel.ErrMemory) {
				t.Errorf("%s in 1 MiB: %v", m.Name, err)
			}
			r, err := d.Load(t.Context(), pointjoin.Set{Points: line(t, 1<<10), Method: m.Name, Threshold: within})
			if err != nil {
				t.Fatal(err)
			}
			var out pointjoin.Found
			if _, err := r.Pairs(context.Background(), pointjoin.Work{Threshold: within, Last: 1 << 10}, &out); err != nil || out.Len() != 1<<10-1 {
				t.Errorf("%s: %d pairs: %v", m.Name, out.Len(), err)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
		if err := errors.Join(d.Close(), d.Close()); err != nil {
			t.Error(err)
		}
	})
}

// TestPredict: methods that auto may choose predict more time for more points, and always a valid
// time.
func TestPredict(t *testing.T) {
	within, err := pointjoin.NewThreshold(1)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, m := range opencl.Methods() {
		if m.Predict == nil {
			continue
		}
		told++
		none, few, many := m.Predict(line(t, 0), within), m.Predict(line(t, 100), within), m.Predict(line(t, 1<<18), within)
		if !(0 <= none && none <= few && few < many && many < 10) {
			t.Errorf("%s: %v, %v and %v s", m.Name, none, few, many)
		}
	}
	if told != 2 {
		t.Errorf("%d methods foretell, want grid and tiles", told)
	}
}
