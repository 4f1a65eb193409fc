package opencl

import (
	"errors"
	"fmt"

	"flyby/internal/cl"
	"flyby/internal/selector"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/trajdistsearch"
)

// list describes every device of every platform that compiles kernels, in
// the library's order. A library without devices is no error. A platform or
// device that fails does not hide the others: then there are both devices and
// an error.
func list(lib *cl.Library) ([]kernel.Device, error) {
	found, err := lib.Devices()
	if cl.IsNoDevice(err) {
		return nil, nil
	}
	var devices []kernel.Device
	for n, d := range found {
		described, usable, failed := describe(d, n)
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("opencl: device %d: %w", n, failed))
		}
		if usable {
			devices = append(devices, described)
		}
	}
	return devices, err
}

// openListed opens the device of a selector that Devices returned.
func openListed(lib *cl.Library, name string, o Options) (*clDriver, error) {
	s, err := selector.Parse(name, Name)
	n := s.Which
	if err != nil || s.Provider != Name || n < 0 {
		return nil, fmt.Errorf("opencl: open device %q: must be opencl:N", name)
	}
	found, err := lib.Devices()
	if n >= len(found) {
		return nil, fmt.Errorf("opencl: open device %q: %d devices are listed: %w", name, len(found), err)
	}
	return newDriver(found[n], n, o)
}

// describe returns the description of the library's n-th device. usable: kernels can
// be compiled and run on it.
func describe(d cl.Device, n int) (described kernel.Device, usable bool, err error) {
	i, err := d.GetDeviceInfo()
	if err != nil {
		return kernel.Device{}, false, err
	}
	return kernel.Device{
		Selector: selector.Selector{Provider: Name, Which: n}.String(),
		Name:     i.Name,
		Vendor:   i.Vendor,
		Platform: i.Platform.Name + ", " + i.Platform.Version,
		Driver:   i.DriverVersion,
		Kind:     kindOf(i.Type),
		Units:    i.ComputeUnits,
		ClockMHz: i.ClockMHz,
		Memory:   i.GlobalMem,
		MaxAlloc: i.MaxAlloc,
		Float64:  i.Float64,
		Tile:     trajdistsearch.Tile,
	}, i.Available && i.Compiler, nil
}

// kindOf returns the kind of a device, also for several types at once or unknown ones.
func kindOf(t cl.DeviceType) kernel.Kind {
	switch {
	case t&cl.GPU != 0:
		return kernel.GPU
	case t&cl.CPU != 0:
		return kernel.CPU
	}
	return kernel.Accelerator
}
