// Package drivers opens the drivers that a search runs on, of the devices that providers list.
package drivers

import (
	"errors"
	"fmt"

	"flyby/internal/devices"
	"flyby/internal/engine"
	"flyby/kernel"
	"flyby/kernel/host"
)

// Open opens the devices of a method: the one that selector names, and for engine.Auto beside a
// GPU that was not asked for the cores of the host, if a provider has them. A method that needs
// no device has the cores of the host, whatever the providers.
func Open(method, selector string, p devices.Providers, o kernel.OpenOptions) ([]engine.Device, error) {
	if engine.OnHost(method) {
		return hostAlone(method, selector, o.Threads)
	}
	d, reason, err := p.Open(selector, o)
	if err != nil {
		return nil, err
	}
	all := []engine.Device{{Driver: d, Reason: reason}}
	if method != engine.Auto || reason != devices.FirstGPU {
		return all, nil
	}
	cores, err := p.Host(o)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if cores != nil {
		all = append(all, engine.Device{Driver: cores, Reason: "predicted to be faster than the GPU"})
	}
	return all, nil
}

// hostAlone opens the cores of the host for a method that runs nowhere else.
func hostAlone(method, selector string, threads int) ([]engine.Device, error) {
	if selector != "" && selector != "auto" && selector != "cpu" {
		return nil, fmt.Errorf("drivers: method %s on device %q: runs on the cpu only", method, selector)
	}
	return []engine.Device{{Driver: host.New(threads), Reason: "the method's only one"}}, nil
}
