package flyby

import (
	"errors"
	"fmt"
	"os"

	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/opencl"
)

// OpenCL says why the system's OpenCL library cannot be opened: there is none, or
// none that flyby can open on this system. It is nil where there is one, with or
// without devices.
func OpenCL() error {
	_, err := cl.Open()
	return err
}

// driverAddresses is about the address space that PoCL's libraries and threads take,
// with some for its first search: where they get less they end the process.
const driverAddresses = 320 << 20

// openclDevices lists the devices of the system's OpenCL library; none where
// there is no library.
func openclDevices() ([]Device, error) {
	if err := memory.NeedAddresses("OpenCL drivers", driverAddresses); err != nil {
		return nil, fmt.Errorf("flyby: list devices: %w", err)
	}
	lib, err := cl.Open()
	if errors.Is(err, cl.ErrNoLibrary) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return opencl.Devices(lib)
}

// openOpenCL opens one of them. Compiled kernels are kept in the user's cache
// directory, if there is one.
func openOpenCL(d Device, o Options) (kernel.Driver, error) {
	lib, err := cl.Open()
	if err != nil {
		return nil, err
	}
	limits := o.limits
	limits.Logger, limits.TimeWalks = o.Logger, o.Timed
	if dir, err := os.UserCacheDir(); err == nil {
		limits.CacheDir = dir
	}
	return opencl.Open(lib, d.Selector, limits)
}
