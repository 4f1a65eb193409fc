// Package pointdrivers opens the drivers of points that a search runs on.
package pointdrivers

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"flyby/internal/devices"
	"flyby/internal/selector"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/host"
	"flyby/points/pointjoin/opencl"
	"flyby/points/pointjoin/several"
)

// Methods returns all methods, those that every device has and those of the host's cores alone, with the settings that they have
// somewhere.
func Methods() []pointjoin.Method { return host.Methods() }

// OnHost reports whether a method runs on the cores of the host alone.
func OnHost(method string) bool {
	is := func(m pointjoin.Method) bool { return m.Name == method }
	return slices.ContainsFunc(host.Methods(), is) && !slices.ContainsFunc(opencl.Methods(), is)
}

// Open opens the devices of a method: that which selector names of those that providers list, "" and "auto" being the first
// GPU and beside it the cores of the host, for what is faster there, or these alone where there is no GPU. A method that runs on
// the host alone has the host.
func Open(method, name string, p devices.Providers, o kernel.OpenOptions) ([]pointjoin.Driver, error) {
	if name == "" {
		name = os.Getenv("FLYBY_DEVICE")
	}
	asked := name != "" && name != "auto"
	switch {
	case OnHost(method) && asked && name != selector.HostName:
		return nil, fmt.Errorf("pointdrivers: method %s on device %q: runs on the cpu only", method, name)
	case OnHost(method):
		return []pointjoin.Driver{host.New(o.Threads)}, nil
	}
	picked, err := p.Select(name)
	if err != nil {
		return nil, err
	}
	d, err := openAll(name, picked, o)
	switch {
	case err != nil && asked:
		return nil, err
	case err != nil: // a GPU that joins no points
		return []pointjoin.Driver{host.New(o.Threads)}, nil
	case asked || picked[0].Selector == selector.HostName:
		return []pointjoin.Driver{d}, nil
	}
	return []pointjoin.Driver{d, host.New(o.Threads)}, nil
}

// openAll opens devices, several as one driver.
func openAll(name string, picked []kernel.Device, o kernel.OpenOptions) (pointjoin.Driver, error) {
	var all []pointjoin.Driver
	o.Memory /= uint64(len(picked))
	for _, d := range picked {
		one, err := open(d, o)
		if err != nil {
			for _, opened := range all {
				err = errors.Join(err, opened.Close())
			}
			return nil, err
		}
		all = append(all, one)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return several.New(name, all...), nil
}

// open opens a device.
func open(d kernel.Device, o kernel.OpenOptions) (pointjoin.Driver, error) {
	if d.Selector == selector.HostName {
		return host.New(o.Threads), nil
	}
	lib, err := cl.Open()
	if err != nil {
		return nil, errors.Join(devices.ErrNone, err)
	}
	own := opencl.Options{Memory: o.Memory, Threads: o.Threads, Logger: o.Logger}
	if dir, err := os.UserCacheDir(); err == nil {
		own.CacheDir = dir
	}
	return opencl.Open(lib, d.Selector, own)
}
