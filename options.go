package flyby

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/parallel"
)

// Method is the way a search is done. All give the same hits.
type Method string

const (
	// MethodAuto lets flyby choose; so does "".
	MethodAuto Method = "auto"
	// MethodSpatiotemporal walks two pyramids of boxes against each other.
	MethodSpatiotemporal Method = "spatiotemporal"
	// MethodTemporal is the paper's GPUTrajDistSearch: temporal bins, batches.
	MethodTemporal Method = "temporal"
	// MethodRTree is search-and-refine with an R-tree, a baseline.
	MethodRTree Method = "rtree"
	// MethodBruteForce compares every pair, a baseline.
	MethodBruteForce Method = "bruteforce"
)

// Methods returns the methods by name.
func Methods() []Method {
	return []Method{MethodAuto, MethodSpatiotemporal, MethodTemporal, MethodRTree, MethodBruteForce}
}

// DefaultBatching is the batching of MethodTemporal where Options has none.
const DefaultBatching = "periodic:120"

// ModelBatching picks the size of Periodic batches by the device's performance
// model, which is made (see Tune) where there is none yet.
const ModelBatching = "model"

// Options says how a database is searched. The zero value is the default.
type Options struct {
	// Method: "" means MethodAuto.
	Method Method
	// Device is "cpu" (Go on all cores), "gpu" (the first GPU of OpenCL),
	// "gpu:all" (all its GPUs at once), "opencl" (its first device),
	// "opencl:all" (all at once that are of one kind: GPUs if there are any),
	// "opencl:N" (that of Devices) or "auto": a GPU if there is one, the cpu
	// otherwise. "" means $FLYBY_DEVICE, or auto.
	Device string
	// Providers list the devices that Device chooses among; nil: those of Providers().
	Providers []Provider
	// ExcludeSameID leaves out pairs of trajectories with the same id.
	ExcludeSameID bool
	// EncountersOnly says that hits are not wanted but for their number: a
	// search joins them to what Result.Encounters returns, on the device where
	// that can, and Result.Chunks yields none.
	EncountersOnly bool
	// From and To cut the search to the times [From, To]; nil leaves it open.
	From, To *float64
	// Threads bounds the cores in use: 0 means all, negative is an error. More than
	// four a core are cut to that, which Logger is told.
	Threads int
	// Batching makes the batches of MethodTemporal, "periodic:120" for
	// instance (package batching lists all), or ModelBatching; "" means
	// DefaultBatching.
	Batching string
	// Bins is the number of temporal bins of MethodTemporal: 0 means the
	// paper's 10,000, negative is an error.
	Bins int
	// Timed has Stats.Kernel measured for MethodSpatiotemporal on an OpenCL device,
	// as it always is for MethodTemporal. A search takes some 0.1 ms longer then.
	Timed bool
	// Progress, if set, is called a few times a second, never twice at once.
	Progress func(Progress)
	// Logger receives what --verbose shows; nil discards it.
	Logger *slog.Logger

	quick bool // a rough performance model will do; for tests
}

// providers are those of the devices.
func (o Options) providers() []Provider {
	if o.Providers == nil {
		return Providers()
	}
	return o.Providers
}

// Progress is how far a phase of the work has come.
type Progress struct {
	// Phase is "search" or "tune", or "settle" where a device leaves pairs to exact
	// arithmetic once it has searched; then, where they take longer than a moment, "order" and
	// with EncountersOnly "join", what is done with hits once all are found.
	Phase       string
	Done, Total float64
	// Left is the time that the phase still takes: by the device's performance
	// model at first, by its own pace later. 0: unknown.
	Left time.Duration
}

// settings is Options with the defaults filled in and the texts parsed.
type settings struct {
	Options
	window    interaction.Window
	algorithm batching.Algorithm
}

// settle fills in the defaults and returns all complaints at once.
func (o Options) settle() (settings, error) {
	s := settings{Options: o, window: interaction.Unbounded()}
	errs := []error{s.settleMethod(), s.settleWindow(), s.settleNumbers()}
	if s.Batching == "" {
		s.Batching = DefaultBatching
	}
	err := s.settleBatching()
	if s.Logger == nil {
		s.Logger = slog.New(slog.DiscardHandler)
	}
	return s, errors.Join(append(errs, err)...)
}

// settleBatching parses the batching; the model's has no algorithm yet.
func (s *settings) settleBatching() (err error) {
	s.algorithm = nil
	if s.Batching != ModelBatching {
		s.algorithm, err = batching.Parse(s.Batching)
	}
	return err
}

func (s *settings) settleMethod() error {
	if s.Method == "" {
		s.Method = MethodAuto
	}
	for _, m := range Methods() {
		if s.Method == m {
			return nil
		}
	}
	return fmt.Errorf("flyby: method %q: must be one of %v", s.Method, Methods())
}

func (s *settings) settleWindow() error {
	if s.From != nil {
		s.window.From = *s.From
	}
	if s.To != nil {
		s.window.To = *s.To
	}
	if math.IsNaN(s.window.From) || math.IsNaN(s.window.To) || s.window.From > s.window.To {
		return fmt.Errorf("flyby: window from %v to %v: must be numbers, from not after to", s.window.From, s.window.To)
	}
	return nil
}

func (s *settings) settleNumbers() error {
	var errs []error
	if s.Threads < 0 {
		errs = append(errs, fmt.Errorf("flyby: threads %d: must be positive, or 0 for all cores", s.Threads))
	}
	s.Threads = parallel.Threads(s.Threads)
	if s.Bins < 0 {
		errs = append(errs, fmt.Errorf("flyby: bins %d: must be positive, or 0 for the default", s.Bins))
	}
	return errors.Join(errs...)
}
