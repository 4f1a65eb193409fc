package opencl

import (
	"os"

	"flyby/internal/cl"
	"flyby/kernel"
)

// Name is the name of the provider of OpenCL devices.
const Name = "opencl"

// Provider provides the devices of the system's OpenCL library.
type Provider struct {
	// Options are the options of every device, except the logger. If CacheDir is "",
	// compiled kernels are kept in the user's cache directory.
	Options Options
}

var _ kernel.Provider = Provider{}

// Name returns Name.
func (Provider) Name() string { return Name }

// List describes the devices of the library, none where there is no library.
func (Provider) List() ([]kernel.Device, error) {
	lib, err := cl.System()
	if lib == nil {
		return nil, err
	}
	return list(lib)
}

// Open opens a device of the library.
func (p Provider) Open(d kernel.Device, o kernel.OpenOptions) (kernel.Driver, error) {
	lib, err := cl.Open()
	if err != nil {
		return nil, err
	}
	own := p.Options
	own.Logger, own.Memory = o.Logger, o.Memory
	if own.CacheDir == "" {
		if dir, err := os.UserCacheDir(); err == nil {
			own.CacheDir = dir
		}
	}
	return openListed(lib, d.Selector, own)
}
