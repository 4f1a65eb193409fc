package flyby

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/several"
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

// Selectors says what Options.Device may be.
const Selectors = "auto, cpu, gpu, gpu:all, opencl, opencl:all or opencl:N"

// Select returns the devices that a search runs on where Options.Device is
// selector, several for "gpu:all" and "opencl:all". It fails with ErrNoDevice
// where none is here.
func Select(selector string) ([]Device, error) {
	selector, _ = settleSelector(selector)
	cpu := []Device{host.New(0).Device()}
	if selector == "cpu" {
		return cpu, nil
	}
	if selector != "auto" {
		return pickOpenCL(selector)
	}
	if gpu, err := pickOpenCL("gpu"); err == nil {
		return gpu, nil
	}
	return cpu, nil
}

// settleSelector fills in what "" means, and says why that device.
func settleSelector(selector string) (settled, reason string) {
	if selector != "" {
		return selector, "asked for"
	}
	if selector = os.Getenv("FLYBY_DEVICE"); selector != "" {
		return selector, "asked for by FLYBY_DEVICE"
	}
	return "auto", ""
}

// pickOpenCL returns the OpenCL devices that a selector names.
func pickOpenCL(selector string) ([]Device, error) {
	switch {
	case selector == "gpu", selector == "gpu:all", selector == "opencl", strings.HasPrefix(selector, "opencl:"):
	default:
		return nil, fmt.Errorf("%w: %q: must be %s", ErrNoDevice, selector, Selectors)
	}
	found, err := openclDevices()
	if err != nil {
		return nil, err
	}
	if picked := pick(selector, found); len(picked) > 0 {
		return picked, nil
	}
	plural := "s"
	if len(found) == 1 {
		plural = ""
	}
	return nil, fmt.Errorf("%w: %q: OpenCL lists %d device%s (see flyby devices)", ErrNoDevice, selector, len(found), plural)
}

// pick returns those of the OpenCL devices found that a selector names.
func pick(selector string, found []Device) []Device {
	first := func(d []Device) []Device { return d[:min(1, len(d))] }
	switch selector {
	case "gpu":
		return first(ofKind(kernel.GPU, found))
	case "gpu:all":
		return ofKind(kernel.GPU, found)
	case "opencl":
		return first(found)
	case "opencl:all":
		for _, kind := range []kernel.Kind{kernel.GPU, kernel.Accelerator, kernel.CPU} {
			if all := ofKind(kind, found); len(all) > 0 {
				return all
			}
		}
	}
	for i, d := range found {
		if d.Selector == selector {
			return found[i : i+1]
		}
	}
	return nil
}

// ofKind returns the devices of a kind.
func ofKind(kind kernel.Kind, found []Device) (all []Device) {
	for _, d := range found {
		if d.Kind == kind {
			all = append(all, d)
		}
	}
	return all
}

// openDriver opens the device that a selector names, and says why that one.
func openDriver(selector string, o Options) (d kernel.Driver, reason string, err error) {
	if o.driver != nil {
		return o.driver, "a test's", nil
	}
	selector, reason = settleSelector(selector)
	switch selector {
	case "auto":
		return autoDriver(o)
	case "cpu":
		return host.New(o.Threads), reason, nil
	}
	d, err = openPicked(selector, o)
	return d, reason, err
}

// autoDriver opens the first GPU, or the cpu where there is none.
func autoDriver(o Options) (kernel.Driver, string, error) {
	d, err := openPicked("gpu", o)
	if err == nil {
		return d, firstGPU, nil
	}
	return host.New(o.Threads), "no GPU here", nil
}

// firstGPU is the reason why autoDriver takes a GPU.
const firstGPU = "the first GPU"

// openPicked opens the OpenCL devices that a selector names: several as one.
func openPicked(selector string, o Options) (kernel.Driver, error) {
	picked, err := pickOpenCL(selector)
	if err != nil {
		return nil, err
	}
	var drivers []kernel.Driver
	for _, d := range picked {
		driver, err := openOpenCL(d, o)
		if err != nil {
			for _, opened := range drivers {
				err = errors.Join(err, opened.Close())
			}
			return nil, err
		}
		drivers = append(drivers, driver)
	}
	if len(drivers) == 1 {
		return drivers[0], nil
	}
	return several.New(selector, drivers...), nil
}
