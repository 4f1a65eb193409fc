package flyby

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"flyby/kernel"
	"flyby/kernel/host"
)

// ErrNoDevice says that a device asked for by name is not here.
var ErrNoDevice = errors.New("flyby: no such device")

// Device describes what a search can run on.
type Device = kernel.Device

// Devices lists what can run here: the cpu first, then every device of the
// system's OpenCL library. A missing library is no error: it has no devices.
func Devices() ([]Device, error) {
	all := []Device{host.New(0).Device()}
	found, err := openclDevices()
	return append(all, found...), err
}

// openDriver opens the device that a selector names, and says why that one.
func openDriver(selector string, o Options) (d kernel.Driver, reason string, err error) {
	reason = "asked for"
	if selector == "" {
		selector, reason = os.Getenv("FLYBY_DEVICE"), "asked for by FLYBY_DEVICE"
	}
	switch {
	case selector == "" || selector == "auto":
		return autoDriver(o)
	case selector == "cpu":
		return host.New(o.Threads), reason, nil
	case selector == "gpu":
		d, err = openFirst(func(d Device) bool { return d.Kind == kernel.GPU }, selector, o)
	case selector == "opencl":
		d, err = openFirst(func(Device) bool { return true }, selector, o)
	case strings.HasPrefix(selector, "opencl:"):
		d, err = openFirst(func(d Device) bool { return d.Selector == selector }, selector, o)
	default:
		err = fmt.Errorf("%w: %q: must be auto, cpu, gpu, opencl or opencl:N", ErrNoDevice, selector)
	}
	return d, reason, err
}

// autoDriver opens the first GPU, or the cpu where there is none.
func autoDriver(o Options) (kernel.Driver, string, error) {
	d, err := openFirst(func(d Device) bool { return d.Kind == kernel.GPU }, "gpu", o)
	if err == nil {
		return d, firstGPU, nil
	}
	return host.New(o.Threads), "no GPU here", nil
}

// firstGPU is the reason why autoDriver takes a GPU.
const firstGPU = "the first GPU"

// openFirst opens the first OpenCL device that is wanted.
func openFirst(wanted func(Device) bool, selector string, o Options) (kernel.Driver, error) {
	found, err := openclDevices()
	if err != nil {
		return nil, err
	}
	for _, d := range found {
		if wanted(d) {
			return openOpenCL(d, o)
		}
	}
	plural := "s"
	if len(found) == 1 {
		plural = ""
	}
	return nil, fmt.Errorf("%w: %q: OpenCL lists %d device%s (see flyby devices)", ErrNoDevice, selector, len(found), plural)
}
