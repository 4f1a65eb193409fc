package main

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/kernel"
)

// selectors says what --device may be.
const selectors = "auto, cpu, gpu, opencl or opencl:N"

// addDevice adds --device.
func addDevice(c *cobra.Command, device *string, does string) {
	c.Flags().StringVar(device, "device", "", "`DEVICE` to "+does+": auto (a GPU if there is one, else the cpu), cpu, gpu, opencl or opencl:N (see flyby devices) (default $FLYBY_DEVICE, or auto)")
	complete(c, "device", "auto", "cpu", "gpu", "opencl")
}

// deviceSelector matches what --device may be.
func deviceSelector() *regexp.Regexp {
	return regexp.MustCompile(`^(|auto|cpu|gpu|opencl(:[0-9]{1,9})?)$`)
}

// checkSelector refuses what cannot be a device.
func checkSelector(c *cobra.Command, device string) error {
	if !deviceSelector().MatchString(device) {
		return usage(c, "--device %q: must be %s", device, selectors)
	}
	return nil
}

// checkDevice refuses a device that is not here before time is spent on what to
// do there.
func checkDevice(device string) error {
	device = cmp.Or(device, os.Getenv("FLYBY_DEVICE"))
	switch {
	case device == "" || device == "auto" || device == "cpu":
		return nil
	case !deviceSelector().MatchString(device):
		return fmt.Errorf("%w: FLYBY_DEVICE %q: must be %s", flyby.ErrNoDevice, device, selectors)
	}
	all, err := flyby.Devices()
	if err != nil {
		return err
	}
	opencl := slices.DeleteFunc(all, func(d flyby.Device) bool { return !strings.HasPrefix(d.Selector, "opencl:") })
	here := slices.ContainsFunc(opencl, func(d flyby.Device) bool {
		return device == "opencl" || device == d.Selector || device == "gpu" && d.Kind == kernel.GPU
	})
	if !here {
		return fmt.Errorf("%w: %q: OpenCL lists %s (see flyby devices)", flyby.ErrNoDevice, device, plural(len(opencl), "device"))
	}
	return nil
}
