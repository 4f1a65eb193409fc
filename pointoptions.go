package flyby

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"flyby/internal/drivers"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/pointdrivers"
	"flyby/internal/pointengine"
	"flyby/kernel"
	"flyby/points/pointjoin"
)

// PointOptions configures a set of points: method, device, memory. The zero value is the default.
type PointOptions struct {
	// Method is the name of one of PointMethods, of another method of a device of Providers, or "auto" ("" means the same): the
	// method that is predicted to take the least time, and never a paper's (pointjoin.Method.Paper). All find the same.
	Method string
	// Settings are settings of the method, by name: see pointjoin.Method.
	Settings map[string]string
	// Device is a selector, as Options.Device is, of one device. "" means $FLYBY_DEVICE, or "auto": the first GPU, and the
	// cores of the host for searches that are faster there; without a GPU the cores alone. Methods of the host alone run on the cores, and so do searches for nearest points that the device
	// has no method for: see PointStats.Instead. Where Method is "auto", too, the GPU is opened by the first search that would take longer on the cores than opening it does.
	Device string
	// Providers is as Options.Providers; Device chooses among the devices of the providers that are a pointjoin.Provider. nil means Providers().
	Providers []kernel.Provider
	// Threads bounds the cores of a search: 0 means all, negative is an error. Many points are copied and sorted into
	// an index on all cores.
	Threads int
	// Memory is the bytes of host memory that the set of points may take, beside the memory that the process held at OpenPoints, the points among it: 0
	// means 80 % of the memory that is free then. Points whose index outgrows it are searched in slabs, pairs in ranges of rows. Tables are held
	// whole: a table of neighbours or of nearest points that outgrows it is an error. Garbage counts: a program that has to keep to it
	// sets the runtime's limit (debug.SetMemoryLimit) to the sum of its own memory and this.
	Memory uint64
	// Tmp is the folder of spill files, for pairs of slabs and Mirrored pairs that outgrow Memory; "" means the system's. TmpLimit is the bytes that
	// may lie there at once: 0 means as many as are free.
	Tmp      string
	TmpLimit uint64
	// Progress, if set, is called a few times a second, never twice at once; its phases are "index",
	// "search", whose Done and Total are rows, and "cluster", where they are variants.
	Progress func(Progress)
	// Logger receives choices and index sizes, at slog.LevelInfo; nil discards them.
	Logger *slog.Logger
}

// PointMethods returns the methods that join points, with their settings.
func PointMethods() []pointjoin.Method { return pointdrivers.Methods() }

// check returns all complaints about the options at once.
func (o PointOptions) check() error {
	var errs []error
	if o.Threads < 0 {
		errs = append(errs, fmt.Errorf("flyby: threads %d: must be positive, or 0 for all cores", o.Threads))
	}
	names := []string{pointengine.Auto}
	for _, m := range PointMethods() {
		if names = append(names, m.Name); m.Name == o.Method {
			errs = append(errs, m.Check(o.Settings))
		}
	}
	if o.Method != "" && o.Providers == nil && !slices.Contains(names, o.Method) {
		errs = append(errs, fmt.Errorf("flyby: method %q: must be one of %s", o.Method, strings.Join(names, ", ")))
	}
	if o.auto() && len(o.Settings) > 0 {
		errs = append(errs, errors.New("flyby: settings are those of a method: name it"))
	}
	return errors.Join(errs...)
}

// drivers opens the devices that an engine begins with, and sets c to open a further device where that is faster.
func (o PointOptions) drivers(c *pointengine.Config) (all []pointjoin.Driver, err error) {
	open := kernel.OpenOptions{Threads: o.Threads, Memory: drivers.Share(c.Quota.Bytes()), Logger: c.Logger}
	all, c.Further, err = pointdrivers.Begin(o.Method, o.Device, providers(o.Providers), open, memory.Remaining(c.Quota.Most()))
	c.Cores = pointdrivers.Cores(o.Method, o.Device, all, providers(o.Providers), open)
	return all, err
}

// auto reports whether the method is flyby's to choose.
func (o PointOptions) auto() bool { return o.Method == "" || o.Method == pointengine.Auto }

// config returns the engine's configuration, with defaults filled in.
func (o PointOptions) config(quota *memory.Quota) pointengine.Config {
	c := pointengine.Config{Method: o.Method, Settings: o.Settings, Threads: parallel.Threads(o.Threads), Quota: quota, Tmp: o.Tmp, TmpLimit: o.TmpLimit, Logger: o.Logger}
	if o.auto() {
		c.Method = pointengine.Auto
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if tell := o.Progress; tell != nil {
		c.Progress = func(phase string, done, total float64) { tell(Progress{Phase: phase, Done: done, Total: total}) }
	}
	return c
}
