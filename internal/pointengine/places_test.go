package pointengine_test

import (
	"log/slog"
	"strings"
	"testing"

	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/kernel"
	"flyby/points"
)

// elsewhere is the host in the guise of another device, with one method that is predicted to take a number of seconds and finds
// no nearest points.
type elsewhere struct {
	*host.Driver
	seconds float64
}

func (elsewhere) Device() kernel.Device {
	return kernel.Device{Selector: "opencl:0", Name: "elsewhere"}
}

func (e elsewhere) Methods() []pointjoin.Method {
	return []pointjoin.Method{{Name: "grid", Predict: func(*points.Store, pointjoin.Threshold) float64 { return e.seconds }}}
}

// TestPlaces: joins run where they are predicted to be fastest, nearest points where a method finds them.
func TestPlaces(t *testing.T) {
	s := cloud(t, 300, 2)
	for _, c := range []struct {
		method  string
		seconds float64
		nearest int
		want    string // the device, or a part of the error
	}{
		{pointengine.Auto, 1e-9, 0, "elsewhere"}, {pointengine.Auto, 1e9, 0, host.New(1).Device().Name}, {"grid", 1e9, 0, "elsewhere"},
		{"kdtree", 1e-9, 0, host.New(1).Device().Name}, {pointengine.Auto, 1e-9, 3, host.New(1).Device().Name},
		{"grid", 1, 3, "method grid finds no nearest points on "},
	} {
		e := pointengine.New(s, pointengine.Config{Method: c.method, Threads: 1, Logger: slog.New(slog.DiscardHandler)}, elsewhere{host.New(1), c.seconds}, host.New(1))
		err := e.Prepare(t.Context(), 0, threshold(t, 0.1), c.nearest)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want), err == nil && e.Device().Name != c.want:
			t.Errorf("%+v: on %s: %v", c, e.Device().Name, err)
		case err == nil && c.nearest == 0:
			if pairs, _ := all(t, e, nil); len(pairs) == 0 {
				t.Errorf("%+v: no pairs", c)
			}
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	e := pointengine.New(s, pointengine.Config{Method: pointengine.Auto, Logger: slog.New(slog.DiscardHandler)}, elsewhere{host.New(1), 1})
	if err := e.Prepare(t.Context(), 0, threshold(t, 0.1), 3); err == nil || err.Error() != "pointengine: no method finds nearest points on elsewhere" {
		t.Error(err)
	}
}
