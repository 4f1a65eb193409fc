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

// Method is the way a search is done. All give the same hits.
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

// Options says what a database is: its method, its device, its index. The zero value is
// the default.
type Options struct {
	// Method: "" means MethodAuto.
	Method Method
	// Device is "cpu" (Go on all cores), "gpu" (the first GPU of OpenCL),
	// "gpu:all" (all its GPUs at once), "opencl" (its first device),
	// "opencl:all" (all at once that are of one kind: GPUs if there are any),
	// "opencl:N" (that of Devices) or "auto": a GPU if there is one, the cpu
	// otherwise. "" means $FLYBY_DEVICE, or auto.
	Device string
	// Providers list the devices that Device chooses among, and flyby opens no others; nil:
	// those of Providers(). MethodRTree and MethodBruteForce need no device: they run on
	// Threads of the host, whatever the providers.
	Providers []kernel.Provider
	// Threads bounds the cores in use: 0 means all, negative is an error. More than
	// four a core are cut to that, which Logger is told.
	Threads int
	// Bins is the number of temporal bins of MethodTemporal: 0 means the
	// paper's 10,000, negative is an error.
	Bins int
	// Memory is the bytes of the host that the database may take, what the process held at Open not counted: 0 means
	// 80 % of what is free then. Files that outgrow it are searched slab by slab (docs/memory.md), and what hits and encounters outgrow it
	// are searched for in ranges of the queries, as they are read; where it is too little
	// for that, the error is ErrMemory, and a *MemoryError that says what is enough. Garbage counts: a program that has to keep to it
	// sets the runtime's limit (debug.SetMemoryLimit) to what it holds itself and this.
	Memory uint64
	// Early hands hits on before a search ends, those of the first queries while it goes on with the
	// others, at the cost of a second, smaller search. Encounters are not.
	Early bool
	// Tmp is the folder for what outgrows Memory, data and what is found in them; "" means the
	// system's. Its files have no names and go with Close.
	Tmp string
	// TmpLimit is the bytes that may lie in Tmp at once: 0 means what is free there.
	TmpLimit uint64
	// Progress, if set, is called a few times a second, never twice at once.
	Progress func(Progress)
	// Logger receives what was chosen, built and allocated, at slog.LevelInfo, and as
	// warnings what went another way than it should; nil discards it.
	Logger *slog.Logger

	quota    *memory.Quota // filled in
	asked    bool          // Memory was given
	outgrown bool          // files are taken to outgrow Memory; for tests
	quick    bool          // a rough performance model will do; for tests
	rows     int           // of the queries that are searched with at a time; 0: as many as fit. For tests
	hits     uint64        // bytes of hits that are found at a time; 0: as many as fit. For tests
}

// Progress is how far a phase of the work has come.
type Progress struct {
	// Phase is "read", of bytes of files, "slabs", of those that are searched, "search" or "tune", or "settle" where a device leaves pairs to exact
	// arithmetic once it has searched; then, where they take longer than a moment, "order" and
	// for encounters "join", what is done with hits once all are found.
	Phase       string
	Done, Total float64
	// Left is the time that the phase still takes: by the device's performance
	// model at first, by its own pace later. 0: unknown.
	Left time.Duration
}

// Validate returns all complaints about the options at once, those that need no device
// to be known.
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

// filled returns the options with defaults for what is not set. Threads are cut to what
// the machine can use.
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

// config is what an engine is told of options that are filled.
func (o Options) config() engine.Config {
	c := engine.Config{Method: string(o.Method), Bins: o.Bins, Threads: o.Threads, Logger: o.Logger, Quick: o.quick,
		Quota: o.quota, Early: o.Early, Tmp: o.Tmp, TmpLimit: o.TmpLimit, Rows: o.rows, Hits: o.hits}
	if tell := o.Progress; tell != nil {
		c.Progress = func(p engine.Progress) { tell(Progress(p)) }
	}
	return c
}

// reading is what data sets are read and searched within.
func (o Options) reading() source.Config {
	return source.Config{Method: string(o.Method), Device: o.Device, Providers: providers(o.Providers), Threads: o.Threads, Bins: o.Bins, Quota: o.quota, Asked: o.asked,
		Tmp: o.Tmp, TmpLimit: o.TmpLimit, Logger: o.Logger, Outgrown: o.outgrown}
}

// tell tells Progress.
func (o Options) tell(phase string, done, total float64) {
	if o.Progress != nil {
		o.Progress(Progress{Phase: phase, Done: done, Total: total})
	}
}
