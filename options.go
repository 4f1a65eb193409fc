package flyby

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/source"
	"flyby/internal/trial"
	"flyby/kernel"
)

// Method names the algorithm of a search, of trajectories or of points (PointMethods). All methods of the same data find the same.
type Method string

const (
	// MethodAuto lets flyby choose, and so does "": of trajectories MethodSpatiotemporal, or MethodTemporal on a device that cannot walk.
	MethodAuto Method = "auto"
	// MethodSpatiotemporal walks two pyramids of boxes against each other.
	MethodSpatiotemporal Method = "spatiotemporal"
	// MethodTemporal is GPUTrajDistSearch of M. Gowanlock and H. Casanova
	// (arXiv:1405.7461), the paper: temporal bins, batches of query segments.
	MethodTemporal Method = "temporal"
	// MethodRTree is search-and-refine with an R-tree, a baseline.
	MethodRTree Method = "rtree"
	// MethodBruteForce compares every pair, a baseline.
	MethodBruteForce Method = "bruteforce"
)

// Methods returns the methods by name.
func Methods() (all []Method) {
	for _, name := range engine.Methods() {
		all = append(all, Method(name))
	}
	return all
}

// About describes a method of trajectories as PointMethods does methods of points: its name, what it does, its settings and its paper.
func (m Method) About() pointjoin.Method {
	means, paper, settings := engine.About(string(m))
	return pointjoin.Method{Name: string(m), Means: means, Settings: settings, Paper: paper}
}

// Options configures a database or a set of points: its method, its device, its memory. The zero value is
// the default.
type Options struct {
	// Method: "" means MethodAuto. Of points it is the name of one of PointMethods or of another method of a device of Providers; MethodAuto is the
	// method that is predicted to take the least time, and never a paper's (pointjoin.Method.Paper).
	Method Method
	// Settings are settings of the method, by name: see Method.About and PointMethods. MethodAuto has none.
	Settings map[string]string
	// Device is "cpu" (Go on all cores), "gpu" (the first GPU of OpenCL),
	// "gpu:all" (all its GPUs at once), "opencl" (its first device),
	// "opencl:all" (all of one kind at once: GPUs if there are any),
	// "opencl:N" (as Devices lists it) or "auto". "" means $FLYBY_DEVICE, or auto. Auto begins on
	// the cores, and opens the first GPU for a search that is predicted to take less time there, its
	// driver's start included; Stats.Reason and PointStats.Why have the predictions. With less than
	// 1 GiB of memory, and for data that outgrow memory, auto is the first GPU from the beginning, and
	// the cores where performance models predict them to be faster. Methods of points of the host alone
	// run on the cores, and so do searches for nearest points that the device has no method for: see
	// PointStats.Instead.
	Device string
	// Providers list the devices that Device chooses among, and flyby opens no others; nil
	// means Providers(). Points choose among the devices of the providers that are a pointjoin.Provider. MethodRTree and MethodBruteForce of trajectories need no device: they run on
	// Threads of the host, whatever the providers.
	Providers []kernel.Provider
	// Threads bounds the cores in use: 0 means all, negative is an error. More than
	// four threads a core are cut to four, with a message to Logger. Many points are copied and sorted into
	// an index on all cores.
	Threads int
	// Memory is the bytes of host memory that the database or the set of points may take, in addition to the memory that the process held when it was opened: 0 means
	// 80 % of the memory that is free then. Files that outgrow it are searched slab by slab (docs/memory.md), and results that outgrow it
	// are searched for in ranges of the queries, while they are read; where it is too little
	// for either, the error is ErrMemory, and a *MemoryError that says how much is enough. Points that OpenPoints is given count, and points whose index outgrows it are searched
	// in slabs, pairs in ranges of rows; tables are held whole: a table of neighbours or of nearest points that outgrows it is an error.
	// Garbage counts: a program that has to keep to it
	// sets the runtime's limit (debug.SetMemoryLimit) to the sum of its own memory and this.
	Memory uint64
	// Early yields the hits of the first queries while the search goes on with the other queries,
	// at the cost of a second, smaller search. It does nothing for encounters and points.
	Early bool
	// Tmp is the folder of spill files: of data and of results that outgrow Memory; "" means the
	// system's. Its files have no names and go with Close.
	Tmp string
	// TmpLimit is the bytes that may lie in Tmp at once: 0 means as many as are free there.
	TmpLimit uint64
	// Progress, if set, is called a few times a second, never twice at once.
	Progress func(Progress)
	// Logger receives choices, index sizes and allocations at slog.LevelInfo, and as
	// warnings whatever did not go as it should; nil discards both.
	Logger *slog.Logger

	quota *memory.Quota // filled in
	asked bool          // Memory was given
}

