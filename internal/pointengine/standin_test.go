package pointengine_test

import (
	"slices"
	"strings"
	"testing"

	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
)

// papers is elsewhere with one method more, which finds nearest points and is a paper's.
type papers struct{ elsewhere }

func (p papers) Methods() []pointjoin.Method {
	return append(p.elsewhere.Methods(), pointjoin.Method{Name: "lss", Nearest: true, Paper: "LSS"})
}

// TestStandIn: where a device finds nearest points by a paper's method alone, or not by the named one, the cores of the host find them, and nothing else; what is named and there
// runs on the device.
func TestStandIn(t *testing.T) {
	s := cloud(t, 300, 2)
	near := host.New(1)
	cpu := near.Device().Name
	for _, c := range []struct {
		method  string
		nearest int
		cores   bool
		want    string // the method, and the device; or a part of the error
	}{
		{pointengine.Auto, 3, true, "kdtree on " + cpu + " instead of opencl:0"}, {pointengine.Auto, 0, true, "grid on elsewhere"}, {"lss", 3, true, "lss on elsewhere"},
		{pointengine.Auto, 3, false, "no method finds nearest points on elsewhere"}, {"grid", 3, true, "method grid finds no nearest points"}, {"grid", 3, false, "method grid finds no nearest points"},
	} {
		opened := 0
		config := pointengine.Config{Method: c.method, Threads: 1}
		if c.cores {
			config.Cores = func() (pointjoin.Driver, bool) {
				opened++
				return host.New(1), true
			}
		}
		e := engine(t, s, config, papers{elsewhere{host.New(1), 1e9}})
		for range 2 {
			got := ""
			if err := e.Prepare(t.Context(), 0, threshold(t, 0.1), c.nearest); err != nil {
				got = err.Error()
			} else if got = e.Method() + " on " + e.Device().Name; e.Instead() != "" {
				got += " instead of " + e.Instead()
			}
			if !strings.Contains(got, c.want) || opened > 1 {
				t.Errorf("%+v: %s, cores opened %d times", c, got, opened)
			}
		}
		if err := e.Prepare(t.Context(), 0, threshold(t, 0.1), 0); c.method == pointengine.Auto && (err != nil || e.Device().Name != "elsewhere" || e.Instead() != "") {
			t.Errorf("%+v: a join after that on %s: %v", c, e.Device().Name, err)
		}
	}
}

// TestPapersPredictNothing: methods of papers are marked, and no other method is; marked ones predict nothing.
func TestPapersPredictNothing(t *testing.T) {
	for _, m := range host.Methods() {
		if is := slices.Contains([]string{"gpusj", "gpujoin", "lss"}, m.Name); (m.Paper != "") != is || (m.Predict == nil) != is {
			t.Errorf("%s: a paper's: %q, predicts: %t", m.Name, m.Paper, m.Predict != nil)
		}
	}
}
