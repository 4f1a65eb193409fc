package flyby

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/source"
	"flyby/kernel"
)

// Method names the algorithm of a search. All give the same hits.
type Method string

const (
	// MethodAuto lets flyby choose; so does "".
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

// Options configures a database: its method, its device, its index. The zero value is
// the default.
type Options struct {
	// Method: "" means MethodAuto.
	Method Method
	// Device is "cpu" (Go on all cores), "gpu" (the first GPU of OpenCL),
	// "gpu:all" (all its GPUs at once), "opencl" (its first device),
	// "opencl:all" (all of one kind at once: GPUs if there are any),
	// "opencl:N" (as Devices lists it) or "auto": a GPU if there is one, the cpu
	// otherwise. "" means $FLYBY_DEVICE, or auto.
	Device string
	// Providers list the devices that Device chooses among, and flyby opens no others; nil
	// means Providers(). MethodRTree and MethodBruteForce need no device: they run on
	// Threads of the host, whatever the providers.
	Providers []kernel.Provider
	// Threads bounds the cores in use: 0 means all, negative is an error. More than
	// four threads a core are cut to four, with a message to Logger.
	Threads int
	// Bins is the number of temporal bins of MethodTemporal: 0 means the
	// paper's 10,000, negative is an error.
	Bins int
	// Memory is the bytes of host memory that the database may take, beside the memory that the process held at Open: 0 means
	// 80 % of the memory that is free then. Files that outgrow it are searched slab by slab (docs/memory.md), and results that outgrow it
	// are searched for in ranges of the queries, while they are read; where it is too little
	// for either, the error is ErrMemory, and a *MemoryError that says how much is enough. Garbage counts: a program that has to keep to it
	// sets the runtime's limit (debug.SetMemoryLimit) to the sum of its own memory and this.
	Memory uint64
	// Early yields the hits of the first queries while the search goes on with the other queries,
	// at the cost of a second, smaller search. It does nothing for encounters.
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

	quota    *memory.Quota // filled in
	asked    bool          // Memory was given
	outgrown bool          // files are taken to outgrow Memory; for tests
	quick    bool          // a rough performance model will do; for tests
	rows     int           // query rows that are searched with at a time; 0: as many as fit. For tests
	hits     uint64        // bytes of hits that are found at a time; 0: as many as fit. For tests
}

// Progress is how far a phase of the work has come.
type Progress struct {
	// Phase is "read", counted in bytes of files, "slabs", counted in slabs searched, "search" or "tune", or "settle" where a device leaves pairs to exact
	// arithmetic once it has searched; then, where they take longer than a moment, "order", the sorting of all hits, and
	// for encounters "join", the joining of hits.
	Phase       string
	Done, Total float64
	// Left is the time that the phase is still expected to take: by the device's performance
	// model at first, by its own pace later. 0: unknown.
	Left time.Duration
}

// Validate returns at once all complaints about the options that need no device to
// be known.
func (o Options) Validate() error {
	var errs []error
	if o.Method != "" && !slices.Contains(Methods(), o.Method) {
		errs = append(errs, fmt.Errorf("flyby: method %q: must be one of %s", o.Method, strings.Join(engine.Methods(), ", ")))
	}
	if err := providers(o.Providers).Check(o.Device); err != nil {
		errs = append(errs, fmt.Errorf("flyby: device %q: %w", o.Device, err))
	}
	if o.Threads < 0 {
		errs = append(errs, fmt.Errorf("flyby: threads %d: must be positive, or 0 for all cores", o.Threads))
	}
	if o.Bins < 0 {
		errs = append(errs, fmt.Errorf("flyby: bins %d: must be positive, or 0 for the default", o.Bins))
	}
	return errors.Join(errs...)
}

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
	c := engine.Config{Method: string(o.Method), Bins: o.Bins, Threads: o.Threads, Logger: o.Logger, Quick: o.quick,
		Quota: o.quota, Early: o.Early, Tmp: o.Tmp, TmpLimit: o.TmpLimit, Rows: o.rows, Hits: o.hits}
	if tell := o.Progress; tell != nil {
		c.Progress = func(p engine.Progress) { tell(Progress(p)) }
	}
	return c
}

// reading returns the configuration for data sets that are read and searched.
func (o Options) reading() source.Config {
	return source.Config{Method: string(o.Method), Device: o.Device, Providers: providers(o.Providers), Threads: o.Threads, Bins: o.Bins, Quota: o.quota, Asked: o.asked,
		Tmp: o.Tmp, TmpLimit: o.TmpLimit, Logger: o.Logger, Outgrown: o.outgrown}
}

// reportProgress calls Progress, if it is set.
func (o Options) reportProgress(phase string, done, total float64) {
	if o.Progress != nil {
		o.Progress(Progress{Phase: phase, Done: done, Total: total})
	}
}
