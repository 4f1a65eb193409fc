package pointdrivers_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"flyby/internal/devices"
	"flyby/internal/pointdrivers"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/pointjoin/opencl"
	"flyby/kernel"
	kernelhost "flyby/kernel/host"
	kernelopencl "flyby/kernel/opencl"
)

// shelf is a provider that lists OpenCL devices which do not exist.
type shelf struct{ all []kernel.Device }

func (shelf) Name() string { return kernelopencl.Name }

func (s shelf) List() ([]kernel.Device, error) { return s.all, nil }

func (shelf) Open(kernel.Device, kernel.OpenOptions) (kernel.Driver, error) { panic("of no use here") }

func (shelf) OpenPoints(d kernel.Device, o kernel.OpenOptions) (pointjoin.Driver, error) {
	return opencl.Provider{}.OpenPoints(d, o)
}

// open opens drivers, closes them, and returns their selectors.
func open(t *testing.T, method, name string, p devices.Providers) ([]string, error) {
	t.Helper()
	all, err := pointdrivers.Open(method, name, p, kernel.OpenOptions{Threads: 1})
	var names []string
	for _, d := range all {
		names = append(names, d.Device().Selector)
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	return names, err
}

// TestOpen: the host is opened where it is asked for, where a method needs it, and where there is no
// better device.
func TestOpen(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	none := devices.Providers{host.Provider{}, shelf{}}
	bare := devices.Providers{kernelhost.Provider{}, shelf{}}
	absent := devices.Providers{host.Provider{}, shelf{[]kernel.Device{{Selector: "opencl:77", Name: "absent", Kind: kernel.GPU}}}}
	for _, c := range []struct {
		method, name string
		providers    devices.Providers
		want         string // the selectors, or a part of the error
	}{
		{"auto", "", none, "cpu"}, {"auto", "auto", none, "cpu"}, {"grid", "cpu", none, "cpu"}, {"kdtree", "auto", absent, "cpu"},
		{"auto", "", absent, "cpu"},             // a GPU that cannot be opened
		{"auto", "opencl:77", absent, "opencl"}, // asked for by name
		{"grid", "gpu", none, "no such device"}, {"bruteforce", "opencl:77", absent, "runs on the cpu only"}, {"kdtree", "cpu", none, "cpu"},
		{"grid", "cpu", bare, "its provider joins no points"}, {"kdtree", "", bare, "its provider joins no points"}, {"fast", "cpu", none, "must be grid, "},
	} {
		got, err := open(t, c.method, c.name, c.providers)
		text := strings.Join(got, " ")
		if err != nil {
			text = err.Error()
		}
		if (err == nil) != (c.want == "cpu") || !strings.Contains(text, c.want) {
			t.Errorf("%s on %q: %s, want %s", c.method, c.name, text, c.want)
		}
	}
	t.Setenv("FLYBY_DEVICE", "opencl:5")
	if _, err := open(t, "auto", "", none); !errors.Is(err, devices.ErrNone) {
		t.Errorf("FLYBY_DEVICE: %v", err)
	}
	if got, err := open(t, "kdtree", "", none); err != nil || !slices.Equal(got, []string{"cpu"}) {
		t.Errorf("a method that has no choice: %v, %v", got, err)
	}
}

// TestBegin: where flyby chooses method and device a search begins on the host, and no device is looked for; else it begins on the named
// ones.
func TestBegin(t *testing.T) {
	here := &countingShelf{shelf: shelf{[]kernel.Device{{Selector: "opencl:77", Name: "absent", Kind: kernel.GPU}}}}
	p := devices.Providers{host.Provider{}, here}
	for _, c := range []struct {
		method, name, env string
		looked, later     bool
		says              string // a part of the error; "": there is none
	}{
		{"", "", "", false, true, ""}, {"auto", "auto", "", false, true, ""}, {"auto", "auto", "opencl:77", false, true, ""},
		{"auto", "", "cpu", false, false, ""}, {"auto", "cpu", "", false, false, ""}, {"kdtree", "", "", false, false, ""},
		{"grid", "", "", true, false, ""}, // a GPU may have this method
		{"auto", "", "opencl:77", true, false, "opencl"}, {"auto", "opencl:77", "", true, false, "opencl"}, {"", "", "fast", false, false, "FLYBY_DEVICE"},
	} {
		t.Setenv("FLYBY_DEVICE", c.env)
		here.times = 0
		all, further, err := pointdrivers.Begin(c.method, c.name, p, kernel.OpenOptions{Threads: 1}, 4<<30)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) || here.times > 0 != c.looked || (further != nil) != c.later {
			t.Errorf("%+v: looked %d times, later %t: %v", c, here.times, further != nil, err)
			continue
		}
		if err == nil && (len(all) != 1 || all[0].Device().Selector != "cpu") {
			t.Errorf("%+v: begins with %v", c, all)
		}
		if c.later {
			if d, ok := further(); ok || here.times == 0 {
				t.Errorf("%+v: opens %v, which cannot be opened", c, d)
			}
		}
	}
	if all, further, err := pointdrivers.Begin("", "", devices.Providers{here}, kernel.OpenOptions{}, 4<<30); err == nil {
		t.Errorf("without the cores of the host: %v, later %t", all, further != nil)
	}
}

// TestBeginWithLittleMemory: with little memory left, devices are opened before a search.
func TestBeginWithLittleMemory(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	here := &countingShelf{}
	all, further, err := pointdrivers.Begin("", "", devices.Providers{host.Provider{}, here}, kernel.OpenOptions{}, 100<<20)
	if err != nil || len(all) != 1 || further != nil || here.times == 0 {
		t.Errorf("%d drivers, later %t, looked %d times: %v", len(all), further != nil, here.times, err)
	}
}

// countingShelf is a shelf that counts the calls of List.
type countingShelf struct {
	shelf
	times int
}

func (l *countingShelf) List() ([]kernel.Device, error) {
	l.times++
	return l.shelf.List()
}

// TestOpenCL: OpenCL devices are opened where they are asked for, all of them as one.
func TestOpenCL(t *testing.T) {
	p := devices.Providers{host.Provider{}, opencl.Provider{}}
	listed, err := kernelopencl.Provider{}.List()
	if err != nil || len(listed) == 0 {
		t.Skipf("no OpenCL device: %v", err)
	}
	if !listed[0].Float64 {
		t.Skip("the device does not compute in float64")
	}
	if got, err := open(t, "grid", "opencl:0", p); err != nil || !slices.Equal(got, []string{"opencl:0"}) {
		t.Errorf("%v: %v", got, err)
	}
	if got, err := open(t, "auto", "opencl:all", p); err != nil || len(got) != 1 {
		t.Errorf("%v: %v", got, err)
	}
}

// TestMethods: baselines run on the host alone.
func TestMethods(t *testing.T) {
	for _, m := range pointdrivers.Methods() {
		if on := pointdrivers.OnHost(m.Name); on && m.Name == "grid" || !on && (m.Name == "kdtree" || m.Name == "bruteforce") {
			t.Errorf("%s on the host alone: %t", m.Name, on)
		}
	}
	if !slices.ContainsFunc(pointdrivers.Methods(), func(m pointjoin.Method) bool { return m.Name == "grid" }) {
		t.Error("no grid")
	}
}
