package flyby

import (
	"errors"
	"fmt"

	"flyby/internal/devices"
	"flyby/internal/engine"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/host"
	"flyby/kernel/opencl"
)

// ErrNoDevice says that a device asked for by name is not here.
var ErrNoDevice = devices.ErrNone

// Device describes what a search can run on: see kernel.Device.
type Device = kernel.Device

// Providers returns those that list and open devices where Options names none: that of
// the host's cores, and that of the system's OpenCL library.
func Providers() []kernel.Provider { return []kernel.Provider{host.Provider{}, opencl.Provider{}} }

// Devices lists what can run here: the cpu first, then every device of the
// system's OpenCL library. A missing library is no error: it has no devices.
func Devices() ([]Device, error) { return devices.Providers(Providers()).List() }

// OpenCL says why the system's OpenCL library cannot be opened: there is none, or
// none that flyby can open on this system. It is nil where there is one, with or
// without devices.
func OpenCL() error {
	_, err := cl.Open()
	return err
}

// Select returns the devices that a search runs on where Options.Device is
// selector, several for "gpu:all" and "opencl:all". It fails with ErrNoDevice
// where none is here.
func Select(selector string) ([]Device, error) {
	return devices.Providers(Providers()).Select(selector)
}

// devices opens the devices of a database: the one asked for, and for MethodAuto beside a GPU
// that was not the cores of the host, if a provider has them.
func (o Options) devices() ([]engine.Device, error) {
	if engine.OnHost(string(o.Method)) {
		return o.hostAlone()
	}
	d, reason, err := o.providers().Open(o.Device, o.open())
	if err != nil {
		return nil, err
	}
	all := []engine.Device{{Driver: d, Reason: reason}}
	if o.Method != MethodAuto || reason != devices.FirstGPU {
		return all, nil
	}
	cores, err := o.providers().Host(o.open())
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if cores != nil {
		all = append(all, engine.Device{Driver: cores, Reason: "predicted to be faster than the GPU"})
	}
	return all, nil
}

// hostAlone opens the cores of the host for a method that runs nowhere else, whatever the providers.
func (o Options) hostAlone() ([]engine.Device, error) {
	if o.Device != "" && o.Device != "auto" && o.Device != "cpu" {
		return nil, fmt.Errorf("flyby: method %s on device %q: runs on the cpu only", o.Method, o.Device)
	}
	return []engine.Device{{Driver: host.New(o.Threads), Reason: "the method's only one"}}, nil
}

// open is what drivers are told.
func (o Options) open() kernel.OpenOptions {
	return kernel.OpenOptions{Threads: o.Threads, Logger: o.Logger}
}

// providers are those of the devices.
func (o Options) providers() devices.Providers {
	if o.Providers == nil {
		return Providers()
	}
	return o.Providers
}
