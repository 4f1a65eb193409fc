package flyby

import (
	"errors"
	"os"

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

// openclDevices lists the devices of the system's OpenCL library; none where
// there is no library.
func openclDevices() ([]Device, error) {
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
