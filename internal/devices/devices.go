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

// Check refuses what cannot be a selector, whatever devices are here: the error is an ErrNone. "" is one.
func (p Providers) Check(text string) error {
	if text == "" {
		return nil
	}
	if _, err := selector.Parse(text, p.Names()...); err != nil {
		return malformed{err}
	}
	return nil
}

// malformed is the error of a text that no device can have, an ErrNone that does not say so again.
type malformed struct{ error }

func (malformed) Is(target error) bool { return target == ErrNone }

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

// Auto reports whether a selector leaves the choice of a device to flyby. "" means $FLYBY_DEVICE, or auto.
func (p Providers) Auto(text string) (bool, error) {
	s, _, err := p.resolve(text)
	return err == nil && s.Auto(), err
}

// oneGPU is the device that is tried where the choice is flyby's, oneHost the one that
// is taken where there is none.
func oneGPU() selector.Selector {
	return selector.Selector{Kind: kernel.GPU, Which: selector.First}
}

func oneHost() selector.Selector {
	return selector.Selector{Provider: selector.HostName, Which: selector.First}
}

// variable is the name of the environment's variable that "" stands for.
const variable = "FLYBY_DEVICE"

// resolve parses a selector, fills in what "" means, and says why that device.
func (p Providers) resolve(text string) (s selector.Selector, reason string, err error) {
	reason, from := "asked for", ""
	if text == "" {
		text, reason, from = os.Getenv(variable), "asked for by "+variable, variable+" "
	}
	if text == "" {
		text, reason = "auto", ""
	}
	s, err = selector.Parse(text, p.Names()...)
	if err != nil {
		err = fmt.Errorf("%w: %s%q: %w", ErrNone, from, text, err)
	}
	return s, reason, err
}

// HostAlone refuses a selector for a method that runs on the cores of the host alone, unless they are what it names.
// $FLYBY_DEVICE plays no part: the method has no choice that the variable could make.
func HostAlone(method, text string) error {
	if text == "" || text == "auto" || text == selector.HostName {
		return nil
	}
	return fmt.Errorf("devices: method %s on device %q: runs on the cpu only", method, text)
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
	if len(some) == 0 {
		return nil, fmt.Errorf("%w: %q: no provider has it", ErrNone, s)
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
