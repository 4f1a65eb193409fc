package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/doctor"
	"flyby/internal/machine"
	hostmemory "flyby/internal/memory"
)

func (a *app) devicesCommand() *cobra.Command {
	asJSON := false
	c := a.described("devices", &cobra.Command{
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			all, failed := listDevices(c, args)
			write := writeDevices
			if asJSON {
				write = writeDevicesJSON
			}
			if len(all) == 0 {
				return failed
			}
			if err := write(a.streams.out, all); err != nil {
				return err
			}
			if err := flyby.OpenCL(); err != nil && len(args) == 0 {
				fmt.Fprintln(a.err, err)
			}
			return failed
		},
	})
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object a line on standard output, sizes in bytes")
	return c
}

// listDevices lists the devices that a selector picks, without one all.
func listDevices(c *cobra.Command, args []string) ([]flyby.Device, error) {
	if len(args) == 0 {
		return flyby.Devices()
	}
	if err := checkSelector(c, args[0]); err != nil {
		return nil, err
	}
	return flyby.Select(args[0])
}

func writeDevices(w io.Writer, all []flyby.Device) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "DEVICE\tKIND\tUNITS\tMEMORY\tMAX ALLOC\tFLOAT64\tNAME\tDRIVER\tPLATFORM")
	for _, d := range all {
		float64s, largest := "no", "any"
		if d.Float64 {
			float64s = "yes"
		}
		if d.MaxAlloc > 0 {
			largest = hostmemory.Size(d.MaxAlloc)
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n",
			d.Selector, d.Kind, d.Units, hostmemory.Size(d.Memory), largest, float64s, d.Name, d.Driver, d.Platform)
	}
	return t.Flush()
}

// deviceJSON is a device as --json shows it.
type deviceJSON struct {
	Device   string `json:"device"`
	Kind     string `json:"kind"`
	Name     string `json:"name"`
	Vendor   string `json:"vendor"`
	Platform string `json:"platform"`
	Driver   string `json:"driver"`
	Units    int    `json:"units"`
	ClockMHz int    `json:"clock_mhz"`
	Memory   uint64 `json:"memory"`
	MaxAlloc uint64 `json:"max_alloc"` // 0: no limit of its own
	Float64  bool   `json:"float64"`
}

func writeDevicesJSON(w io.Writer, all []flyby.Device) error {
	lines := json.NewEncoder(w)
	for _, d := range all {
		err := lines.Encode(deviceJSON{
			d.Selector, string(d.Kind), d.Name, d.Vendor, d.Platform, d.Driver,
			d.Units, d.ClockMHz, d.Memory, d.MaxAlloc, d.Float64,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// addDevice adds --device.
func addDevice(c *cobra.Command, device *string, does string) {
	c.Flags().StringVar(device, "device", "", "`DEVICE` to "+does+": "+selectors(true)+" (see flyby devices) (default $FLYBY_DEVICE, or auto)")
	var words []string
	for form := range machine.Selectors() {
		if !strings.HasSuffix(form, ":N") {
			words = append(words, form)
		}
	}
	complete(c, "device", words...)
}

// selectors lists the values of --device, with their meanings if explained.
func selectors(explained bool) string {
	var texts []string
	for form, means := range machine.Selectors() {
		if explained && means != "" {
			form += " (" + means + ")"
		}
		texts = append(texts, form)
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// checkSelector refuses a text that selects no kind of device.
func checkSelector(c *cobra.Command, device string) error {
	if err := (flyby.Options{Device: device}).Validate(); err != nil {
		return cli.Usage(c, "--%s", cli.Message(err))
	}
	return nil
}

// checkDevice refuses a device that is not here before time is spent on what to
// do there.
func checkDevice(device string) error { return machine.CheckDevice(device) }

func (a *app) doctorCommand() *cobra.Command {
	c := a.described("doctor", &cobra.Command{
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			d := doctor.Here().Examine()
			if err := a.printAnswer(d, d.Text()); err != nil {
				return err
			}
			return d.Failed
		},
	})
	a.addJSON(c, "a JSON object on standard output, sizes in bytes")
	return c
}
