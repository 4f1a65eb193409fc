package opencl

import (
	"errors"
	"fmt"

	"flyby/internal/cl"
	"flyby/internal/memory"
)

// Library returns the name under which the system's OpenCL library is opened. It fails where no
// library can be opened.
func Library() (path string, err error) {
	lib, err := cl.Open()
	if err != nil {
		return "", err
	}
	return lib.Path(), nil
}

// Load opens a shared library, a driver's say, which stays open. Its error has the reason why the
// library cannot be opened.
func Load(name string) error { return cl.Load(name) }

// EmptyPlatforms returns the names of the platforms that have no device; none where there is no library.
func EmptyPlatforms() (names []string, err error) {
	lib, err := library()
	if lib == nil {
		return nil, err
	}
	all, err := lib.EmptyPlatforms()
	if cl.IsNoDevice(err) {
		return nil, nil
	}
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names, err
}

// library opens the system's OpenCL library, nil where there is none or no address space for its drivers.
func library() (*cl.Library, error) {
	if err := memory.NeedAddresses("OpenCL drivers", driverAddresses); err != nil {
		return nil, fmt.Errorf("opencl: list devices: %w", err)
	}
	lib, err := cl.Open()
	if errors.Is(err, cl.ErrNoLibrary) {
		return nil, nil
	}
	return lib, err
}
