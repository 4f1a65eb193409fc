// Package doctor examines a machine as searches find it: its cores and the bounds of memory, OpenCL's library and the drivers
// that ICD files name, devices and their performance models; and it says which package to install or which file to write where
// one is missing.
package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"flyby"
	"flyby/internal/cl"
	"flyby/internal/devices"
	"flyby/internal/engine"
	hostmemory "flyby/internal/memory"
	"flyby/internal/predict"
	"flyby/kernel"
)

// Surroundings has the parts of a machine that the doctor examines; tests replace Here's.
type Surroundings struct {
	root    fs.FS // "/"
	env     func(name string) string
	openCL  func() (path string, err error) // OpenCL's library
	load    func(name string) error         // opens a shared library
	empty   func() ([]string, error)        // names of OpenCL platforms without a device
	devices devices.Providers
	bounds  []hostmemory.Bound
	system  string // runtime.GOOS
	process uint64 // memory of the process without its searches, in bytes
}

// processBytes is about the memory of a process of the command without data.
const processBytes = 64 << 20

// Here returns the surroundings of this process.
func Here() Surroundings {
	return Surroundings{
		process: processBytes, root: os.DirFS("/"), env: os.Getenv, openCL: library, load: cl.Load, empty: emptyPlatforms,
		devices: flyby.Providers(), bounds: hostmemory.Bounds(), system: runtime.GOOS,
	}
}

// A Diagnosis is the doctor's result. Its JSON has sizes in bytes.
type Diagnosis struct {
	Cores   int      `json:"cores"`   // of the machine
	Threads int      `json:"threads"` // that run at once, as far as a limit of processor time allows
	Memory  uint64   `json:"memory"`  // the most bytes that a search takes by default
	Bounds  []Bound  `json:"bounds"`
	Library Library  `json:"library"`
	ICDs    []ICD    `json:"icd_files"`
	Empty   []string `json:"empty_platforms"` // OpenCL platforms without a device
	Devices []Device `json:"devices"`
	Causes  []string `json:"causes"` // the reasons why there are no more devices
	Advice  []string `json:"advice"`
	Runs    bool     `json:"searches_run"`
	Failed  error    `json:"-"` // nil where searches run
}

// A Bound is one of the limits of memory.
type Bound struct {
	By   string `json:"by"`
	Left uint64 `json:"left"` // bytes
}

// Library is the path of the OpenCL library, or the reason why there is none.
type Library struct {
	Path  string `json:"path,omitempty"`
	Cause string `json:"cause,omitempty"`
}

// An ICD is an ICD file: it names the library of a driver.
type ICD struct {
	File    string `json:"file"`
	Library string `json:"library"`
	Cause   string `json:"cause,omitempty"` // the reason why the library cannot be opened
}

// A Device is a device, with its limits.
type Device struct {
	Device     string `json:"device"`
	Name       string `json:"name"`
	Float64    bool   `json:"float64"`
	Model      string `json:"model,omitempty"`       // the model's file
	ModelState string `json:"model_state,omitempty"` // "there", "not there", or the reason why it is not used
}

// Examine examines all of the surroundings.
func (s Surroundings) Examine() Diagnosis {
	d := Diagnosis{Cores: runtime.NumCPU(), Threads: runtime.GOMAXPROCS(0), Memory: hostmemory.Share(), ICDs: []ICD{}, Empty: []string{}, Causes: []string{}, Advice: []string{}}
	for _, b := range s.bounds {
		d.Bounds = append(d.Bounds, Bound{b.By, b.Remaining})
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
	s.explainEmpty(&d)
	d.Failed = s.judge(d.Memory)
	d.Runs = d.Failed == nil
	return d
}

// judge returns the reason why no search can run, nil where one can.
func (s Surroundings) judge(room uint64) error {
	if least := s.process + engine.Least(1); room < least {
		return fmt.Errorf("memory %s: a search takes at least %s", hostmemory.Size(room), hostmemory.Size(least))
	}
	_, err := s.devices.Select("")
	return err
}

// modelled returns a device with the state of its model.
func modelled(d kernel.Device) Device {
	found := Device{Device: d.Selector, Name: d.Name, Float64: d.Float64}
	path, err := predict.DefaultPath(d)
	if err != nil {
		found.ModelState = oneLine(err)
		return found
	}
	found.Model, found.ModelState = path, "there"
	switch _, err := predict.LoadFor(path, d); {
	case errors.Is(err, fs.ErrNotExist):
		found.ModelState = "not there: flyby tune --device " + d.Selector + " makes it"
	case err != nil:
		found.ModelState = "not used: " + oneLine(err)
	}
	return found
}

// oneLine returns an error's text in one line.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
