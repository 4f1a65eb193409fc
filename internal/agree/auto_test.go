package agree_test

import (
	"errors"
	"testing"

	"flyby"
	"flyby/internal/fit"
	"flyby/internal/predict"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/kernel/host"
)

// keepModel writes the model of a device on which an interaction of a walk takes a time in seconds.
func keepModel(t *testing.T, d kernel.Device, walk float64) {
	t.Helper()
	flat, err := fit.NewSurface([]float64{1, 2}, []float64{1, 2}, []float64{1, 1, 1, 1}, fit.Linear)
	if err != nil {
		t.Fatal(err)
	}
	m := predict.Model{
		Device: predict.Identity{Name: d.Name, Platform: d.Platform, Driver: d.Driver, Units: d.Units},
		Kernel: predict.Kernel{
			Hit: flat, Miss: flat, Apart: flat, Empty: flat,
			Form: predict.Separate, Quantum: 1, Lanes: 1, HitLanes: 1,
		},
		Host: predict.Host{Curves: []predict.HostCurve{{Queries: 1}}},
		Walk: predict.Walk{Interaction: walk, Stride: 1},
	}
	path, err := predict.DefaultPath(d)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
}

// card is a driver whose device claims to be a GPU.
type card struct{ *fake }

func newCard() card { return card{newFake()} }

func (c card) Device() kernel.Device {
	d := c.fake.Device()
	d.Selector, d.Name, d.Kind = "card:0", "a GPU of TestAutoTakesTheFasterDevice", kernel.GPU
	return d
}

// cards provides a card.
type cards struct{ card }

func (cards) Name() string { return "card" }

func (c cards) List() ([]flyby.Device, error) { return []flyby.Device{c.Device()}, nil }

func (c cards) Open(flyby.Device, kernel.OpenOptions) (kernel.Driver, error) { return c.card, nil }

// cores provides the cores of the host as the host's provider does, and counts the drivers that it opens.
type cores struct {
	host.Provider
	opened int
	err    error
}

func (c *cores) Open(d flyby.Device, o kernel.OpenOptions) (kernel.Driver, error) {
	c.opened++
	if c.err != nil {
		return nil, c.err
	}
	return c.Provider.Open(d, o)
}

// TestAutoTakesTheFasterDevice: with a GPU that no option names, auto takes the cpu where it is faster by the
// models and the start of the GPU, if the providers have it.
func TestAutoTakesTheFasterDevice(t *testing.T) {
	inCache(t)
	t.Setenv("FLYBY_DEVICE", "")
	entries, queries := walks(t)
	cpu, gpu := host.New(0).Device(), newCard().Device()
	want := search(t, flyby.Options{Device: "cpu"}, entries, queries, 25).hits
	for name, c := range map[string]struct {
		onGPU, onCPU float64 // seconds an interaction of a walk
		device       string  // device option
		alone        bool    // no provider has the cores of the host
		want         flyby.Device
		opened       int // drivers of the cpu
	}{
		"slow GPU":                   {onGPU: 1, onCPU: 1e-6, want: cpu, opened: 1},
		"slow cpu":                   {onGPU: 1e-6, onCPU: 1, want: gpu, opened: 1},
		"as fast, but for its start": {onGPU: 1e-6, onCPU: 1e-6, want: cpu, opened: 1},
		"slow GPU that is asked for": {onGPU: 1, onCPU: 1e-6, device: "gpu", want: gpu},
		"slow GPU alone":             {onGPU: 1, onCPU: 1e-6, alone: true, want: gpu},
	} {
		t.Run(name, func(t *testing.T) {
			keepModel(t, gpu, c.onGPU)
			keepModel(t, cpu, c.onCPU)
			host := &cores{}
			providers := []kernel.Provider{cards{newCard()}, host}
			if c.alone {
				providers = providers[:1]
			}
			r := search(t, flyby.Options{Device: c.device, Providers: providers}, entries, queries, 25)
			if got := r.stats; got.Device != c.want.Name || got.Method != flyby.MethodSpatiotemporal || host.opened != c.opened {
				t.Errorf("auto took %s on %s (%s), the cpu opened %d times; want %s, and %d", got.Method, got.Device, got.Reason, host.opened, c.want.Name, c.opened)
			}
			sameHits(t, want, r.hits)
		})
	}
}

// TestAutoWithoutTheCPU: where a provider lists the cores of the host but cannot open them, its error is returned, and a GPU that
// little memory has opened first is closed.
func TestAutoWithoutTheCPU(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	entries, _ := walks(t)
	broken, gpu := errors.New("no cores"), newCard()
	for _, memory := range []uint64{0, 800 << 20} {
		_, err := flyby.Open(t.Context(), entries, flyby.Options{Memory: memory, Providers: []kernel.Provider{cards{gpu}, &cores{err: broken}}})
		if !errors.Is(err, broken) || gpu.fake.closed != (memory > 0) {
			t.Errorf("%d bytes: %v, GPU closed: %v", memory, err, gpu.fake.closed)
		}
	}
}

// TestHostAloneNeedsNoProvider: the methods of the host's cores run there with any providers.
func TestHostAloneNeedsNoProvider(t *testing.T) {
	tier.Full(t)
	entries, queries := walks(t)
	want := search(t, flyby.Options{Device: "cpu"}, entries, queries, 25).hits
	for _, m := range []flyby.Method{flyby.MethodRTree, flyby.MethodBruteForce} {
		r := search(t, flyby.Options{Method: m, Providers: []kernel.Provider{cards{newCard()}}}, entries, queries, 25)
		if cpu := host.New(1).Device(); r.stats.Device != cpu.Name {
			t.Errorf("%s on %s, want %s", m, r.stats.Device, cpu.Name)
		}
		sameHits(t, want, r.hits)
	}
}
