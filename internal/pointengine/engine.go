package pointengine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/points"
	"flyby/points/pointjoin"
)

// Auto is the method that chooses.
const Auto = "auto"

// Config is what an engine is told.
type Config struct {
	Method   string
	Settings pointjoin.Settings
	Threads  int
	Memory   uint64 // that the process may hold; math.MaxUint64: no bound
	Room     uint64 // bytes of pairs that are found at a time; 0: as many as fit. For tests
	Logger   *slog.Logger
	Progress func(phase string, done, total float64) // nil: nobody asks
}

// Engine joins one set of points. It is for one goroutine at a time.
type Engine struct {
	config Config
	store  *points.Store
	driver pointjoin.Driver

	resident pointjoin.Resident // nil: none yet
	method   pointjoin.Method   // of the resident
	asked    question
	index    time.Duration // that making it took
}

// New returns an engine, which closes the driver.
func New(store *points.Store, driver pointjoin.Driver, c Config) *Engine {
	return &Engine{config: c, store: store, driver: driver}
}

// Close closes the driver and what it holds.
func (e *Engine) Close() error { return errors.Join(e.drop(), e.driver.Close()) }

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

// Device describes that of the driver.
func (e *Engine) Device() kernel.Device { return e.driver.Device() }

// Prepare has the points indexed for a threshold, or where nearest is not 0 for that many nearest points, unless they
// are. A method that is named and finds none is an error.
func (e *Engine) Prepare(ctx context.Context, within pointjoin.Threshold, nearest int) error {
	asked := question{within, nearest}
	if e.resident != nil && asked == e.asked {
		return nil
	}
	m := e.choose(within, nearest)
	if nearest > 0 && !m.Nearest {
		return fmt.Errorf("pointengine: method %s finds no nearest points", m.Name)
	}
	if e.resident != nil && m.Name == e.method.Name && (m.AnyEps || within == e.asked.within) {
		e.asked = asked
		return nil
	}
	if err := e.drop(); err != nil {
		return err
	}
	e.tell("index", 0, 1)
	start := time.Now()
	r, err := e.driver.Load(ctx, pointjoin.Set{Points: e.store, Method: m.Name, Settings: e.config.Settings, Threshold: within})
	if err != nil {
		return err
	}
	e.resident, e.method, e.asked, e.index = r, m, asked, time.Since(start)
	e.config.Logger.Info("points indexed", "method", m.Name, "eps", within.Eps(), "index", e.index)
	return nil
}

// question is what a method was chosen for.
type question struct {
	within  pointjoin.Threshold
	nearest int // points; 0: pairs
}

// choose returns the method for a threshold, or for a number of nearest points.
func (e *Engine) choose(within pointjoin.Threshold, nearest int) pointjoin.Method {
	all := e.driver.Methods()
	if i := slices.IndexFunc(all, func(m pointjoin.Method) bool { return m.Name == e.config.Method }); i >= 0 {
		return all[i]
	}
	if nearest > 0 {
		all = slices.DeleteFunc(all, func(m pointjoin.Method) bool { return !m.Nearest })
		if i := slices.IndexFunc(all, func(m pointjoin.Method) bool { return e.store.Dimensions() <= m.NearestUpTo }); i >= 0 {
			return all[i]
		}
		within = reach(e.store, nearest)
	}
	chosen, why := cheapest(e.store, within, all)
	e.config.Logger.Info("method chosen", "method", chosen.Name, "why", why)
	return chosen
}

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
// order, and what is made of them takes as much again.
func (e *Engine) room() uint64 {
	if e.config.Room > 0 {
		return e.config.Room
	}
	const least, part = 4 << 20, 4
	free, _ := memory.Room()
	if held := memory.Resident(); e.config.Memory > held {
		free = min(free, e.config.Memory-held)
	} else {
		free = 0
	}
	return max(free/part, least)
}
