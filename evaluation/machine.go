package evaluation

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"

	"flyby"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
)

// Here describes this machine and the device that a selector names.
func Here(selector string) (journal.Machine, error) {
	devices, err := flyby.Devices()
	if err != nil {
		return journal.Machine{}, err
	}
	device, err := resolve(selector, devices)
	return journal.Machine{
		CPU: devices[0].Name, Cores: runtime.GOMAXPROCS(0), Device: device,
		System: fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, runtime.Version()),
	}, err
}

// resolve finds the device of a selector as flyby.Open does, so that all measurements name the same one.
// devices are those of flyby.Devices, the cpu first.
func resolve(selector string, devices []flyby.Device) (flyby.Device, error) {
	if selector == "" {
		selector = os.Getenv("FLYBY_DEVICE")
	}
	wanted := func(d flyby.Device) bool { return d.Selector == selector }
	switch selector {
	case "", "auto", "gpu":
		wanted = func(d flyby.Device) bool { return measure.IsGPU(d) }
	case "opencl":
		wanted = func(d flyby.Device) bool { return d.Selector != "cpu" }
	}
	i := slices.IndexFunc(devices, wanted)
	switch {
	case i >= 0:
		return devices[i], nil
	case selector == "" || selector == "auto":
		return devices[0], nil
	}
	return flyby.Device{}, fmt.Errorf("%w: %q: see flyby devices", flyby.ErrNoDevice, selector)
}

// autoDevice is what method auto is given so that it chooses among what is measured: "auto" where that
// stands for the device and the cpu, otherwise the device.
func autoDevice(d flyby.Device) string {
	devices, err := flyby.Devices()
	if err != nil {
		return d.Selector
	}
	if first, err := resolve("auto", devices); err == nil && first == d {
		return measure.AutoDevice
	}
	return d.Selector
}

// Commit is what the binary was built from, as far as the build tells.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	text := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text = s.Value + text
		case s.Key == "vcs.modified" && s.Value == "true":
			text += " with changes"
		}
	}
	return text
}
