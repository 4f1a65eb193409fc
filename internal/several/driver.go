package several

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"flyby/internal/selector"
	"flyby/kernel"
)

// Driver runs interactions on several devices at once.
type Driver struct {
	drivers []kernel.Driver
	device  kernel.Device
	grain   grain
}

var (
	_ kernel.Driver = (*Driver)(nil)
	_ kernel.Pinner = (*Driver)(nil)
	_ kernel.Ranger = (*replicas)(nil)
	_ kernel.Joiner = (*replicas)(nil)
	_ kernel.Ranger = (*slicedDatabase)(nil)
	_ kernel.Walker = (*slicedDatabase)(nil)
)

// grain is the least work of a job, and the most jobs for each device.
type grain struct {
	queries      int    // query segments of a walk
	interactions uint64 // of batches
	jobs         int
}

// grainFor returns the grain of a kind of device: a job must take far longer than
// beginning one, which takes about a millisecond on a GPU.
func grainFor(k kernel.Kind) grain {
	if k == kernel.CPU {
		return grain{queries: 1 << 12, interactions: 1 << 20, jobs: 8}
	}
	return grain{queries: 1 << 18, interactions: 1 << 24, jobs: 4}
}

// New makes a driver of one or more drivers, which it owns from then on. name is the
// selector of all together, as --device takes it.
func New(name string, drivers ...kernel.Driver) *Driver {
	d := &Driver{drivers: drivers, device: selector.Together(name, drivers)}
	d.grain = grainFor(d.device.Kind)
	return d
}

// Finely has the driver cut even tiny work into jobs, for tests, and returns the
// driver.
func (d *Driver) Finely() *Driver {
	d.grain = grain{queries: 1, interactions: 1, jobs: 3}
	return d
}

// Device describes the devices together: units and memory are summed.
func (d *Driver) Device() kernel.Device { return d.device }

// Pin returns memory of the first device that can read memory of the host by itself, an
// error where no device can. To the other devices it is ordinary memory.
func (d *Driver) Pin(n int) (kernel.Pinned, error) {
	for _, driver := range d.drivers {
		if p, ok := driver.(kernel.Pinner); ok {
			return p.Pin(n)
		}
	}
	return kernel.Pinned{}, fmt.Errorf("several: pin %d numbers: no device has such memory", n)
}

// Load makes a database resident on every device, or, where it does not fit, a
// slice of it on each.
func (d *Driver) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	same := make([]kernel.Database, len(d.drivers))
	for i := range same {
		same[i] = db
	}
	residents, err := d.loadEach(ctx, same)
	if err == nil {
		return &replicas{d: d, db: db, residents: residents}, nil
	}
	if len(d.drivers) == 1 || !errors.Is(err, kernel.ErrMemory) {
		return nil, err
	}
	return d.loadSlices(ctx, db)
}

// loadEach loads a database on each device at the same time, on all or on none.
// It returns an error other than kernel.ErrMemory before a kernel.ErrMemory.
func (d *Driver) loadEach(ctx context.Context, databases []kernel.Database) ([]kernel.Resident, error) {
	residents, errs := make([]kernel.Resident, len(databases)), make([]error, len(databases))
	var wg sync.WaitGroup
	for i, db := range databases {
		wg.Go(func() { residents[i], errs[i] = load(ctx, d.drivers[i], db) })
	}
	wg.Wait()
	err := worst(errs)
	if err == nil {
		return residents, nil
	}
	return nil, errors.Join(err, closeAll(residents))
}

// load loads a database on a device, and returns an error where the resident lacks an
// ability that the database asks for.
func load(ctx context.Context, d kernel.Driver, db kernel.Database) (kernel.Resident, error) {
	r, err := d.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	return r, db.Able(r)
}

// worst returns the first error that is no kernel.ErrMemory, otherwise the first error.
func worst(errs []error) (first error) {
	for _, err := range errs {
		if err != nil && !errors.Is(err, kernel.ErrMemory) {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// closeAll closes residents; nil ones are allowed.
func closeAll(residents []kernel.Resident) error {
	var errs []error
	for _, r := range residents {
		if r != nil {
			errs = append(errs, r.Close())
		}
	}
	return errors.Join(errs...)
}

// Close closes all drivers.
func (d *Driver) Close() error {
	var errs []error
	for _, driver := range d.drivers {
		errs = append(errs, driver.Close())
	}
	return errors.Join(errs...)
}
