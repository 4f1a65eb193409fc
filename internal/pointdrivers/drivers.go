// Package pointdrivers opens the drivers of points that a search runs on, on devices of providers.
package pointdrivers

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"flyby/internal/devices"
	"flyby/internal/placement"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/pointjoin/opencl"
	"flyby/internal/pointjoin/several"
	"flyby/internal/selector"
	"flyby/kernel"
)

// Methods returns all methods, of all devices and of the host's cores alone, with the settings that they have somewhere.
func Methods() []pointjoin.Method { return host.Methods() }

// OnHost reports whether a method runs on the cores of the host alone.
func OnHost(method string) bool {
	return hasMethod(host.Methods(), method) && !hasMethod(opencl.Methods(), method)
}

// NearestOnHost reports whether a method finds nearest points on the cores of the host alone.
func NearestOnHost(method string) bool {
	return hasMethod(nearest(host.Methods()), method) && !hasMethod(nearest(opencl.Methods()), method)
}

// hasMethod reports whether some methods have one of a name.
func hasMethod(some []pointjoin.Method, name string) bool {
	return slices.ContainsFunc(some, func(m pointjoin.Method) bool { return m.Name == name })
}

// nearest returns the methods, of some, that find nearest points.
func nearest(some []pointjoin.Method) []pointjoin.Method {
	return slices.DeleteFunc(some, func(m pointjoin.Method) bool { return !m.Nearest })
}

// use returns the use of devices for joins of points: a provider serves it that is a pointjoin.Provider.
func use() devices.Use[pointjoin.Driver] {
	return devices.Use[pointjoin.Driver]{
		Serves: func(p kernel.Provider) bool {
			_, ok := p.(pointjoin.Provider)
			return ok
		},
		Lacks: "joins no points",
		Open: func(p kernel.Provider, d kernel.Device, o kernel.OpenOptions) (pointjoin.Driver, error) {
			return p.(pointjoin.Provider).OpenPoints(d, o)
		},
		Together: func(name string, drivers ...pointjoin.Driver) pointjoin.Driver { return several.New(name, drivers...) },
	}
}

// auto is the method that stands for the one with the least predicted time; "" is the same.
const auto = "auto"

// Open opens the devices of a method: the ones that a selector names, and beside a GPU that was not asked for also the cores of
// the host, which are faster for some searches. A method of Methods that runs on the host alone has the host. A method that no
// device has is an error that wraps kernel.ErrAbility.
func Open(method, text string, p devices.Providers, o kernel.OpenOptions) ([]pointjoin.Driver, error) {
	if OnHost(method) {
		if err := devices.HostAlone(method, text); err != nil {
			return nil, err
		}
		text = selector.HostName
	}
	d, reason, err := devices.Open(p, use(), text, o)
	if err != nil {
		return nil, err
	}
	all := []pointjoin.Driver{d}
	if reason == devices.FirstGPU {
		cores, ok, err := devices.Host(p, use(), o)
		if err != nil {
			return nil, errors.Join(err, d.Close())
		}
		if ok {
			all = append(all, cores)
		}
	}
	if err := checkAbility(method, all); err != nil {
		for _, d := range all {
			err = errors.Join(err, d.Close())
		}
		return nil, err
	}
	return all, nil
}

// roomy is the number of free bytes from which on a bound on memory does not care whether drivers of devices are loaded before a search, or during
// it.
const roomy = 1 << 30

// Begin opens the drivers that a search begins with; a further device is opened once it is needed. Where flyby chooses the method and the device, all
// is the cores of the host, and further opens the first GPU, if there is one; otherwise, and where the process has little memory left, all is the result
// of Open, and further is nil.
func Begin(method, text string, p devices.Providers, o kernel.OpenOptions, left uint64) (all []pointjoin.Driver, further func() (d pointjoin.Driver, ok bool), err error) {
	if method != "" && method != auto || left < roomy {
		all, err = Open(method, text, p, o)
		return all, nil, err
	}
	free, err := p.Auto(text)
	if err != nil {
		return nil, nil, err
	}
	cores, ok := pointjoin.Driver(nil), false
	if free {
		if cores, ok, err = devices.Host(p, use(), o); err != nil {
			return nil, nil, err
		}
	}
	if !ok {
		all, err = Open(method, text, p, o)
		return all, nil, err
	}
	return []pointjoin.Driver{cores}, func() (pointjoin.Driver, bool) {
		begun := time.Now()
		d, err := devices.GPU(p, use(), o)
		if err != nil {
			return nil, false
		}
		placement.Started(p.Names(), d.Device(), time.Since(begun), o.Logger)
		return d, true
	}, nil
}

// Cores returns a function that opens the cores of the host in place of drivers that find no nearest points; nil where the cores are among the drivers, and where both
// method and device are named: the method runs on the device, or not at all.
func Cores(method, text string, among []pointjoin.Driver, p devices.Providers, o kernel.OpenOptions) func() (d pointjoin.Driver, ok bool) {
	named := method != "" && method != auto && text != ""
	if named || slices.ContainsFunc(among, func(d pointjoin.Driver) bool { return d.Device().Selector == selector.HostName }) {
		return nil
	}
	return func() (pointjoin.Driver, bool) {
		d, ok, err := devices.Host(p, use(), o)
		return d, ok && err == nil
	}
}

// checkAbility refuses a method that is named and that no driver has.
func checkAbility(method string, all []pointjoin.Driver) error {
	var names []string
	for _, d := range all {
		methods := d.Methods()
		if method == "" || method == auto || hasMethod(methods, method) {
			return nil
		}
		for _, m := range methods {
			names = append(names, m.Name)
		}
	}
	return fmt.Errorf("pointdrivers: method %s on device %q: must be %s: %w", method, all[0].Device().Selector, strings.Join(names, ", "), kernel.ErrAbility)
}
