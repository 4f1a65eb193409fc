// Package devices chooses among the devices of providers by a selector, and opens those
// that are chosen.
package devices

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"flyby/internal/selector"
	"flyby/kernel"
	"flyby/kernel/several"
)

// ErrNone says that a device asked for by name is not here.
var ErrNone = errors.New("devices: no such device")

// Providers list devices, and open drivers for them. The first whose name is
// selector.HostName has the cores of the host.
type Providers []kernel.Provider

// List lists all devices, those of one provider after those of another. Devices that can
// be used are returned beside an error over others.
func (p Providers) List() (all []kernel.Device, err error) {
	for _, one := range p {
		found, failed := one.List()
		all, err = append(all, found...), errors.Join(err, failed)
	}
	return all, err
}

// Names returns the names of the providers, which selectors are made of.
func (p Providers) Names() (names []string) {
	for _, one := range p {
		names = append(names, one.Name())
	}
	return names
}

// Forms are the forms that a selector may have.
func (p Providers) Forms() []selector.Form { return selector.Forms(p.Names()...) }

// Check refuses what cannot be a selector, whatever devices are here.
func (p Providers) Check(text string) error {
	_, err := selector.Parse(text, p.Names()...)
	return err
}

// Select returns the devices that a selector names, "" meaning $FLYBY_DEVICE, or auto:
// one, or several that work together. It fails with ErrNone where none is here.
func (p Providers) Select(text string) ([]kernel.Device, error) {
	s, _, err := p.resolve(text)
	if err != nil {
		return nil, err
	}
	if !s.Auto() {
		return p.pick(s)
	}
	if gpu, err := p.pick(oneGPU()); err == nil {
		return gpu, nil
	}
	return p.pick(oneHost())
}

// oneGPU is the device that is tried where the choice is flyby's, oneHost the one that
// is taken where there is none.
func oneGPU() selector.Selector {
	return selector.Selector{Kind: kernel.GPU, Which: selector.First}
}

func oneHost() selector.Selector {
	return selector.Selector{Provider: selector.HostName, Which: selector.First}
}

// resolve parses a selector, fills in what "" means, and says why that device.
func (p Providers) resolve(text string) (s selector.Selector, reason string, err error) {
	reason = "asked for"
	if text == "" {
		text, reason = os.Getenv("FLYBY_DEVICE"), "asked for by FLYBY_DEVICE"
	}
	if text == "" {
		text, reason = "auto", ""
	}
	s, err = selector.Parse(text, p.Names()...)
	if err != nil {
		err = fmt.Errorf("%w: %q: %w", ErrNone, text, err)
	}
	return s, reason, err
}

// pick returns the devices that a selector stands for. Those of providers that it leaves
// out are not listed: to look for some takes long.
func (p Providers) pick(s selector.Selector) ([]kernel.Device, error) {
	some := p.asked(s)
	found, err := some.List()
	if err != nil {
		return nil, err
	}
	if picked := s.Pick(found); len(picked) > 0 {
		return picked, nil
	}
	plural := "s"
	if len(found) == 1 {
		plural = ""
	}
	names := strings.Replace(strings.Join(some.Names(), " and "), "opencl", "OpenCL", 1)
	return nil, fmt.Errorf("%w: %q: %s lists %d device%s (see flyby devices)", ErrNone, s, names, len(found), plural)
}

// asked returns the providers that a selector does not leave out. A GPU is none of the host's
// cores.
func (p Providers) asked(s selector.Selector) (some Providers) {
	for _, one := range p {
		if one.Name() == s.Provider || s.Provider == "" && one.Name() != selector.HostName {
			some = append(some, one)
		}
	}
	return some
}

// FirstGPU is the reason why a GPU is opened that was not asked for.
const FirstGPU = "the first GPU"

// Open opens the devices that a selector names, several as one driver, and says why
// those. It fails with ErrNone where none is here.
func (p Providers) Open(text string, o kernel.OpenOptions) (d kernel.Driver, reason string, err error) {
	s, reason, err := p.resolve(text)
	if err != nil {
		return nil, "", err
	}
	if !s.Auto() {
		d, err = p.open(s, o)
		return d, reason, err
	}
	if d, err = p.open(oneGPU(), o); err == nil {
		return d, FirstGPU, nil
	}
	d, err = p.open(oneHost(), o)
	return d, "no GPU here", err
}

// Host opens the cores of the host beside a device that was chosen; nil where no provider has them.
func (p Providers) Host(o kernel.OpenOptions) (kernel.Driver, error) {
	d, err := p.open(oneHost(), o)
	if errors.Is(err, ErrNone) {
		return nil, nil
	}
	return d, err
}

// open opens what a selector stands for: several devices as one.
func (p Providers) open(s selector.Selector, o kernel.OpenOptions) (kernel.Driver, error) {
	picked, err := p.pick(s)
	if err != nil {
		return nil, err
	}
	var drivers []kernel.Driver
	o.Memory /= max(uint64(len(picked)), 1)
	for _, d := range picked {
		driver, err := p.openOne(d, o)
		if err != nil {
			for _, opened := range drivers {
				err = errors.Join(err, opened.Close())
			}
			return nil, err
		}
		drivers = append(drivers, driver)
	}
	if len(drivers) == 1 {
		return drivers[0], nil
	}
	return several.New(s.String(), drivers...), nil
}

// openOne opens a device that a provider listed.
func (p Providers) openOne(d kernel.Device, o kernel.OpenOptions) (kernel.Driver, error) {
	for _, one := range p {
		if s, err := selector.Parse(d.Selector, one.Name()); err == nil && s.Provider == one.Name() {
			return one.Open(d, o)
		}
	}
	return nil, fmt.Errorf("%w: %q: no provider's", ErrNone, d.Selector)
}