// Progress is how far a phase of the work has come: Done of Total, and Left, the time that the phase is still expected to take, by the device's performance model at
// first, by its own pace later; 0: unknown. Phase is "read", counted in bytes of files, "slabs", counted in slabs searched, "search" or "tune", or "settle" where a
// device leaves pairs to exact arithmetic once it has searched; then, where they take longer than a moment, "order", the sorting of all hits, and for encounters "join",
// the joining of hits. Of points it is "index", "search", counted in rows, and "cluster", counted in variants.
type Progress = engine.Progress

// Validate returns at once all complaints about the options of a database that need no device to
// be known.
func (o Options) Validate() error {
	var all []pointjoin.Method
	for _, m := range Methods()[1:] { // without MethodAuto
		all = append(all, m.About())
	}
	return o.validate(all, true)
}

// ValidatePoints is Validate for a set of points. Devices of Providers may have methods of points that are not known before they are open.
func (o Options) ValidatePoints() error { return o.validate(PointMethods(), o.Providers == nil) }

// validate returns all complaints about the options at once; whole says that there are no other methods.
func (o Options) validate(methods []pointjoin.Method, whole bool) error {
	var errs []error
	names := []string{string(MethodAuto)}
	var settings error
	for _, m := range methods {
		if names = append(names, m.Name); m.Name == string(o.Method) {
			settings = m.Check(o.Settings)
		}
	}
	if whole && o.Method != "" && !slices.Contains(names, string(o.Method)) {
		errs = append(errs, fmt.Errorf("flyby: method %q: must be one of %s", o.Method, strings.Join(names, ", ")))
	}
	if err := providers(o.Providers).Check(o.Device); err != nil {
		errs = append(errs, fmt.Errorf("flyby: device %q: %w", o.Device, err))
	}
	if o.Threads < 0 {
		errs = append(errs, fmt.Errorf("flyby: threads %d: must be positive, or 0 for all cores", o.Threads))
	}
	if o.auto() && len(o.Settings) > 0 {
		settings = errors.New("flyby: settings are those of a method: name it")
	}
	return errors.Join(append(errs, settings)...)
}

// auto reports whether the method is flyby's to choose.
func (o Options) auto() bool { return o.Method == "" || o.Method == MethodAuto }

// filled returns the options with defaults for fields that are not set. Threads are cut to the
// number that the machine can use.
func (o Options) filled(quota *memory.Quota) Options {
	if o.Method == "" {
		o.Method = MethodAuto
	}
	o.quota, o.asked = quota, o.Memory > 0
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	threads := parallel.Threads(o.Threads)
	if o.Threads > threads {
		o.Logger.Info("threads cut to four a core", "asked", o.Threads, "threads", threads)
	}
	o.Threads = threads
	return o
}

// config returns the configuration of an engine, from options that are filled.
func (o Options) config() engine.Config {
	t, _ := trial.Of(o.Providers)
	return engine.Config{Method: string(o.Method), Settings: o.Settings, Threads: o.Threads, Logger: o.Logger, Quick: t.Quick,
		Quota: o.quota, Early: o.Early, Tmp: o.Tmp, TmpLimit: o.TmpLimit, Rows: t.Rows, Hits: t.Hits, Progress: o.Progress}
}

// reading returns the configuration for data sets that are read and searched.
func (o Options) reading() source.Config {
	t, _ := trial.Of(o.Providers)
	return source.Config{Method: string(o.Method), Device: o.Device, Providers: providers(o.Providers), Threads: o.Threads, Settings: o.Settings, Quota: o.quota, Asked: o.asked,
		Tmp: o.Tmp, TmpLimit: o.TmpLimit, Logger: o.Logger, Outgrown: t.Outgrown}
}

// reportProgress calls Progress, if it is set.
func (o Options) reportProgress(phase string, done, total float64) {
	if o.Progress != nil {
		o.Progress(Progress{Phase: phase, Done: done, Total: total})
	}
}
