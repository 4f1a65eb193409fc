package opencl

import "flyby/kernel/cl"

// Library returns the name that the system's OpenCL library is opened under. It fails where none
// can be opened.
func Library() (path string, err error) {
	lib, err := cl.Open()
	if err != nil {
		return "", err
	}
	return lib.Path(), nil
}

// Load opens a shared library, such as that of a driver, which stays open. Its error says why it
// cannot be opened.
func Load(name string) error { return cl.Load(name) }
