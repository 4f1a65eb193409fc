package doctor

import (
	"fmt"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
)

// Text returns the diagnosis for people, line by line.
func (d *Diagnosis) Text() string {
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
	for _, name := range d.Empty {
		row("platform", "%s: no device", name)
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
