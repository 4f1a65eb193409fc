package opencl

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/internal/selector"
	"flyby/kernel"
	kernelopencl "flyby/kernel/opencl"
)

// Driver joins points on one OpenCL device.
type Driver struct {
	dev    *device.Device
	table  *rows.Table
	closed bool
}

var _ pointjoin.Driver = (*Driver)(nil)

// Open opens the device of a selector that kernel/opencl lists.
func Open(lib *cl.Library, name string, o Options) (*Driver, error) {
	s, err := selector.Parse(name, kernelopencl.Name)
	if err != nil || s.Provider != kernelopencl.Name || s.Which < 0 {
		return nil, fmt.Errorf("opencl: open device %q: must be opencl:N", name)
	}
	listed, err := kernelopencl.Provider{}.List()
	for _, about := range listed {
		if about.Selector == name {
			return open(lib, s.Which, about, o)
		}
	}
	return nil, fmt.Errorf("opencl: open device %q: %d devices are listed: %w", name, len(listed), err)
}

// open opens the n-th device of its library.
func open(lib *cl.Library, n int, about kernel.Device, o Options) (d *Driver, err error) {
	if !about.Float64 {
		return nil, fmt.Errorf("opencl: open device %q: %s does not compute in float64, which joins of points need", about.Selector, about.Name)
	}
	found, err := lib.Devices()
	if n >= len(found) {
		return nil, fmt.Errorf("opencl: open device %q: %w", about.Selector, err)
	}
	o = o.filled(about)
	setup := clrt.Setup{
		Name: about.Name, Identity: []string{about.Platform, about.Vendor, about.Name, about.Driver},
		MostGroups: groupsPerUnit * max(about.Units, 1), SharesMemory: about.Kind == kernel.CPU,
		MaxAlloc: o.MaxAlloc, CacheDir: o.CacheDir, Log: o.Logger,
	}
	err = cl.Collecting(func() error {
		dev, err := clrt.Open(found[n], setup)
		d = &Driver{dev: &device.Device{Device: dev, About: about, Groups: o.Manner.groups(about), Host: o.Threads, Cuts: o.cuts(about), Matrix: o.matrix(about)}}
		if err != nil {
			return errors.Join(fmt.Errorf("opencl: open %q: %w", about.Name, err), d.Close())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	d.dev.Queues.Time(false)
	d.dev.Memory.Keep = o.kept(about)
	d.table = rows.NewTable(d.dev)
	return d, nil
}

// Device describes the device.
func (d *Driver) Device() kernel.Device { return d.dev.About }

// Methods returns the methods of the table.
func (d *Driver) Methods() []pointjoin.Method { return Methods() }

// Load makes points resident.
func (d *Driver) Load(ctx context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	m, err := lookUp(s.Method)
	if err != nil {
		return nil, err
	}
	if err := m.Check(s.Settings); err != nil {
		return nil, err
	}
	if s.Points.Len() > mostPoints {
		return nil, fmt.Errorf("opencl: load: %d points, at most %d: %w", s.Points.Len(), mostPoints, kernel.ErrMemory)
	}
	r, err := m.load(ctx, d.dev, d.table, s)
	if err != nil {
		return nil, d.fault("load", err)
	}
	switch r := r.(type) {
	case pointjoin.Nearer:
		return &nearer{resident{d, r}, r}, nil
	case pointjoin.Tabler:
		return &tabler{resident{d, r}, r}, nil
	}
	return &resident{d, r}, nil
}

// mostPoints is the greatest number of points: numbers of work-items fit 32 bits.
const mostPoints = 1 << 31

// Close releases the device and all that is loaded on it. A second Close does nothing.
func (d *Driver) Close() error {
	if d.closed {
		return nil
	}
	d.closed = true
	return errors.Join(d.table.Close(), d.dev.Close())
}

// fault gives an error in the middle of an operation its meaning: no room, or a lost device. Errors that are not
// the device's stay as they are.
func (d *Driver) fault(operation string, err error) error {
	var overflow *pointjoin.OverflowError
	if errors.As(err, &overflow) {
		return err
	}
	meant, is := clrt.Fault(err, kernel.ErrMemory, kernel.ErrDeviceLost)
	if !is {
		return err
	}
	return fmt.Errorf("opencl: %s on %q: %w", operation, d.dev.Name, meant)
}
