package flyby

import (
	"flyby/internal/cl"
	"flyby/internal/devices"
	"flyby/internal/drivers"
	"flyby/internal/engine"
	"flyby/internal/pointjoin/host"
	"flyby/internal/pointjoin/opencl"
	"flyby/internal/trial"
	"flyby/kernel"
)

// ErrNoDevice is the error of a device that was asked for by name and is not here.
var ErrNoDevice = devices.ErrNone

// Device describes what a search can run on: see kernel.Device.
type Device = kernel.Device

// Providers returns the providers that list and open devices where Options names none: one for
// the host's cores, and one for the system's OpenCL library. Both serve trajectories and points.
func Providers() []kernel.Provider { return []kernel.Provider{host.Provider{}, opencl.Provider{}} }

// Devices lists the devices of this machine: the cpu first, then every device of the
// system's OpenCL library. A missing library is no error: it has no devices.
func Devices() ([]Device, error) { return devices.Providers(Providers()).List() }

// OpenCL returns why the system's OpenCL library cannot be opened: there is none, or
// none that flyby can open on this system. It returns nil where there is a library, with or
// without devices.
func OpenCL() error {
	_, err := cl.Open()
	return err
}

// Select returns the devices that a search runs on where Options.Device is
// selector, several for "gpu:all" and "opencl:all". It fails with ErrNoDevice
// if there is none of them here.
func Select(selector string) ([]Device, error) {
	return devices.Providers(Providers()).Select(selector)
}

// devices opens the devices that the searches of a database begin with, and has c open a further one for a search that it answers sooner.
func (o Options) devices(c *engine.Config) (all []engine.Device, err error) {
	all, c.Further, err = drivers.Begin(string(o.Method), o.Device, providers(o.Providers), o.open(), o.quota.Left())
	return all, err
}

// open returns the options in the drivers' terms.
func (o Options) open() kernel.OpenOptions {
	return kernel.OpenOptions{Threads: o.Threads, Memory: drivers.Share(o.quota.Bytes()), Logger: o.Logger}
}

// providers returns the providers that the options name, Providers() if they name none.
func providers(named []kernel.Provider) devices.Providers {
	if _, named = trial.Of(named); named == nil {
		return Providers()
	}
	return named
}
