package evaluation

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"flyby"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
)

// Here describes this machine and the one device that a selector of flyby.Options names.
func Here(selector string) (journal.Machine, error) {
	devices, err := flyby.Devices()
	if err != nil {
		return journal.Machine{}, err
	}
	picked, err := flyby.Select(selector)
	if err != nil {
		return journal.Machine{}, err
	}
	if len(picked) > 1 {
		return journal.Machine{}, fmt.Errorf("evaluation: device %q: is %d devices, and one is measured", selector, len(picked))
	}
	return journal.Machine{
		CPU: devices[0].Name, Cores: runtime.GOMAXPROCS(0), Device: picked[0],
		System: fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, runtime.Version()),
	}, nil
}

// autoDevice returns the selector for method auto that makes it choose among the measured devices:
// "auto" where that stands for the device and the cpu, otherwise the device.
func autoDevice(d flyby.Device) string {
	if picked, err := flyby.Select("auto"); err == nil && len(picked) == 1 && picked[0] == d {
		return measure.AutoDevice
	}
	return d.Selector
}

// Commit returns the commit that the binary was built from, "" where the build has none.
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
