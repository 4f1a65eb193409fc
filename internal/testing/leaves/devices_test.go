package leaves_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flyby/internal/devices"
	"flyby/internal/selector"
	"flyby/kernel"
)

// shelf is a provider of fake devices of some kinds.
type shelf struct {
	name   string
	kinds  []kernel.Kind
	broken int   // number of the device that cannot be opened, counted from 1; 0: none
	failed error // error of List, beside the devices
	opened []*fake
}

func (s *shelf) Name() string { return s.name }

func (s *shelf) List() (all []kernel.Device, err error) {
	for n, k := range s.kinds {
		name := fmt.Sprintf("%s:%d", s.name, n)
		if s.name == selector.HostName {
			name = s.name
		}
		all = append(all, kernel.Device{Selector: name, Kind: k, Name: name})
	}
	return all, s.failed
}

func (s *shelf) Open(d kernel.Device, _ kernel.OpenOptions) (kernel.Driver, error) {
	if s.broken > 0 && strings.HasSuffix(d.Selector, fmt.Sprint(":", s.broken-1)) {
		return nil, errBroken
	}
	f := &fake{device: d}
	s.opened = append(s.opened, f)
	return f, nil
}

var errBroken = errors.New("shelf: broken")

// fake is a driver that does nothing but close.
type fake struct {
	device kernel.Device
	closes int
}

func (f *fake) Device() kernel.Device { return f.device }

func (f *fake) Load(context.Context, kernel.Database) (kernel.Resident, error) {
	return nil, kernel.ErrAbility
}

func (f *fake) Close() error {
	f.closes++
	return nil
}

// two returns the cores of the host, and some devices of another provider.
func two(kinds ...kernel.Kind) (devices.Providers, *shelf) {
	other := &shelf{name: "cards", kinds: kinds}
	return devices.Providers{&shelf{name: selector.HostName, kinds: []kernel.Kind{kernel.CPU}}, other}, other
}

// TestSelect: each selector gives the devices that it names, in the providers' order.
func TestSelect(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	mixed := []kernel.Kind{kernel.CPU, kernel.GPU, kernel.GPU, kernel.Accelerator}
	for _, c := range []struct {
		kinds []kernel.Kind
		text  string
		want  string // separated by spaces; "": ErrNone
	}{
		{mixed, "auto", "cards:1"}, {mixed, "", "cards:1"}, {mixed, "gpu", "cards:1"}, {mixed, "gpu:all", "cards:1 cards:2"},
		{mixed, "cpu", "cpu"}, {mixed, "cards", "cards:0"}, {mixed, "cards:all", "cards:1 cards:2"}, {mixed, "cards:3", "cards:3"},
		{mixed, "cards:4", ""}, {mixed, "tpu", ""}, {mixed, "cards:-1", ""},
		{nil, "auto", "cpu"}, {nil, "gpu", ""}, {nil, "cards:all", ""},
		{[]kernel.Kind{kernel.CPU, kernel.CPU}, "cards:all", "cards:0 cards:1"},
		{[]kernel.Kind{kernel.CPU, kernel.Accelerator}, "cards:all", "cards:1"},
	} {
		p, _ := two(c.kinds...)
		picked, err := p.Select(c.text)
		var names []string
		for _, d := range picked {
			names = append(names, d.Selector)
		}
		if got := strings.Join(names, " "); got != c.want || errors.Is(err, devices.ErrNone) != (c.want == "") {
			t.Errorf("%q of %v: %q, %v, want %q", c.text, c.kinds, got, err, c.want)
		}
	}
}

// TestEnvironment: FLYBY_DEVICE is used where no selector is given, and named in the
// error where its value is no selector.
func TestEnvironment(t *testing.T) {
	p, _ := two(kernel.GPU)
	t.Setenv("FLYBY_DEVICE", "cpu")
	if d, reason, err := devices.Open(p, devices.Trajectories(), "", kernel.OpenOptions{}); err != nil || d.Device().Kind != kernel.CPU || !strings.Contains(reason, "FLYBY_DEVICE") {
		t.Errorf("%+v, %q, %v", d, reason, err)
	}
	t.Setenv("FLYBY_DEVICE", "fast")
	if _, err := p.Select(""); !errors.Is(err, devices.ErrNone) || !strings.Contains(err.Error(), `: FLYBY_DEVICE "fast": must be auto, `) {
		t.Errorf("%v, want what FLYBY_DEVICE says", err)
	}
}

// TestOpen: several devices are opened as one driver, with the reason of the choice.
func TestOpen(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	p, cards := two(kernel.GPU, kernel.GPU)
	for text, want := range map[string]struct {
		opened int
		reason string
	}{"gpu:all": {2, "asked for"}, "auto": {1, devices.FirstGPU}, "cards:1": {1, "asked for"}} {
		cards.opened = nil
		d, reason, err := devices.Open(p, devices.Trajectories(), text, kernel.OpenOptions{})
		if err != nil || len(cards.opened) != want.opened || reason != want.reason {
			t.Fatalf("%s: %d opened, %q, %v, want %+v", text, len(cards.opened), reason, err, want)
		}
		if err := d.Close(); err != nil || slices.ContainsFunc(cards.opened, func(f *fake) bool { return f.closes != 1 }) {
			t.Errorf("%s: %v, or a device is not closed once", text, err)
		}
	}
	none, _ := two()
	if d, reason, err := devices.Open(none, devices.Trajectories(), "auto", kernel.OpenOptions{}); err != nil || d.Device().Kind != kernel.CPU || reason != "no GPU here" {
		t.Errorf("without a GPU: %+v, %q, %v", d, reason, err)
	}
}

