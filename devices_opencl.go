package flyby

import (
	"fmt"

	"flyby/kernel"
)

// openclDevices lists the devices of the system's OpenCL library.
func openclDevices() ([]Device, error) {
	return nil, nil
}

// openOpenCL opens one of them.
func openOpenCL(d Device) (kernel.Driver, error) {
	return nil, fmt.Errorf("%w: %q", ErrNoDevice, d.Selector)
}
