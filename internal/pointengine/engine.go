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
	"flyby/kernel"
	"flyby/points"
	"flyby/points/pointjoin"
)

// Bound is the field By of a memory.Error about Config.Memory.
const Bound = "--memory"

// Auto is the method that chooses.
const Auto = "auto"

// Config is what an engine is told.
type Config struct {
	Method   string
	Settings pointjoin.Settings
	Threads  int
	Memory   uint64        // that the process may hold; math.MaxUint64: no bound
	Quota    *memory.Quota // that the engine takes of, in place of Memory; nil: of no one's
	Tmp      string        // folder for what outgrows memory; "": the system's
	TmpLimit uint64        // bytes that may be there at once; 0: what is free
	Room     uint64        // bytes of pairs that are found at a time; 0: as many as fit. For tests
	Slab     int           // points that are indexed at a time; 0: all that fit. For tests
	Logger   *slog.Logger
	Progress func(phase string, done, total float64) // nil: nobody asks
	// Further opens a device beside the drivers, for what these take longer for than it takes to open it; nil: there is none.
	Further  func() (d pointjoin.Driver, ok bool)
	promised *atomic.Uint64 // bytes that are free and spoken for; nil: none
}

// Engine joins one set of points. It is for one goroutine at a time.
type Engine struct {
	config Config
	shared *Config // the configuration of slabs
	store  *points.Store
	places []place

	resident pointjoin.Resident // nil: none yet
	at       int                // the place of the resident
	method   pointjoin.Method   // of the resident
	asked    question
	index    time.Duration // that making it took
}

// A place is where points may be joined.
type place struct {
	driver pointjoin.Driver
	slabs  *slabs // the same, for points that need not fit
}

// New returns an engine, which closes the drivers. A method that is named is run by the first that has it; the choice of
// methods is among those of all.
func New(store *points.Store, c Config, drivers ...pointjoin.Driver) *Engine {
	e := &Engine{config: c, shared: &c, store: store}
	for _, d := range drivers {
		e.places = append(e.places, place{d, &slabs{Driver: d, config: &c}})
	}
	return e
}

// Close closes the drivers and what they hold.
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

// Method is the name of the one that the last search ran by, and Index how long its index took.
func (e *Engine) Method() string       { return e.method.Name }
func (e *Engine) Index() time.Duration { return e.index }

// Indexing is how long searches have indexed slabs so far, one after another: part of what they took.
func (e *Engine) Indexing() (took time.Duration) {
	for _, p := range e.places {
		took += p.slabs.indexing
	}
	return took
}

// Device describes that of the last search.
func (e *Engine) Device() kernel.Device { return e.places[e.at].driver.Device() }

// Prepare has the points indexed for a threshold, or where nearest is not 0 for that many nearest points, unless they
// are. queries are how many are to be joined with them, 0 for a self-join. A method that is named and finds none is an error.
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
	e.tell("index", 0, 1)
	start := time.Now()
	r, err := e.places[at].slabs.Load(ctx, pointjoin.Set{Points: e.store, Method: m.Name, Settings: e.config.Settings, Threshold: within})
	if err != nil {
		return err
	}
	e.resident, e.at, e.method, e.asked, e.index = r, at, m, asked, time.Since(start)
	e.config.Logger.Info("points indexed", "method", m.Name, "eps", within.Eps(), "index", e.index)
	return nil
}

// serves reports whether what is indexed is for a question, too.
func (e *Engine) serves(m pointjoin.Method, within pointjoin.Threshold, nearest int) bool {
	if e.resident == nil || m.Name != e.method.Name || !m.AnyEps && within != e.asked.within {
		return false
	}
	_, near := e.resident.(pointjoin.Nearer)
	return near || nearest == 0
}

// question is what a method was chosen for.
type question struct {
	within  pointjoin.Threshold
	nearest int // points; 0: pairs
	scale   int // how many times the points the queries are, as a power of two: 0 where they are fewer, and in a self-join
}

// same reports whether the choice for another question holds for this one, too: the other has as many queries or more.
func (q question) same(other question) bool {
	return q.within == other.within && q.nearest == other.nearest && q.scale <= other.scale
}

// turns is how many times as long as a self-join the answer takes, about: nearest points are looked for from both sides of each pair.
func (q question) turns() float64 {
	const sides = 2
	turns := math.Ldexp(1, q.scale)
	if q.scale > 0 || q.nearest > 0 {
		turns *= sides
	}
	return turns
}

// scale is the scale of a question of a number of queries.
func (e *Engine) scale(queries int) int { return bits.Len(uint(queries / max(e.store.Len(), 1))) }

// tell tells how far a phase is.
func (e *Engine) tell(phase string, done, total float64) {
	if e.config.Progress != nil {
		e.config.Progress(phase, done, total)
	}
}

// progress is what a work is told to tell, for rows [first, last) of all.
func (e *Engine) progress(first, last, all int) func(done, total float64) {
	if e.config.Progress == nil {
		return nil
	}
	return func(done, total float64) {
		rows := float64(first) + float64(last-first)*done/max(total, 1)
		e.tell("search", rows, float64(all))
	}
}

// work is a join of all rows of the queries, nil for a self-join.
func (e *Engine) work(queries *points.Store) pointjoin.Work {
	w := pointjoin.Work{Threshold: e.asked.within, Queries: queries, Last: e.store.Len()}
	if queries != nil {
		w.Last = queries.Len()
	}
	w.Progress = e.progress(0, w.Last, w.Last)
	return w
}

// room is the bytes of pairs that may be found at a time: they are there twice while they are put in
// order, and what is made of them takes as much again; neither of those that are handed over.
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

// free is how many bytes more the process may hold.
func (c *Config) free() uint64 {
	free, _ := memory.Room()
	switch q := c.Quota; {
	case q != nil && q.Most() < math.MaxUint64:
		free = min(free, memory.Left(q.Most()), q.Rest())
	case q == nil && c.Memory != math.MaxUint64:
		free = min(free, memory.Left(c.Memory))
	}
	if c.promised != nil {
		free -= min(free, c.promised.Load())
	}
	return free
}

// freeFor is free, once garbage is given back to the system where less is free than some bytes.
func (c *Config) freeFor(bytes uint64) uint64 {
	if free := c.free(); free >= bytes {
		return free
	}
	debug.FreeOSMemory() // what the runtime keeps is counted as held
	return c.free()
}
