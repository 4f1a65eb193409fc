package opencl

import "flyby/kernel/cl"

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
