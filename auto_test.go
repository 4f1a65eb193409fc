package flyby_test

import (
	"math"
	"testing"

	"flyby"
	"flyby/internal/fit"
	"flyby/kernel"
	"flyby/perfmodel"
)

// named is a fake with a name of its own, so that a performance model can be kept for it.
type named struct{ *fake }

func (n named) Device() kernel.Device {
	d := n.fake.Device()
	d.Name = "a device of TestAutoTakesTheFaster"
	return d
}

// TestAutoTakesTheFaster: of a walk and the temporal method, auto takes the one that the
// device's model says is faster, and the walk where that is too short to compare it.
func TestAutoTakesTheFaster(t *testing.T) {
	inCache(t)
	entries, queries := walks(t)
	want := search(t, flyby.Options{Device: "cpu"}, entries, queries, 25).hits
	for name, c := range map[string]struct {
		walk, temporal float64 // seconds an interaction
		method         flyby.Method
	}{
		"slow walk":    {1, 1e-12, flyby.MethodTemporal},
		"slow batches": {1, 1, flyby.MethodSpatiotemporal},
		"short walk":   {1e-12, 1e-15, flyby.MethodSpatiotemporal},
	} {
		t.Run(name, func(t *testing.T) {
			keepModel(t, named{newFake()}.Device(), c.walk, c.temporal)
			r := search(t, flyby.Options{}.WithDriver(named{newFake()}), entries, queries, 25)
			if got := r.stats.Method; got != c.method {
				t.Errorf("auto took %s, want %s", got, c.method)
			}
			sameHits(t, want, r.hits)
		})
	}
}

// keepModel writes the model of a device on which an interaction takes a time in seconds,
// in a walk and in batches, and nothing else takes any.
func keepModel(t *testing.T, d kernel.Device, walk, temporal float64) {
	t.Helper()
	plane := func(seconds float64) *fit.Surface {
		const most = 1 << 20
		least := math.SmallestNonzeroFloat32
		s, err := fit.NewSurface([]float64{1, most}, []float64{1, most},
			[]float64{seconds + least, seconds*most + least, seconds*most + least, seconds*most*most + least}, fit.Linear)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	m := perfmodel.Model{
		Device: perfmodel.Identity{Name: d.Name, Platform: d.Platform, Driver: d.Driver, Units: d.Units},
		Kernel: perfmodel.Kernel{
			Hit: plane(temporal), Miss: plane(temporal), Apart: plane(temporal), Empty: plane(0),
			Form: perfmodel.Separate, Quantum: 1, Lanes: 1, HitLanes: 1,
		},
		Host: perfmodel.Host{Curves: []perfmodel.HostCurve{{Queries: 1}}},
		Walk: perfmodel.Walk{Interaction: walk, Stride: 1},
	}
	path, err := perfmodel.DefaultPath(d)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
}
