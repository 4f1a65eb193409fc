package devices_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"flyby/internal/devices"
	"flyby/internal/selector"
	"flyby/internal/trial"
	"flyby/kernel"
)

// gated is a provider of GPUs, each of which opens once the gate is open.
type gated struct {
	gpus   int
	gate   chan struct{}
	failed error

	lock   sync.Mutex
	memory []uint64 // of each device that was opened
	closed int
}

func (g *gated) Name() string { return "gated" }

func (g *gated) List() (all []kernel.Device, err error) {
	for n := range g.gpus {
		all = append(all, kernel.Device{Selector: selector.Selector{Provider: "gated", Which: n}.String(), Kind: kernel.GPU})
	}
	return all, nil
}

func (g *gated) Open(d kernel.Device, o kernel.OpenOptions) (kernel.Driver, error) {
	<-g.gate
	g.lock.Lock()
	defer g.lock.Unlock()
	g.memory = append(g.memory, o.Memory)
	if g.failed != nil {
		return nil, g.failed
	}
	return &gatedDriver{d, g}, nil
}

// counts returns how many devices were opened, and how many of them were closed.
func (g *gated) counts() [2]int {
	g.lock.Lock()
	defer g.lock.Unlock()
	return [2]int{len(g.memory), g.closed}
}

type gatedDriver struct {
	device kernel.Device
	of     *gated
}

func (d *gatedDriver) Device() kernel.Device { return d.device }

func (d *gatedDriver) Load(context.Context, kernel.Database) (kernel.Resident, error) {
	return nil, kernel.ErrAbility
}

func (d *gatedDriver) Close() error {
	d.of.lock.Lock()
	defer d.of.lock.Unlock()
	d.of.closed++
	return nil
}

// begin begins to open the devices of a selector, with 100 bytes, and returns the providers that hand them out.
func begin(g *gated, text string) (devices.Providers, *devices.Opening[kernel.Driver]) {
	p := devices.Providers{trial.Provider{}, g}
	b := devices.Begin(p, devices.Trajectories(), text, options(), func(kernel.Driver) {})
	return devices.Through(p, b), b
}

func options() kernel.OpenOptions { return kernel.OpenOptions{Memory: 100} }

// TestOpening: a device is opened while others work, and handed out once, to whoever opens it as it was to be opened; further openings open it again.
func TestOpening(t *testing.T) {
	for text, each := range map[string]int{"gpu": 1, "gated:1": 1, "gpu:all": 2, "auto": 1} {
		synctest.Test(t, func(t *testing.T) {
			g := &gated{gpus: 2, gate: make(chan struct{})}
			p, b := begin(g, text)
			if synctest.Wait(); !p.Pending() || b.Listed(t.Context()) != nil {
				t.Errorf("%s: nothing is pending, or an error: %v", text, b.Listed(t.Context()))
			}
			close(g.gate)
			if synctest.Wait(); p.Pending() || g.counts() != [2]int{each, 0} {
				t.Fatalf("%s: %v devices opened and closed, want %d and 0", text, g.counts(), each)
			}
			for turn, want := range [][2]int{{each, each}, {2 * each, 2 * each}} {
				d, _, err := devices.Open(p, devices.Trajectories(), text, options())
				if err != nil {
					t.Fatal(err)
				}
				if d.Close(); g.counts() != want {
					t.Errorf("%s, turn %d: %v devices opened and closed, want %v", text, turn, g.counts(), want)
				}
			}
			for _, bytes := range g.memory {
				if bytes != 100/uint64(each) {
					t.Errorf("%s: opened with %v bytes", text, g.memory)
				}
			}
			if b.Close(); g.counts() != [2]int{2 * each, 2 * each} {
				t.Errorf("%s: after the end %v devices opened and closed", text, g.counts())
			}
		})
	}
}

// TestOpeningGivenUp: a device that nobody took is closed, as soon as it is open, and devices that are not being opened yet are not opened. With other memory a device is opened anew.
func TestOpeningGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gated{gpus: 2, gate: make(chan struct{})}
		_, b := begin(g, "gpu:all")
		synctest.Wait()
		b.Close()
		close(g.gate)
		if synctest.Wait(); g.counts() != [2]int{1, 1} {
			t.Errorf("%v devices opened and closed, want one", g.counts())
		}
		p, b := begin(g, "gpu")
		d, _, err := devices.Open(p, devices.Trajectories(), "gpu", kernel.OpenOptions{Memory: 7})
		if err != nil || g.memory[len(g.memory)-1] != 7 {
			t.Fatalf("opened with %v bytes (%v), want 7", g.memory, err)
		}
		d.Close()
		b.Close()
		if synctest.Wait(); g.counts() != [2]int{3, 3} {
			t.Errorf("%v devices opened and closed", g.counts())
		}
	})
}

// TestOpeningFails: errors are the errors of opening without an opening.
func TestOpeningFails(t *testing.T) {
	g := &gated{gpus: 1, gate: make(chan struct{}), failed: errors.New("broken")}
	close(g.gate)
	p, b := begin(g, "gpu")
	if _, _, err := devices.Open(p, devices.Trajectories(), "gpu", options()); !errors.Is(err, g.failed) || len(g.memory) != 1 {
		t.Errorf("%v after %d attempts, want %v after one", err, len(g.memory), g.failed)
	}
	b.Close()
	_, b = begin(g, "gated:7")
	_, want := devices.Providers{g}.Select("gated:7")
	if err := b.Listed(t.Context()); !errors.Is(err, devices.ErrNone) || err.Error() != want.Error() {
		t.Errorf("%v, want %v", err, want)
	}
	_, b = begin(&gated{}, "auto")
	if err := b.Listed(t.Context()); err != nil {
		t.Errorf("auto without a GPU: %v", err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if err := (&devices.Opening[kernel.Driver]{}).Listed(ended); err != nil {
		t.Error(err)
	}
	b = nil
	if b.Close(); b.Listed(t.Context()) != nil {
		t.Error("no opening has an error")
	}
}

// TestOpensBeside: devices that are needed whatever the data are, but for the cores.
func TestOpensBeside(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	p := devices.Providers{&gated{}}
	for text, want := range map[string]bool{"gpu": true, "gpu:all": true, "gated:1": true, "": false, "auto": false, selector.HostName: false, "tpu": false} {
		if p.OpensBeside(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
	t.Setenv("FLYBY_DEVICE", "gpu")
	if !p.OpensBeside("") {
		t.Error("the variable's device is not opened")
	}
}
