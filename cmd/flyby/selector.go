package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"flyby"
)

// addDevice adds --device.
func addDevice(c *cobra.Command, device *string, does string) {
	c.Flags().StringVar(device, "device", "", "`DEVICE` to "+does+": "+selectors(true)+" (see flyby devices) (default $FLYBY_DEVICE, or auto)")
	var words []string
	for _, f := range flyby.Selectors() {
		if !strings.HasSuffix(f.Text, ":N") {
			words = append(words, f.Text)
		}
	}
	complete(c, "device", words...)
}

// selectors lists what --device may be, and what it means where that is wanted.
func selectors(explained bool) string {
	var forms []string
	for _, f := range flyby.Selectors() {
		if explained && f.Means != "" {
			f.Text += " (" + f.Means + ")"
		}
		forms = append(forms, f.Text)
	}
	last := len(forms) - 1
	return strings.Join(forms[:last], ", ") + " or " + forms[last]
}

// checkSelector refuses what cannot be a device.
func checkSelector(c *cobra.Command, device string) error {
	if device == "" {
		return nil
	}
	if _, err := flyby.ParseSelector(device); err != nil {
		return usage(c, "--device %q: %w", device, err)
	}
	return nil
}

// checkDevice refuses a device that is not here before time is spent on what to
// do there.
func checkDevice(device string) error {
	if env := os.Getenv("FLYBY_DEVICE"); device == "" && env != "" {
		if _, err := flyby.ParseSelector(env); err != nil {
			return fmt.Errorf("%w: FLYBY_DEVICE %q: %w", flyby.ErrNoDevice, env, err)
		}
	}
	_, err := flyby.Select(device)
	return err
}
