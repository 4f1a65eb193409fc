// Package selector holds the grammar of --device: the selection of devices, and the description of several as
// one.
package selector

import (
	"fmt"
	"strconv"
	"strings"

	"flyby/kernel"
)

// Selector selects devices: --device, parsed. The grammar is only here: see Forms.
type Selector struct {
	Provider string      // the name of the devices' provider; "": any
	Kind     kernel.Kind // GPU; "": any
	Which    int         // of the listed devices: First, All, or the number in the device's own selector
}

const (
	// First asks for the first device listed.
	First = -1
	// All asks for all devices listed that are of one kind: GPUs if there are any.
	All = -2
)

// HostName is the name of the provider whose one device is the cores of the host.
const HostName = "cpu"

// Form is a form of selectors, and the devices it stands for; "" where the form
// says it.
type Form struct {
	Text, Means string
}

// Forms returns the forms of selectors with the named providers.
func Forms(providers ...string) []Form {
	forms := []Form{
		{"auto", "a GPU or the cpu, by predicted time"}, {HostName, ""}, {"gpu", ""}, {"gpu:all", "all GPUs at once"},
	}
	for _, name := range providers {
		if name != HostName {
			forms = append(forms, Form{name, ""}, Form{name + ":all", ""}, Form{name + ":N", ""})
		}
	}
	return forms
}

// mostDigits is the most digits of a device's number.
const mostDigits = 9

// Parse reads a selector, with the named providers.
func Parse(text string, providers ...string) (Selector, error) {
	s := Selector{Which: First}
	if number := strings.LastIndexByte(text, ':') + 1; number > 0 && digits(text[number:]) {
		s.Which, _ = strconv.Atoi(text[number:])
		s.Provider, text = text[:number-1], text[:number]+"N"
	}
	texts := make([]string, 0, 8)
	for _, f := range Forms(providers...) {
		if f.Text == text && strings.HasSuffix(text, ":N") == (s.Which >= 0) {
			return s.of(text), nil
		}
		texts = append(texts, f.Text)
	}
	last := len(texts) - 1
	return Selector{}, fmt.Errorf("must be %s or %s", strings.Join(texts[:last], ", "), texts[last])
}

// of sets the fields that a form without a number implies.
func (s Selector) of(form string) Selector {
	if s.Which >= 0 {
		return s
	}
	name, all := strings.CutSuffix(form, ":all")
	if all {
		s.Which = All
	}
	switch name {
	case "auto":
	case "gpu":
		s.Kind = kernel.GPU
	default:
		s.Provider = name
	}
	return s
}

// digits reports whether a text is a number in the form of selectors.
func digits(s string) bool {
	return len(s) > 0 && len(s) <= mostDigits && strings.Trim(s, "0123456789") == ""
}

// String returns the selector in the form that Parse reads.
func (s Selector) String() string {
	name := s.Provider
	switch {
	case s.Auto():
		return "auto"
	case s.Kind == kernel.GPU:
		name = "gpu"
	}
	switch s.Which {
	case First:
		return name
	case All:
		return name + ":all"
	}
	return name + ":" + strconv.Itoa(s.Which)
}

// Auto reports whether the choice of a device is left to flyby.
func (s Selector) Auto() bool { return s.Provider == "" && s.Kind == "" }

// Pick returns the selected devices among the devices of the selector's providers, in
// their order; none where none is selected.
func (s Selector) Pick(found []kernel.Device) []kernel.Device {
	switch s.Which {
	case First:
		first := ofKind(s.Kind, found)
		return first[:min(1, len(first))]
	case All:
		for _, k := range []kernel.Kind{kernel.GPU, kernel.Accelerator, kernel.CPU} {
			if all := ofKind(k, ofKind(s.Kind, found)); len(all) > 0 {
				return all
			}
		}
		return nil
	}
	for i := range found {
		if found[i].Selector == s.String() {
			return found[i : i+1]
		}
	}
	return nil
}

// ofKind returns the devices of a kind, all where it is "".
func ofKind(k kernel.Kind, found []kernel.Device) (all []kernel.Device) {
	for _, d := range found {
		if k == "" || d.Kind == k {
			all = append(all, d)
		}
	}
	return all
}
