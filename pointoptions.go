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

// PointOptions says how points are joined. The zero value is the default.
type PointOptions struct {
	// Method is the name of one of PointMethods, or of one that a device of Providers has, or "auto", which "" means: the
	// one that is predicted to take the least time. All find the same.
	Method string
	// Settings are those of the method, by name: see pointjoin.Method.
	Settings map[string]string
	// Device is a selector as of Options.Device, of one device. "" means $FLYBY_DEVICE, or "auto": the first GPU, and beside it the
	// cores of the host for what is faster there, or these alone. Methods of the host alone run there. Where Method is "auto", too, the GPU is looked for
	// by the first search that the cores take longer for than opening it.
	Device string
	// Providers are as those of Options; Device chooses among the devices of those that are a pointjoin.Provider. nil: those of Providers().
	Providers []kernel.Provider
	// Threads bounds the cores that a search is on: 0 means all, negative is an error. Points are copied and sorted into
	// an index on all cores where they are many.
	Threads int
	// Memory is the bytes of the host that the set of points may take, what the process held at OpenPoints, the points among it, not counted: 0
	// means 80 % of what is free then. Points whose index outgrows it are searched in slabs, pairs in ranges of rows. Tables are held
	// whole: one that outgrows it, of neighbours or of nearest points, is an error. Garbage counts: a program that has to keep to it
	// sets the runtime's limit (debug.SetMemoryLimit) to what it holds itself and this.
	Memory uint64
	// Tmp is the folder for pairs of slabs, and those that are Mirrored, that outgrow Memory, "" that of the system, and TmpLimit the bytes that
	// may be there at once, 0 as many as are free.
	Tmp      string
	TmpLimit uint64
	// Progress, if set, is called a few times a second, never twice at once; its phases are "index",
	// "search", whose Done and Total are rows, and "cluster", where they are variants.
	Progress func(Progress)
	// Logger receives what was chosen and built, at slog.LevelInfo; nil discards it.
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

// drivers opens the devices that an engine begins with, and has it open a further one where that is faster.
func (o PointOptions) drivers(c *pointengine.Config) (all []pointjoin.Driver, err error) {
	open := kernel.OpenOptions{Threads: o.Threads, Memory: drivers.Share(c.Quota.Bytes()), Logger: c.Logger}
	all, c.Further, err = pointdrivers.Begin(o.Method, o.Device, providers(o.Providers), open, memory.Left(c.Quota.Most()))
	return all, err
}

// auto reports whether the method is flyby's to choose.
func (o PointOptions) auto() bool { return o.Method == "" || o.Method == pointengine.Auto }

// config is what an engine is told, with defaults filled in.
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
