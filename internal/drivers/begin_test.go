package drivers_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"testing"

	"flyby/internal/devices"
	"flyby/internal/drivers"
	"flyby/internal/engine"
	"flyby/internal/placement"
	"flyby/kernel"
	"flyby/kernel/host"
)

// cards is a provider of one GPU, which fails to open with an error.
type cards struct {
	failed error
	opened chan struct{} // gets an element for each opening
}

func (*cards) Name() string { return "cards" }

func (*cards) List() ([]kernel.Device, error) {
	return []kernel.Device{{Selector: "cards:0", Name: "card", Kind: kernel.GPU}}, nil
}

func (c *cards) Open(kernel.Device, kernel.OpenOptions) (kernel.Driver, error) {
	c.opened <- struct{}{}
	return card{host.New(1)}, c.failed
}

// card is a driver whose device is a GPU.
type card struct{ *host.Driver }

func (card) Device() kernel.Device {
	return kernel.Device{Selector: "cards:0", Name: "card", Kind: kernel.GPU}
}

// TestBegin: where method and device are flyby's to choose, and memory is not short, searches begin on the cores, and the GPU is opened later; its start is kept, and counts from then on.
func TestBegin(t *testing.T) {
	for _, c := range []struct {
		method, device string
		left           uint64
		later          bool
		opened         int
	}{
		{engine.Auto, "", math.MaxUint64, true, 0}, {engine.Auto, "auto", math.MaxUint64, true, 0}, {engine.Auto, "", 1 << 29, false, 1},
		{engine.Auto, "cards", math.MaxUint64, false, 1}, {engine.Auto, "cpu", math.MaxUint64, false, 0}, {"spatiotemporal", "", math.MaxUint64, false, 1}, {"rtree", "", math.MaxUint64, false, 0},
	} {
		t.Setenv("FLYBY_DEVICE", "")
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		of := &cards{opened: make(chan struct{}, 9)}
		p := devices.Providers{host.Provider{}, of}
		all, further, err := drivers.Begin(c.method, c.device, p, kernel.OpenOptions{Threads: 1, Memory: 8}, c.left)
		if err != nil || (further != nil) != c.later || len(of.opened) != c.opened {
			t.Errorf("%+v: later %t, opened %d times: %v", c, further != nil, len(of.opened), err)
		}
		for _, d := range all {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		}
		if !c.later || further == nil {
			continue
		}
		if further.Start.Measured() || further.Beside != 12 {
			t.Errorf("%+v: %+v", c, further)
		}
		if d, ok := further.Open(); !ok || d.Device().Name != "card" || placement.KeptStart(p.Names()).Device.Name != "card" {
			t.Errorf("%+v: opened %v, the start kept is %+v", c, d, placement.KeptStart(p.Names()))
		}
		of.failed = errors.New("lost")
		if _, ok := further.Open(); ok {
			t.Errorf("%+v: a GPU that fails is taken", c)
		}
	}
}

// TestBeginBeside: of a GPU that is being opened beside other work no start is left once it is open.
func TestBeginBeside(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	of := &cards{opened: make(chan struct{}, 9)}
	o := kernel.OpenOptions{Threads: 1}
	p, opening := drivers.OpenBeside(engine.Auto, "auto", devices.Providers{host.Provider{}, of}, o, drivers.Programs{})
	defer opening.Close()
	if err := opening.Listed(context.Background()); err != nil {
		t.Fatal(err)
	}
	<-of.opened
	for p.Pending() {
		runtime.Gosched()
	}
	_, further, err := drivers.Begin(engine.Auto, "auto", p, o, math.MaxUint64)
	if err != nil || further.Start.Seconds != 0 {
		t.Fatalf("%+v, %v", further, err)
	}
	if d, ok := further.Open(); !ok || len(of.opened) != 0 || d.Close() != nil {
		t.Error("the GPU that was being opened is not taken")
	}
}
