package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/devices"
	"flyby/internal/engine"
	hostmemory "flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/printable"
	"flyby/kernel"
	"flyby/kernel/opencl"
	"flyby/perfmodel"
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
			d := here().examine()
			if err := d.write(a.streams.out, asJSON); err != nil {
				return err
			}
			return d.failed
		},
	})
	c.Flags().BoolVar(&asJSON, "json", false, "a JSON object on standard output, sizes in bytes")
	return c
}

// surroundings are what the doctor looks at; tests have others.
type surroundings struct {
	root    fs.FS // "/"
	env     func(name string) string
	openCL  func() (path string, err error) // that of OpenCL
	load    func(name string) error         // opens a shared library
	devices devices.Providers
	bounds  []hostmemory.Bound
	system  string // runtime.GOOS
}

func here() surroundings {
	return surroundings{
		root: os.DirFS("/"), env: os.Getenv, openCL: opencl.Library, load: opencl.Load,
		devices: flyby.Providers(), bounds: hostmemory.Bounds(), system: runtime.GOOS,
	}
}

// diagnosis is what the doctor found.
type diagnosis struct {
	Cores   int           `json:"cores"`   // of the machine
	Threads int           `json:"threads"` // that run at once, a limit of processor time taken off
	Memory  uint64        `json:"memory"`  // bytes that a search takes by itself, at most
	Bounds  []boundFound  `json:"bounds"`
	Library libraryFound  `json:"library"`
	ICDs    []icdFound    `json:"icd_files"`
	Devices []deviceFound `json:"devices"`
	Causes  []string      `json:"causes"` // why there are no more devices
	Advice  []string      `json:"advice"`
	Runs    bool          `json:"searches_run"`
	failed  error         // nil where searches run
}

// boundFound is one thing that bounds memory.
type boundFound struct {
	By   string `json:"by"`
	Left uint64 `json:"left"` // bytes
}

// libraryFound is the OpenCL library, or why there is none.
type libraryFound struct {
	Path  string `json:"path,omitempty"`
	Cause string `json:"cause,omitempty"`
}

// icdFound is an ICD file: it names the library of a driver.
type icdFound struct {
	File    string `json:"file"`
	Library string `json:"library"`
	Cause   string `json:"cause,omitempty"` // why that cannot be opened
}

// deviceFound is a device, with what keeps it from being of full use.
type deviceFound struct {
	Device     string `json:"device"`
	Name       string `json:"name"`
	Float64    bool   `json:"float64"`
	Model      string `json:"model,omitempty"`       // the file
	ModelState string `json:"model_state,omitempty"` // "there", "not there", or why it is not used
}

// examine looks at all of it.
func (s surroundings) examine() diagnosis {
	d := diagnosis{Cores: runtime.NumCPU(), Threads: runtime.GOMAXPROCS(0), Memory: hostmemory.Share(), ICDs: []icdFound{}, Causes: []string{}, Advice: []string{}}
	for _, b := range s.bounds {
		d.Bounds = append(d.Bounds, boundFound{b.By, b.Left})
	}
	s.lookForDrivers(&d)
	all, err := s.devices.List()
	if err != nil {
		d.Causes = append(d.Causes, oneLine(err))
	}
	for _, one := range all {
		d.Devices = append(d.Devices, modelled(one))
		if !one.Float64 {
			d.Causes = append(d.Causes, one.Selector+" has no float64: it finds candidates, and the cores of the host decide")
		}
	}
	s.explain(&d)
	d.failed = s.judge(d.Memory)
	d.Runs = d.failed == nil
	return d
}

// judge says why no search can run, nil where one can.
func (s surroundings) judge(room uint64) error {
	if least := processBytes + engine.Least(1); room < least {
		return fmt.Errorf("memory %s: a search takes at least %s", hostmemory.Size(room), hostmemory.Size(least))
	}
	_, err := s.devices.Select(s.env("FLYBY_DEVICE"))
	return err
}

// modelled is a device with the state of its model.
func modelled(d kernel.Device) deviceFound {
	found := deviceFound{Device: d.Selector, Name: d.Name, Float64: d.Float64}
	path, err := perfmodel.DefaultPath(d)
	if err != nil {
		found.ModelState = oneLine(err)
		return found
	}
	found.Model, found.ModelState = path, "there"
	switch _, err := perfmodel.LoadFor(path, d); {
	case errors.Is(err, fs.ErrNotExist):
		found.ModelState = "not there: flyby tune --device " + d.Selector + " makes it"
	case err != nil:
		found.ModelState = "not used: " + oneLine(err)
	}
	return found
}

// oneLine is an error as a line.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// write writes the diagnosis for people, or for programs.
func (d diagnosis) write(w io.Writer, asJSON bool) error {
	if asJSON {
		return writeObject(w, d)
	}
	_, err := io.WriteString(w, d.text())
	return err
}

// text is the diagnosis for people.
func (d diagnosis) text() string {
	var s strings.Builder
	row := func(label, format string, args ...any) {
		fmt.Fprintf(&s, "%-12s %s\n", label, printable.Text(fmt.Sprintf(format, args...)))
	}
	row("cores", "%d, of which %d work at once", d.Cores, min(d.Threads, parallel.Threads(d.Threads)))
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
