package opencl

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
	"flyby/kernel/opencl/internal/trajdistsearch"
	"flyby/kernel/opencl/internal/walk"
)

// clDriver runs interactions on one OpenCL device.
type clDriver struct {
	device  kernel.Device
	options Options
	tuning  tuning
	dev     *clrt.Device
	closed  bool

	list   *hitlist.List
	walker *walk.Walker
	ranger *trajdistsearch.Ranger
}

var (
	_ kernel.Driver   = (*clDriver)(nil)
	_ kernel.Pinner   = (*clDriver)(nil)
	_ kernel.Resident = (*resident)(nil)
)

// newDriver opens the n-th device of its library.
func newDriver(dev cl.Device, n int, o Options) (*clDriver, error) {
	described, _, err := describe(dev, n)
	if err != nil {
		return nil, fmt.Errorf("opencl: describe device %d: %w", n, err)
	}
	o = o.filled(described)
	described.Float64 = described.Float64 && !o.NoFloat64
	if !described.Float64 { // Interact tests boxes one by one, without tiles
		described.Tile = 0
	}
	var d *clDriver
	err = cl.Collecting(func() error {
		d = &clDriver{device: described, options: o, tuning: o.manner.tuning(described)}
		if err := d.open(dev); err != nil {
			return errors.Join(fmt.Errorf("opencl: open %q: %w", described.Name, err), d.Close())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// open opens the device and makes its list of hits, walker and ranger.
func (d *clDriver) open(dev cl.Device) (err error) {
	about := d.device
	if d.dev, err = clrt.Open(dev, clrt.Setup{
		Name: about.Name, Identity: []string{about.Platform, about.Vendor, about.Name, about.Driver},
		MostGroups: d.tuning.perUnit * max(about.Units, 1), SharesMemory: about.Kind == kernel.CPU,
		MaxAlloc: d.options.MaxAlloc, CacheDir: d.options.CacheDir, Log: d.options.Logger,
	}); err != nil {
		return err
	}
	if pinned := d.options.pinned(about); pinned > 0 {
		d.dev.Pool.Bound(pinned)
	}
	if d.list, err = hitlist.New(d.dev, d.tuning.list(about, d.options.HitCapacity)); err != nil {
		return err
	}
	lists := pair.NewLists(d.dev, d.options.PairCapacity)
	d.walker = walk.New(d.dev, d.list, lists, d.tuning.walker(about, d.options.TimeWalks))
	d.ranger = trajdistsearch.New(d.dev, d.list, lists, d.tuning.ranger(about))
	return nil
}

// Device describes the device; Float64 is true if the device solves interactions.
func (d *clDriver) Device() kernel.Device { return d.device }

// PrepareWalks builds the programs that walks need, with encounters the program that joins hits too, and with queries the program that walks of queries need. Every further program is built
// when a walk first launches a kernel of it.
func (d *clDriver) PrepareWalks(encounters, queries bool) error {
	err := errors.Join(d.list.Prepare(), d.walker.Prepare(queries))
	if err == nil && encounters {
		err = d.list.PrepareJoin()
	}
	return d.fault("build", err)
}

// Close releases the device and all databases on it. A second Close does nothing.
func (d *clDriver) Close() error {
	if d.closed {
		return nil
	}
	d.closed = true
	return errors.Join(d.walker.Close(), d.ranger.Close(), d.list.Close(), d.dev.Close())
}

// Pin returns pinned memory of the host for n numbers.
func (d *clDriver) Pin(n int) (kernel.Pinned, error) {
	b, err := d.dev.Pool.Lend(8 * n)
	if err != nil {
		return kernel.Pinned{}, d.fault("pin", err)
	}
	return kernel.Pinned{Floats: cl.View[float64](b.Bytes[:8*n]), Release: b.TakeBack}, nil
}

// fault wraps an error of the device in the middle of an operation in ErrMemory or
// ErrDeviceLost. It returns other errors as they are.
func (d *clDriver) fault(operation string, err error) error {
	var overflow *kernel.OverflowError
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, &overflow) || cl.IsBuildFailure(err) {
		return err
	}
	err, _ = clrt.Fault(err, kernel.ErrMemory, kernel.ErrDeviceLost)
	return fmt.Errorf("opencl: %s on %q: %w", operation, d.device.Name, err)
}
