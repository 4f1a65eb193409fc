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

// driverAddresses is about the address space that PoCL's libraries and threads take, and
// some for its first search: with less, PoCL ends the process.
const driverAddresses = 320 << 20

// List describes the devices of the library, none where there is no library.
func (Provider) List() ([]kernel.Device, error) {
	lib, err := library()
	if lib == nil {
		return nil, err
	}
	return Devices(lib)
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
	return Open(lib, d.Selector, own)
}