// TestAuto: flyby chooses where neither a selector nor the environment names a device.
func TestAuto(t *testing.T) {
	p, cards := two(kernel.GPU)
	for _, c := range []struct {
		text, env  string
		auto, good bool
	}{{"", "", true, true}, {"auto", "", true, true}, {"auto", "cpu", true, true}, {"", "auto", true, true}, {"", "cpu", false, true}, {"cards:0", "", false, true}, {"", "fast", false, false}, {"fast", "", false, false}} {
		t.Setenv("FLYBY_DEVICE", c.env)
		if auto, err := p.Auto(c.text); auto != c.auto || (err == nil) != c.good {
			t.Errorf("%+v: %t, %v", c, auto, err)
		}
	}
	if len(cards.opened) > 0 {
		t.Error("a device was opened")
	}
}

// TestGPU: the first GPU is opened, and without one there is an error.
func TestGPU(t *testing.T) {
	p, _ := two(kernel.CPU, kernel.GPU, kernel.GPU)
	if d, err := devices.GPU(p, devices.Trajectories(), kernel.OpenOptions{}); err != nil || d.Device().Selector != "cards:1" {
		t.Errorf("%v, %v", d, err)
	}
	none, _ := two(kernel.CPU)
	if _, err := devices.GPU(none, devices.Trajectories(), kernel.OpenOptions{}); !errors.Is(err, devices.ErrNone) {
		t.Error(err)
	}
}

// TestHost: the cores of the host are opened, and nothing where no provider has them.
func TestHost(t *testing.T) {
	p, cards := two(kernel.GPU)
	d, ok, err := devices.Host(p, devices.Trajectories(), kernel.OpenOptions{Threads: 1})
	if err != nil || !ok || d.Device().Kind != kernel.CPU || len(cards.opened) != 0 {
		t.Errorf("%v, %v, %d cards opened", d, err, len(cards.opened))
	}
	if d, ok, err := devices.Host(devices.Providers{cards}, devices.Trajectories(), kernel.OpenOptions{}); ok || err != nil {
		t.Errorf("cards alone: %v, %v", d, err)
	}
}

// TestOpenFails: where a device cannot be opened, the devices opened before are closed,
// and the host takes its place only where flyby had chosen.
func TestOpenFails(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	p, cards := two(kernel.GPU, kernel.GPU)
	cards.broken = 2
	if _, _, err := devices.Open(p, devices.Trajectories(), "gpu:all", kernel.OpenOptions{}); !errors.Is(err, errBroken) || len(cards.opened) != 1 || cards.opened[0].closes != 1 {
		t.Errorf("%v, %d opened", err, len(cards.opened))
	}
	cards.broken = 1
	if d, _, err := devices.Open(p, devices.Trajectories(), "auto", kernel.OpenOptions{}); err != nil || d.Device().Kind != kernel.CPU {
		t.Errorf("auto beside a broken GPU: %v", err)
	}
	if _, _, err := devices.Open(p, devices.Trajectories(), "gpu", kernel.OpenOptions{}); !errors.Is(err, errBroken) {
		t.Errorf("a broken GPU that is asked for: %v", err)
	}
}

// TestUse: providers that do not serve a use are passed over, with an error only where a selector leaves no other
// devices.
func TestUse(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	p, cards := two(kernel.GPU)
	bare := &shelf{name: "bare", kinds: []kernel.Kind{kernel.GPU, kernel.GPU}}
	use := devices.Trajectories()
	use.Serves, use.Lacks = func(one kernel.Provider) bool { return one != bare }, "does nothing"
	for _, c := range []struct {
		providers devices.Providers
		text      string
		want      string // the device; "": is is the error
		is        error
		says      string
	}{
		{append(devices.Providers{bare}, p...), "gpu:all", "cards:0", nil, ""},
		{append(devices.Providers{bare}, p...), "auto", "cards:0", nil, ""},
		{devices.Providers{bare, p[0]}, "auto", "cpu", nil, ""},
		{devices.Providers{bare, p[0]}, "gpu", "", kernel.ErrAbility, `device "bare:0": its provider does nothing`},
		{devices.Providers{bare, cards}, "bare:1", "", kernel.ErrAbility, `device "bare:1": its provider does nothing`},
		{devices.Providers{bare, cards}, "bare:2", "", devices.ErrNone, "bare lists 2 devices"},
		{devices.Providers{bare}, "auto", "", devices.ErrNone, `"cpu": no provider has it`},
	} {
		d, _, err := devices.Open(c.providers, use, c.text, kernel.OpenOptions{})
		if err != nil {
			if c.is == nil || !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s of %v: %v, want %q", c.text, c.providers.Names(), err, c.says)
			}
			continue
		}
		if got := d.Device().Selector; got != c.want {
			t.Errorf("%s of %v: %s, want %q", c.text, c.providers.Names(), got, c.want)
		}
	}
	if _, ok, err := devices.Host(devices.Providers{cards}, use, kernel.OpenOptions{}); ok || err != nil {
		t.Errorf("the cores of the host, which nobody has: %v", err)
	}
	if len(bare.opened) > 0 {
		t.Errorf("%d devices opened of a provider that does not serve", len(bare.opened))
	}
}

// TestHostAlone: a selector that names devices other than the host is refused, whatever the environment
// says.
func TestHostAlone(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "gpu")
	for text, refused := range map[string]bool{"": false, "auto": false, "cpu": false, "gpu": true, "cards:0": true} {
		if err := devices.HostAlone("rtree", text); (err != nil) != refused || refused && !strings.Contains(err.Error(), "method rtree on device") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestList: devices that can be used are returned beside an error about others.
func TestList(t *testing.T) {
	p, cards := two(kernel.GPU)
	cards.failed = errBroken
	if all, err := p.List(); len(all) != 2 || !errors.Is(err, errBroken) {
		t.Errorf("%d devices, %v", len(all), err)
	}
}
