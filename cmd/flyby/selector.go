package main

import (
	"fmt"
	"os"
	"regexp"

	"github.com/spf13/cobra"

	"flyby"
)

// addDevice adds --device.
func addDevice(c *cobra.Command, device *string, does string) {
	c.Flags().StringVar(device, "device", "", "`DEVICE` to "+does+": auto (a GPU if there is one, else the cpu), cpu, gpu, gpu:all (all GPUs at once), opencl, opencl:all or opencl:N (see flyby devices) (default $FLYBY_DEVICE, or auto)")
	complete(c, "device", "auto", "cpu", "gpu", "gpu:all", "opencl", "opencl:all")
}

// deviceSelector matches what --device may be.
func deviceSelector() *regexp.Regexp {
	return regexp.MustCompile(`^(|auto|cpu|gpu(:all)?|opencl(:all|:[0-9]{1,9})?)$`)
}

// checkSelector refuses what cannot be a device.
func checkSelector(c *cobra.Command, device string) error {
	if !deviceSelector().MatchString(device) {
		return usage(c, "--device %q: must be %s", device, flyby.Selectors)
	}
	return nil
}

// checkDevice refuses a device that is not here before time is spent on what to
// do there.
func checkDevice(device string) error {
	if env := os.Getenv("FLYBY_DEVICE"); device == "" && !deviceSelector().MatchString(env) {
		return fmt.Errorf("%w: FLYBY_DEVICE %q: must be %s", flyby.ErrNoDevice, env, flyby.Selectors)
	}
	_, err := flyby.Select(device)
	return err
}
