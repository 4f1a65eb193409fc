// Package trial has settings of a database that tests alone make: they reach it among the providers of its options, since no user has them.
package trial

import (
	"errors"

	"flyby/kernel"
)

// Settings are settings of a database and its searches.
type Settings struct {
	Outgrown bool   // files are taken to outgrow memory
	Quick    bool   // a rough performance model will do
	Rows     int    // query rows that are searched with at a time; 0: as many as fit
	Hits     uint64 // bytes of hits that are found at a time; 0: as many as fit
}

// A Provider carries settings. It has no device.
type Provider struct{ Settings }

var _ kernel.Provider = Provider{}

// Name returns a name that no device has.
func (Provider) Name() string { return "trial" }

// List returns no devices.
func (Provider) List() ([]kernel.Device, error) { return nil, nil }

// Open returns an error.
func (Provider) Open(kernel.Device, kernel.OpenOptions) (kernel.Driver, error) {
	return nil, errors.New("trial: settings are no device")
}

// Of returns the settings that providers carry, and the other providers.
func Of(all []kernel.Provider) (s Settings, others []kernel.Provider) {
	for _, p := range all {
		if t, ok := p.(Provider); ok {
			s = t.Settings
			continue
		}
		others = append(others, p)
	}
	return s, others
}
