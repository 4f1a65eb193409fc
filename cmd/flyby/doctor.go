package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/doctor"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
)

func (a *app) doctorCommand() *cobra.Command {
	asJSON := false
	c := a.equip(&cobra.Command{
		Use:   "doctor [--json]",
		Short: "what searches find on this machine, and why a device is not among it",
		Long: `Says what a search would find here: cores and what bounds memory; the OpenCL library
that lists devices, and the ICD files that name the drivers to it, with what keeps
them from being opened; the devices, and where the performance model of each is kept
(see flyby tune). Where something is missing it says what to install, or to write.
The exit status is 0 where a search can run.`,
		Example: "  flyby doctor",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			d := doctor.Here().Examine()
			if err := writeDiagnosis(a.streams.out, &d, asJSON); err != nil {
				return err
			}
			return d.Failed
		},
	})
	c.Flags().BoolVar(&asJSON, "json", false, "a JSON object on standard output, sizes in bytes")
	return c
}

// writeDiagnosis writes what the doctor found for people, or for programs.
func writeDiagnosis(w io.Writer, d *doctor.Diagnosis, asJSON bool) error {
	if asJSON {
		return writeObject(w, d)
	}
	_, err := io.WriteString(w, diagnosisText(d))
	return err
}

// diagnosisText is what the doctor found for people.
func diagnosisText(d *doctor.Diagnosis) string {
	var s strings.Builder
	row := func(label, format string, args ...any) {
		fmt.Fprintf(&s, "%-12s %s\n", label, printable.Text(fmt.Sprintf(format, args...)))
	}
	row("cores", "%d, of which %d work at once", d.Cores, d.Threads)
	row("memory", "%s for a search without --memory", hostmemory.Size(d.Memory))
	for _, b := range d.Bounds {
		row("", "%s leaves %s", b.By, hostmemory.Size(b.Left))
	}
	if d.Library.Path != "" {
		row("OpenCL", "%s", d.Library.Path)
	} else {
		row("OpenCL", "no library: %s", d.Library.Cause)
	}
	for _, i := range d.ICDs {
		state := "can be opened"
		if i.Cause != "" {
			state = i.Cause
		}
		row("ICD file", "%s names %q: %s", i.File, i.Library, state)
	}
	for _, one := range d.Devices {
		row("device", "%s, %s", one.Device, one.Name)
		row("", "model %s: %s", one.Model, one.ModelState)
	}
	for _, cause := range d.Causes {
		row("why", "%s", cause)
	}
	for _, advice := range d.Advice {
		row("do", "%s", advice)
	}
	if d.Runs {
		row("searches", "run")
	}
	return s.String()
}
