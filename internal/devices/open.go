package devices

import (
	"errors"
	"fmt"

	"flyby/internal/selector"
	"flyby/internal/several"
	"flyby/kernel"
)

// A Use is a purpose of devices: searches of trajectories, or joins of points. D is the contract of its drivers. A selector names the
// same device for each use, see docs/decisions/0092-providers-serve-points.md.
type Use[D driver] struct {
	// Serves reports whether a provider opens drivers for the use; Lacks is the text of errors about one that does not.
	Serves func(kernel.Provider) bool
	Lacks  string
	// Open opens a device that the provider listed.
	Open func(kernel.Provider, kernel.Device, kernel.OpenOptions) (D, error)
	// Together makes one driver of several, which closes them. name is the selector.
	Together func(name string, drivers ...D) D
}

// driver is the common part of the drivers of all uses.
type driver interface{ Close() error }

// Trajectories is the use that every provider serves.
func Trajectories() Use[kernel.Driver] {
	return Use[kernel.Driver]{
		Serves:   func(kernel.Provider) bool { return true },
		Open:     kernel.Provider.Open,
		Together: func(name string, drivers ...kernel.Driver) kernel.Driver { return several.New(name, drivers...) },
	}
}

// FirstGPU is the reason of opening a GPU that was not asked for.
const FirstGPU = "the first GPU"

// Open opens the devices that a selector names, several as one driver, and returns the reason of the choice. It fails with ErrNone
// where there is no such device. A provider that does not serve the use is passed over; where only such providers have the named
// devices, the error wraps kernel.ErrAbility.
func Open[D driver](p Providers, u Use[D], text string, o kernel.OpenOptions) (d D, reason string, err error) {
	s, reason, err := p.resolve(text)
	if err != nil {
		return d, "", err
	}
	if !s.Auto() {
		d, err = u.open(p, s, o)
		return d, reason, err
	}
	if d, err = GPU(p, u, o); err == nil {
		return d, FirstGPU, nil
	}
	d, err = u.open(p, oneHost(), o)
	return d, "no GPU here", err
}

// GPU opens the first GPU.
func GPU[D driver](p Providers, u Use[D], o kernel.OpenOptions) (D, error) {
	return u.open(p, oneGPU(), o)
}

// Host opens the cores of the host beside a device that was chosen; ok is false where no provider has them for the use.
func Host[D driver](p Providers, u Use[D], o kernel.OpenOptions) (d D, ok bool, err error) {
	d, err = u.open(p, oneHost(), o)
	if errors.Is(err, ErrNone) || errors.Is(err, kernel.ErrAbility) {
		return d, false, nil
	}
	return d, err == nil, err
}

// open opens the devices of a selector, several as one driver.
func (u Use[D]) open(p Providers, s selector.Selector, o kernel.OpenOptions) (none D, err error) {
	picked, err := u.pick(p, s)
	if err != nil {
		return none, err
	}
	var drivers []D
	o.Memory /= max(uint64(len(picked)), 1)
	for _, one := range picked {
		d, err := u.openOne(p, one, o)
		if err != nil {
			for _, opened := range drivers {
				err = errors.Join(err, opened.Close())
			}
			return none, err
		}
		drivers = append(drivers, d)
	}
	if len(drivers) == 1 {
		return drivers[0], nil
	}
	return u.Together(s.String(), drivers...), nil
}

// pick returns the devices of a selector that providers serving the use have. Where they have none, the others are asked, so that the error tells a
// device that does not exist from one whose provider does not serve the use.
func (u Use[D]) pick(p Providers, s selector.Selector) ([]kernel.Device, error) {
	var serving Providers
	for _, one := range p {
		if u.Serves(one) {
			serving = append(serving, one)
		}
	}
	picked, err := serving.pick(s)
	if err == nil || !errors.Is(err, ErrNone) || len(serving) == len(p) {
		return picked, err
	}
	if picked, err = p.pick(s); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("devices: device %q: its provider %s: %w", picked[0].Selector, u.Lacks, kernel.ErrAbility)
}

// openOne opens a device that a provider listed.
func (u Use[D]) openOne(p Providers, d kernel.Device, o kernel.OpenOptions) (none D, err error) {
	for _, one := range p {
		if s, err := selector.Parse(d.Selector, one.Name()); err == nil && s.Provider == one.Name() {
			return u.Open(one, d, o)
		}
	}
	return none, fmt.Errorf("%w: %q: no provider's", ErrNone, d.Selector)
}
