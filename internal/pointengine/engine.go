package pointengine

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"math/bits"
	"runtime/debug"
	"sync/atomic"
	"time"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/kernel"
	"flyby/points"
)

// Bound is the field By of a memory.Error about Config.Memory.
const Bound = "--memory"

// Auto is the method that chooses.
const Auto = "auto"

// Config holds the options of an engine.
type Config struct {
	Method   string
	Settings pointjoin.Settings
	Threads  int
	Memory   uint64        // bytes that the process may hold; math.MaxUint64: no bound
	Quota    *memory.Quota // bounds the engine in place of Memory; nil: Memory does
	Tmp      string        // folder of spill files; "": the system's
	TmpLimit uint64        // bytes of spill files at a time; 0: the free space of the disk
	Room     uint64        // bytes of pairs that are found at a time; 0: as many as fit. For tests
	Slab     int           // points that are indexed at a time; 0: all that fit. For tests
	Logger   *slog.Logger
	Progress func(phase string, done, total float64) // nil: progress is not reported
	Further  *Further                                // nil: there is none, or the choice is not the engine's
	// Cores opens the cores of the host, for nearest points that no driver has a method for which auto may take, or which is named; nil: the cores are among
	// the drivers, or not to be taken.
	Cores    func() (d pointjoin.Driver, ok bool)
	promised *atomic.Uint64 // bytes that are free and reserved; nil: none
}

// Engine joins one set of points. It is for one goroutine at a time.
type Engine struct {
	config Config
	shared *Config // the configuration of slabs
	store  *points.Store
	places []place

	resident pointjoin.Resident // the current index; nil: none yet
	at       int                // the place of the resident
	method   pointjoin.Method   // the method of the resident
	asked    question
	index    time.Duration // the time that making it took
	why      string        // of staying on the open devices, or of opening the further one; "": there was no choice
}

// A place is a driver that may join points.
type place struct {
	driver  pointjoin.Driver
	slabs   *slabs // the driver for points that need not fit memory
	standIn bool   // the cores of the host in place of devices that were asked for: they find nearest points alone
}

// New returns an engine, which closes the drivers. A method that is named runs on the first driver that has it; a choice is among the
// methods of all drivers.
func New(store *points.Store, c Config, drivers ...pointjoin.Driver) *Engine {
	e := &Engine{config: c, shared: &c, store: store}
	for _, d := range drivers {
		e.places = append(e.places, place{driver: d, slabs: &slabs{Driver: d, config: &c}})
	}
	return e
}

// Close closes the drivers and the index.
func (e *Engine) Close() error {
	errs := []error{e.drop()}
	for _, p := range e.places {
		errs = append(errs, p.driver.Close())
	}
	return errors.Join(errs...)
}

// drop closes the resident.
func (e *Engine) drop() error {
	if e.resident == nil {
		return nil
	}
	r := e.resident
	e.resident = nil
	return r.Close()
}

// Method returns the name of the last search's method, and Index the time that its index took.
func (e *Engine) Method() string       { return e.method.Name }
func (e *Engine) Index() time.Duration { return e.index }

// Indexing returns the time that searches have spent so far on indexing slabs, one after another; it is part of their own time.
func (e *Engine) Indexing() (took time.Duration) {
	for _, p := range e.places {
		took += p.slabs.indexing
	}
	return took
}

// Device describes the device of the last search.
func (e *Engine) Device() kernel.Device { return e.places[e.at].driver.Device() }

// Why returns the reason for which auto took the device, or did not take a further one; "": there was no choice.
func (e *Engine) Why() string { return e.why }

// Instead returns the selector of the device that was asked for, where the cores of the host stood in for it in the last search; "" where they did not.
func (e *Engine) Instead() string {
	if !e.places[e.at].standIn {
		return ""
	}
	return e.places[0].driver.Device().Selector
}

