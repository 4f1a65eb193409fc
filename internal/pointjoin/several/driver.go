// Package several joins points on several devices as one driver: each device has all of the points, and takes one range of
// rows after another until none is left.
package several

import (
	"context"
	"errors"
	"slices"
	"sync"

	"flyby/internal/pointjoin"
	"flyby/internal/selector"
	"flyby/kernel"
)

// Driver is several drivers as one.
type Driver struct {
	name    string
	drivers []pointjoin.Driver
}

var _ pointjoin.Driver = (*Driver)(nil)

// New combines one driver or more, and owns them from then on. name is the selector of the combination.
func New(name string, drivers ...pointjoin.Driver) *Driver { return &Driver{name, drivers} }

// Device describes the devices together, with the least memory of any, since each has all of the points.
func (d *Driver) Device() kernel.Device {
	all := selector.Together(d.name, d.drivers)
	for _, one := range d.drivers {
		all.Memory = min(all.Memory, one.Device().Memory)
	}
	return all
}

// Methods returns the methods of the first driver that all others have, too.
func (d *Driver) Methods() []pointjoin.Method {
	all := d.drivers[0].Methods()
	for _, one := range d.drivers[1:] {
		others := one.Methods()
		all = slices.DeleteFunc(all, func(m pointjoin.Method) bool {
			return !slices.ContainsFunc(others, func(o pointjoin.Method) bool { return o.Name == m.Name })
		})
	}
	return all
}

// Close closes all drivers.
func (d *Driver) Close() error {
	var errs []error
	for _, one := range d.drivers {
		errs = append(errs, one.Close())
	}
	return errors.Join(errs...)
}

// Load makes all points resident on every device, concurrently.
func (d *Driver) Load(ctx context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	r := &resident{points: s.Points, all: make([]pointjoin.Resident, len(d.drivers))}
	errs := make([]error, len(d.drivers))
	var loading sync.WaitGroup
	for i, one := range d.drivers {
		loading.Go(func() { r.all[i], errs[i] = one.Load(ctx, s) })
	}
	loading.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if _, ok := r.all[0].(pointjoin.Nearer); ok {
		return &nearer{r}, nil
	}
	return r, nil
}
