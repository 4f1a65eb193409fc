package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"flyby"
)

func (a *app) devicesCommand() *cobra.Command {
	asJSON := false
	c := a.settle(&cobra.Command{
		Use:   "devices [--json]",
		Short: "what a search can run on",
		Long: `Lists what a search can run on: the cpu, which is always there, and every device
of the system's OpenCL library. Give the first column to --device. A device
without float64 finds candidates and leaves the solve to the host.`,
		Example: "  flyby devices",
		RunE: func(c *cobra.Command, _ []string) error {
			all, failed := flyby.Devices()
			write := writeDevices
			if asJSON {
				write = writeDevicesJSON
			}
			if err := write(c.OutOrStdout(), all); err != nil {
				return err
			}
			return failed
		},
	})
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object a line on standard output, sizes in bytes")
	return c
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
			largest = size(d.MaxAlloc)
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n",
			d.Selector, d.Kind, d.Units, size(d.Memory), largest, float64s, d.Name, d.Driver, d.Platform)
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