// Prepare indexes the points for a threshold, or where nearest is not 0 for that many nearest points, unless the index serves
// already. queries is the number of points to be joined with them, 0 for a self-join. A named method that finds no nearest points is
// an error where they are asked for.
func (e *Engine) Prepare(ctx context.Context, queries int, within pointjoin.Threshold, nearest int) error {
	asked := question{within, nearest, e.scale(queries)}
	if e.resident != nil && asked.same(e.asked) {
		return nil
	}
	at, m, err := e.choose(asked)
	if err != nil {
		return err
	}
	if at == e.at && e.serves(m, within, nearest) {
		e.asked = asked
		return nil
	}
	if err := e.drop(); err != nil {
		return err
	}
	e.report("index", 0, 1)
	start := time.Now()
	r, err := e.places[at].slabs.Load(ctx, pointjoin.Set{Points: e.store, Method: m.Name, Settings: e.config.Settings, Threshold: within})
	if err != nil {
		return err
	}
	e.resident, e.at, e.method, e.asked, e.index = r, at, m, asked, time.Since(start)
	e.config.Logger.Info("points indexed", "method", m.Name, "eps", within.Eps(), "index", e.index)
	return nil
}

// serves reports whether the current index also answers a question by method m.
func (e *Engine) serves(m pointjoin.Method, within pointjoin.Threshold, nearest int) bool {
	if e.resident == nil || m.Name != e.method.Name || !m.AnyEps && within != e.asked.within {
		return false
	}
	_, near := e.resident.(pointjoin.Nearer)
	return near || nearest == 0
}

// question holds the inputs that a method is chosen by.
type question struct {
	within  pointjoin.Threshold
	nearest int // nearest points of a query; 0: pairs are asked for
	scale   int // number of queries by number of points, as a power of two: 0 where queries are fewer, and in a self-join
}

// same reports whether the choice for another question, of as many queries or more, holds for this one, too.
func (q question) same(other question) bool {
	return q.within == other.within && q.nearest == other.nearest && q.scale <= other.scale
}

// turns returns about how many times as long as a self-join the answer takes: nearest points are looked for from both sides of each
// pair.
func (q question) turns() float64 {
	const sides = 2
	turns := math.Ldexp(1, q.scale)
	if q.scale > 0 || q.nearest > 0 {
		turns *= sides
	}
	return turns
}

// scale returns the scale of a question with the given number of queries.
func (e *Engine) scale(queries int) int { return bits.Len(uint(queries / max(e.store.Len(), 1))) }

// report reports how far a phase is.
func (e *Engine) report(phase string, done, total float64) {
	if e.config.Progress != nil {
		e.config.Progress(phase, done, total)
	}
}

// progress returns the function that reports how far a join of rows [first, last) of all is.
func (e *Engine) progress(first, last, all int) func(done, total float64) {
	if e.config.Progress == nil {
		return nil
	}
	return func(done, total float64) {
		rows := float64(first) + float64(last-first)*done/max(total, 1)
		e.report("search", rows, float64(all))
	}
}

// work returns a join of all rows of the queries, nil for a self-join.
func (e *Engine) work(queries *points.Store) pointjoin.Work {
	w := pointjoin.Work{Threshold: e.asked.within, Queries: queries, Last: e.store.Len()}
	if queries != nil {
		w.Last = queries.Len()
	}
	w.Progress = e.progress(0, w.Last, w.Last)
	return w
}

// room returns the bytes of pairs that may be found at a time. Sorting holds them twice, and the results made of them take as much
// again; pairs that are handed over need neither.
func (e *Engine) room(handedOver bool) uint64 {
	if e.config.Room > 0 {
		return e.config.Room
	}
	part := uint64(4)
	if handedOver {
		part = 2
	}
	return max(e.config.free()/part, leastRoom)
}

// free returns how many more bytes the process may hold.
func (c *Config) free() uint64 {
	free, _ := memory.Room()
	switch q := c.Quota; {
	case q != nil && q.Most() < math.MaxUint64:
		free = min(free, q.Left(), q.Rest())
	case q == nil && c.Memory != math.MaxUint64:
		free = min(free, memory.Remaining(c.Memory))
	}
	if c.promised != nil {
		free -= min(free, c.promised.Load())
	}
	return free
}

// freeFor returns free; if that is less than bytes, garbage is given back to the system first.
func (c *Config) freeFor(bytes uint64) uint64 {
	if free := c.free(); free >= bytes {
		return free
	}
	debug.FreeOSMemory() // memory that the runtime keeps counts as held
	return c.free()
}
