package host

import (
	"flyby/internal/selector"
	"flyby/kernel"
)

// Provider provides the cores of the host.
type Provider struct{}

var _ kernel.Provider = Provider{}

// Name returns selector.HostName.
func (Provider) Name() string { return selector.HostName }

// List describes all cores as one device.
func (Provider) List() ([]kernel.Device, error) { return []kernel.Device{New(0).Device()}, nil }

// Open returns a driver that runs on o.Threads threads, 0 meaning all cores.
func (Provider) Open(_ kernel.Device, o kernel.OpenOptions) (kernel.Driver, error) {
	return New(o.Threads), nil
}
