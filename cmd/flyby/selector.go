package main

import (
	"strings"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
)

// addDevice adds --device.
func addDevice(c *cobra.Command, device *string, does string) {
	c.Flags().StringVar(device, "device", "", "`DEVICE` to "+does+": "+selectors(true)+" (see flyby devices) (default $FLYBY_DEVICE, or auto)")
	var words []string
	for form := range flyby.Selectors() {
		if !strings.HasSuffix(form, ":N") {
			words = append(words, form)
		}
	}
	complete(c, "device", words...)
}

// selectors lists what --device may be, and what it means where that is wanted.
func selectors(explained bool) string {
	var texts []string
	for form, means := range flyby.Selectors() {
		if explained && means != "" {
			form += " (" + means + ")"
		}
		texts = append(texts, form)
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// checkSelector refuses what cannot be a device.
func checkSelector(c *cobra.Command, device string) error {
	if err := (flyby.Options{Device: device}).Validate(); err != nil {
		return cli.Usage(c, "--%s", cli.Message(err))
	}
	return nil
}

// checkDevice refuses a device that is not here before time is spent on what to
// do there.
func checkDevice(device string) error {
	_, err := flyby.Select(device)
	return err
}
