package main

import (
	"strings"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/devices"
)

// addDevice adds --device.
func addDevice(c *cobra.Command, device *string, does string) {
	c.Flags().StringVar(device, "device", "", "`DEVICE` to "+does+": "+selectors(true)+" (see flyby devices) (default $FLYBY_DEVICE, or auto)")
	var words []string
	for _, f := range providers().Forms() {
		if !strings.HasSuffix(f.Text, ":N") {
			words = append(words, f.Text)
		}
	}
	complete(c, "device", words...)
}

// selectors lists what --device may be, and what it means where that is wanted.
func selectors(explained bool) string {
	var texts []string
	for _, f := range providers().Forms() {
		if explained && f.Means != "" {
			f.Text += " (" + f.Means + ")"
		}
		texts = append(texts, f.Text)
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// providers list devices.
func providers() devices.Providers { return flyby.Providers() }

// checkSelector refuses what cannot be a device.
func checkSelector(c *cobra.Command, device string) error {
	if device == "" {
		return nil
	}
	if err := providers().Check(device); err != nil {
		return cli.Usage(c, "--device %q: %w", device, err)
	}
	return nil
}

// checkDevice refuses a device that is not here before time is spent on what to
// do there.
func checkDevice(device string) error {
	_, err := flyby.Select(device)
	return err
}
