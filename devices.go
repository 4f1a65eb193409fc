package flyby

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"flyby/internal/engine"
	"flyby/internal/selector"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/host"
	"flyby/kernel/opencl"
	"flyby/kernel/several"
)

// ErrNoDevice says that a device asked for by name is not here.
var ErrNoDevice = errors.New("flyby: no such device")

// Device describes what a search can run on.
type Device = kernel.Device

// Provider lists devices and opens drivers for them.
type Provider = kernel.Provider

// Selector says which devices are wanted: a text of Selectors, parsed.
type Selector = selector.Selector

// Providers returns the providers that are asked where Options names none: that of the
// host's cores, and that of the system's OpenCL library.
func Providers() []Provider { return []Provider{host.Provider{}, opencl.Provider{}} }

// Devices lists what can run here: the cpu first, then every device of the
// system's OpenCL library. A missing library is no error: it has no devices.
func Devices() ([]Device, error) { return list(Providers()) }

// list lists the devices of providers.
func list(providers []Provider) (all []Device, err error) {
	for _, p := range providers {
		found, failed := p.List()
		all, err = append(all, found...), errors.Join(err, failed)
	}
	return all, err
}

// OpenCL says why the system's OpenCL library cannot be opened: there is none, or
// none that flyby can open on this system. It is nil where there is one, with or
// without devices.
func OpenCL() error {
	_, err := cl.Open()
	return err
}

// Selectors returns the forms of what Options.Device may be.
func Selectors() []selector.Form { return selector.Forms(namesOf(Providers())...) }

// ParseSelector reads what Options.Device may be, "" left out.
func ParseSelector(text string) (Selector, error) {
	return selector.Parse(text, namesOf(Providers())...)
}

func namesOf(providers []Provider) (names []string) {
	for _, p := range providers {
		names = append(names, p.Name())
	}
	return names
}

// Select returns the devices that a search runs on where Options.Device is
// selector, several for "gpu:all" and "opencl:all". It fails with ErrNoDevice
// where none is here.
func Select(selector string) ([]Device, error) {
	s, _, err := settleSelector(selector, Providers())
	if err != nil {
		return nil, err
	}
	if !s.Auto() {
		return pick(s, Providers())
	}
	if gpu, err := pick(oneGPU(), Providers()); err == nil {
		return gpu, nil
	}
	return pick(oneHost(), Providers())
}

// oneGPU is the device that is tried where the choice is flyby's, oneHost the one that
// is taken where there is none.
func oneGPU() Selector { return Selector{Kind: kernel.GPU, Which: selector.First} }

func oneHost() Selector { return Selector{Provider: selector.HostName, Which: selector.First} }

// settleSelector fills in what "" means, and says why that device.
func settleSelector(text string, providers []Provider) (s Selector, reason string, err error) {
	reason = "asked for"
	if text == "" {
		text, reason = os.Getenv("FLYBY_DEVICE"), "asked for by FLYBY_DEVICE"
	}
	if text == "" {
		text, reason = "auto", ""
	}
	s, err = selector.Parse(text, namesOf(providers)...)
	if err != nil {
		err = fmt.Errorf("%w: %q: %w", ErrNoDevice, text, err)
	}
	return s, reason, err
}

// pick returns the devices that a selector stands for. Those of providers that it leaves
// out are not listed: to look for some takes long.
func pick(s Selector, providers []Provider) ([]Device, error) {
	some := asked(s, providers)
	found, err := list(some)
	if err != nil {
		return nil, err
	}
	if picked := s.Pick(found); len(picked) > 0 {
		return picked, nil
	}
	plural := "s"
	if len(found) == 1 {
		plural = ""
	}
	names := strings.Replace(strings.Join(namesOf(some), " and "), opencl.Name, "OpenCL", 1)
	return nil, fmt.Errorf("%w: %q: %s lists %d device%s (see flyby devices)", ErrNoDevice, s, names, len(found), plural)
}

// asked returns the providers that a selector does not leave out. A GPU is none of the host's
// cores.
func asked(s Selector, providers []Provider) (some []Provider) {
	for _, p := range providers {
		if p.Name() == s.Provider || s.Provider == "" && p.Name() != selector.HostName {
			some = append(some, p)
		}
	}
	return some
}

// openDevices opens the devices of a method: the one asked for, and for MethodAuto the
// cpu beside a GPU that was not.
func openDevices(o Options) ([]engine.Device, error) {
	if engine.OnHost(string(o.Method)) {
		if o.Device != "" && o.Device != "auto" && o.Device != "cpu" {
			return nil, fmt.Errorf("flyby: method %s on device %q: runs on the cpu only", o.Method, o.Device)
		}
		return []engine.Device{{Driver: host.New(o.Threads), Reason: "the method's only one"}}, nil
	}
	d, reason, err := openDriver(o.Device, o)
	if err != nil {
		return nil, err
	}
	all := []engine.Device{{Driver: d, Reason: reason}}
	if o.Method == MethodAuto && reason == firstGPU {
		all = append(all, engine.Device{Driver: host.New(o.Threads), Reason: "predicted to be faster than the GPU"})
	}
	return all, nil
}

// openDriver opens the device that a selector names, and says why that one.
func openDriver(selector string, o Options) (d kernel.Driver, reason string, err error) {
	s, reason, err := settleSelector(selector, o.providers())
	if err != nil {
		return nil, "", err
	}
	if !s.Auto() {
		d, err = openPicked(s, o)
		return d, reason, err
	}
	if d, err = openPicked(oneGPU(), o); err == nil {
		return d, firstGPU, nil
	}
	d, err = openPicked(oneHost(), o)
	return d, "no GPU here", err
}

// firstGPU is the reason why a GPU is taken that was not asked for.
const firstGPU = "the first GPU"

// open opens a device that a provider listed.
func open(d Device, o Options) (kernel.Driver, error) {
	for _, p := range o.providers() {
		if s, err := selector.Parse(d.Selector, p.Name()); err == nil && s.Provider == p.Name() {
			return p.Open(d, kernel.OpenOptions{Threads: o.Threads, Timed: o.Timed, Logger: o.Logger})
		}
	}
	return nil, fmt.Errorf("%w: %q: no provider's", ErrNoDevice, d.Selector)
}

// openPicked opens the devices that a selector names: several as one.
func openPicked(s Selector, o Options) (kernel.Driver, error) {
	picked, err := pick(s, o.providers())
	if err != nil {
		return nil, err
	}
	var drivers []kernel.Driver
	for _, d := range picked {
		driver, err := open(d, o)
		if err != nil {
			for _, opened := range drivers {
				err = errors.Join(err, opened.Close())
			}
			return nil, err
		}
		drivers = append(drivers, driver)
	}
	if len(drivers) == 1 {
		return drivers[0], nil
	}
	return several.New(s.String(), drivers...), nil
}
