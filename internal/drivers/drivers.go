// Package drivers opens the drivers that a search runs on, on devices of providers.
package drivers

import (
	"errors"
	"math"
	"time"

	"flyby/internal/devices"
	"flyby/internal/engine"
	"flyby/internal/parallel"
	"flyby/internal/placement"
	"flyby/kernel"
	"flyby/kernel/host"
)

// searchPart divides the memory of a process: the buffers of drivers may take that part.
const searchPart = 8

// Share returns the bytes that the buffers of drivers may grow to in a process that may hold
// some bytes, 0 and math.MaxUint64 being no bound: kernel.OpenOptions.Memory.
func Share(memory uint64) uint64 {
	if memory == math.MaxUint64 {
		return 0
	}
	return memory / searchPart
}

// Open opens the devices of a method: the one that selector names, and for engine.Auto beside a
// GPU that was not asked for also the cores of the host, if a provider has them. A method that
// needs no device has the cores of the host, whatever the providers.
func Open(method, selector string, p devices.Providers, o kernel.OpenOptions) ([]engine.Device, error) {
	if engine.OnHost(method) {
		return hostAlone(method, selector, o.Threads)
	}
	d, reason, err := devices.Open(p, devices.Trajectories(), selector, o)
	if err != nil {
		return nil, err
	}
	all := []engine.Device{{Driver: d, Reason: reason, Beside: bufferBytes(d, o)}}
	if method != engine.Auto || reason != devices.FirstGPU {
		return all, nil
	}
	cores, ok, err := devices.Host(p, devices.Trajectories(), o)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if ok {
		all = append(all, engine.Device{Driver: cores, Reason: "predicted to be faster than the GPU"})
	}
	return all, nil
}

// roomy is the number of free bytes from which on a bound on memory does not care whether a driver is loaded before a search, or for it.
const roomy = 1 << 30

// Begin opens the devices that searches begin with. Where method and device are flyby's to choose these are the cores of the host, and further opens the first GPU once
// a search is predicted to pay for that; otherwise, where a provider has no cores or has cores alone, and where the process has little memory left, all is the
// result of Open, and further is nil.
func Begin(method, selector string, p devices.Providers, o kernel.OpenOptions, left uint64) (all []engine.Device, further *engine.Further, err error) {
	free, err := p.Auto(selector)
	if err == nil && free && method == engine.Auto && left >= roomy && len(p) > 1 {
		cores, ok, err := devices.Host(p, devices.Trajectories(), o)
		if ok || err != nil {
			return []engine.Device{{Driver: cores, Reason: "the cores, until a search pays for a GPU"}}, laterGPU(p, o), err
		}
	}
	all, err = Open(method, selector, p, o)
	return all, nil, err
}

// laterGPU returns the first GPU, to be opened, and keeps the time that its opening takes. Of a GPU that is being opened beside other work only the rest of its start counts.
func laterGPU(p devices.Providers, o kernel.OpenOptions) *engine.Further {
	start := placement.KeptStart(p.Names())
	ago, beside := p.Begun()
	if start.Seconds = max(0, start.Seconds-ago.Seconds()); !p.Pending() && beside {
		start.Seconds = 0
	}
	return &engine.Further{Start: start, Beside: o.Memory + o.Memory/2, Open: func() (engine.Device, bool) {
		begun := time.Now()
		d, err := devices.GPU(p, devices.Trajectories(), o)
		if err != nil {
			return engine.Device{}, false
		}
		if !beside {
			placement.Started(p.Names(), d.Device(), time.Since(begun), o.Logger)
		}
		return engine.Device{Driver: d, Beside: bufferBytes(d, o)}, true
	}}
}

// bufferBytes returns the bytes that the buffers of a driver may grow to in searches, and half as
// much for the copies of its runtime. It returns 0 for the cores of the host, which have a pool
// of threads: their searches count their buffers.
func bufferBytes(d kernel.Driver, o kernel.OpenOptions) uint64 {
	if _, ok := d.(interface{ Pool() *parallel.Pool }); ok {
		return 0
	}
	return o.Memory + o.Memory/2
}

// hostAlone opens the cores of the host for a method that runs nowhere else.
func hostAlone(method, selector string, threads int) ([]engine.Device, error) {
	if err := devices.HostAlone(method, selector); err != nil {
		return nil, err
	}
	return []engine.Device{{Driver: host.New(threads), Reason: "the method's only one"}}, nil
}
