package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"flyby"
	hostmemory "flyby/internal/memory"
)

func (a *app) devicesCommand() *cobra.Command {
	asJSON := false
	c := a.equip(&cobra.Command{
		Use:   "devices [SELECTOR] [--json]",
		Short: "what a search can run on",
		Long: `Lists what a search can run on: the cpu, which is always there, and every device
of the system's OpenCL library. Give the first column to --device, or "gpu" for
the first GPU, "gpu:all" for all GPUs at once, "opencl" for the first OpenCL device
and "opencl:all" for all of one kind, GPUs if there are any. With a SELECTOR it
lists the devices that such a --device picks. A device without float64 finds
candidates and leaves the solve to the host. Where no OpenCL library can be opened,
standard error says why.`,
		Example: "  flyby devices\n  flyby devices auto",
		Args:    cobra.MaximumNArgs(1),
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

// listDevices lists those that the selector picks, if there is one, else all.
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
