// Package devices selects among the devices of providers, and opens the selected ones.
package devices

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"flyby/internal/selector"
	"flyby/kernel"
)

// ErrNone says that a device asked for by name does not exist.
var ErrNone = errors.New("devices: no such device")

// Providers list devices, and open drivers for them. The first whose name is
// selector.HostName has the cores of the host.
type Providers []kernel.Provider

// List lists all devices, provider after provider. Devices that can be used are returned
// even beside an error about others.
func (p Providers) List() (all []kernel.Device, err error) {
	for _, one := range p {
		found, failed := one.List()
		all, err = append(all, found...), errors.Join(err, failed)
	}
	return all, err
}

// Names returns the names of the providers, which selectors use.
func (p Providers) Names() (names []string) {
	for _, one := range p {
		names = append(names, one.Name())
	}
	return names
}

// Forms returns the forms that a selector may have.
func (p Providers) Forms() []selector.Form { return selector.Forms(p.Names()...) }

// Check refuses a text that cannot be a selector, whatever devices exist: the error is an ErrNone. "" is
// a selector.
func (p Providers) Check(text string) error {
	if text == "" {
		return nil
	}
	if _, err := selector.Parse(text, p.Names()...); err != nil {
		return malformedError{err}
	}
	return nil
}

// malformedError is the error of a text that no device can have. It is an ErrNone without saying so in
// its text again.
type malformedError struct{ error }

func (malformedError) Is(target error) bool { return target == ErrNone }

// Select returns the devices that a selector names, "" meaning $FLYBY_DEVICE, or auto:
// one, or several that work together. It fails with ErrNone where there is no such
// device.
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

// oneGPU selects the device that is tried where flyby chooses, oneHost the one that is
// taken where there is no GPU.
func oneGPU() selector.Selector {
	return selector.Selector{Kind: kernel.GPU, Which: selector.First}
}

func oneHost() selector.Selector {
	return selector.Selector{Provider: selector.HostName, Which: selector.First}
}

// variable is the environment variable that "" stands for.
const variable = "FLYBY_DEVICE"

// resolve parses a selector, replaces "" by its meaning, and returns the reason of that
// choice.
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

// HostAlone refuses a selector for a method that runs on the cores of the host alone, unless it names them.
// $FLYBY_DEVICE plays no part: the method leaves the variable no choice.
func HostAlone(method, text string) error {
	if text == "" || text == "auto" || text == selector.HostName {
		return nil
	}
	return fmt.Errorf("devices: method %s on device %q: runs on the cpu only", method, text)
}

// pick returns the devices of a selector. It does not list providers that the selector
// leaves out: listing some takes long.
func (p Providers) pick(s selector.Selector) ([]kernel.Device, error) {
	some := p.candidates(s)
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

// candidates returns the providers that a selector does not leave out. A selector of GPUs leaves
// out the host's cores.
func (p Providers) candidates(s selector.Selector) (some Providers) {
	for _, one := range p {
		if one.Name() == s.Provider || s.Provider == "" && one.Name() != selector.HostName {
			some = append(some, one)
		}
	}
	return some
}
