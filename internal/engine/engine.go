package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/baseline"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/setting"
	"flyby/kernel"
	"flyby/trajectory"
)

// Config holds the options of an engine. Every field is as in flyby.Options, its default filled in.
type Config struct {
	Method   string           // a name of Methods, or Auto
	Settings setting.Settings // of the method
	Threads  int
	Logger   *slog.Logger
	Progress func(Progress) // nil: progress is not reported
	Quick    bool           // a rough performance model will do; for tests
	Quota    *memory.Quota  // the memory of the host that the engine may take; nil: there is no bound

	// Further is one more device for the method auto, beside the cores; nil: there is none.
	Further *Further
	// Indexed is an index of the entries that was made before; nil: there is none.
	Indexed *Indexed
	// Beside returns the bytes of Quota that others are going to take during a search; nil: none. It may be called by any goroutine.
	Beside func() uint64

	Tmp      string // folder for encounters that outgrow memory; "": the system's
	TmpLimit uint64 // bytes of spill files at a time; 0: the free space of the disk

	// Early hands hits on before the search ends: first the hits of a small first range of the queries, while the others are searched.
	Early bool

	Rows   int    // rows of the queries that are searched at a time; 0: as many as fit. For tests
	Hits   uint64 // bytes of hits that are found at a time; 0: as many as fit. For tests
	Listed uint64 // bytes of pairs of runs that are listed at a time; 0: as many as fit. For tests
	Held   uint64 // bytes of encounters of one trajectory that are not spilled; 0: as many as fit. For tests

	methods []method // nil: all; tests bring others
}

// Device is a driver, and the reason why it was taken.
type Device struct {
	kernel.Driver
	Reason string
	Beside uint64 // bytes of the host that its buffers may grow to in searches
}

// Task is one search.
type Task struct {
	interaction.Rule
	Queries    *trajectory.Store  // the entries in a join
	Batching   batching.Algorithm // of the method temporal; nil: in the size that the model finds best
	Encounters bool               // encounters are wanted, and no hits
	Part       bool               // the queries are a part of the queries asked for
	Hits       uint64             // bytes of hits that are found at a time; 0: as many as fit
	Quota      *memory.Quota      // bounds this search in place of the engine's Quota; nil: the engine's does
}

// Choice is a method on a device, and the reason of the choice.
type Choice struct {
	Method string
	Device kernel.Device
	Reason string
}

// Engine answers searches of one store, one at a time.
type Engine struct {
	entries *trajectory.Store
	config  Config
	way     way
	pool    *parallel.Pool
	queries *pyramids  // of the search in progress
	joined  joinedSize // counts of the search before
	usage   measurement
	beside  uint64        // bytes that buffers of the devices may take
	quota   *memory.Quota // of the search in progress; nil: there is none
}

// way is a method on a device, or a choice among several.
type way interface {
	// search adds the hits of a task to out, without duplicates.
	search(ctx context.Context, t task, out *kernel.Hits) (kernel.Stats, error)
	// choice says how the last search ran, or the next one will.
	choice() Choice
	// driver returns the driver that query memory is asked of; nil: no driver.
	driver() kernel.Driver
	close() error
}

// task is a Task with the state of its run.
type task struct {
	Task
	pyramids *pyramids
	pool     *parallel.Pool // threads of the host
	report   *report
	again    bool                 // the way is the same as of the search before
	ordered  []interaction.HitRow // memory for the hits in order; nil: new
	listing  *listing             // of a join in ranges; nil: nothing is listed
}

// Open indexes entries and loads them on a device. The method auto chooses among
// devices for each search; any other takes the first. The engine closes the drivers, at
// once where Open fails. The store must not change while the engine is open.
func Open(ctx context.Context, entries *trajectory.Store, devices []Device, c Config) (*Engine, error) {
	if c.methods == nil {
		c.methods = methods()
	}
	pool := poolOf(devices, c.Threads)
	e := &Engine{entries: entries, config: c, pool: pool, queries: newPyramids(nil, pool), quota: c.Quota}
	for _, d := range devices {
		e.beside += d.Beside
	}
	if c.Further != nil {
		e.beside += c.Further.Beside
	}
	var err error
	if c.Method == Auto {
		e.way, err = newAuto(ctx, entries, devices, c)
	} else {
		e.way, err = e.open(ctx, devices)
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// poolOf returns the threads of the host that an engine works with: the pool of the driver that runs on the host's cores, if there is one.
func poolOf(devices []Device, threads int) *parallel.Pool {
	for _, d := range devices {
		if own, ok := d.Driver.(interface{ Pool() *parallel.Pool }); ok {
			return own.Pool()
		}
	}
	return parallel.NewPool(threads)
}

// open makes the way of the configured method.
func (e *Engine) open(ctx context.Context, devices []Device) (way, error) {
	m, ok := find(e.config.methods, e.config.Method)
	if !ok {
		return nil, errors.Join(fmt.Errorf("engine: method %q: there is none", e.config.Method), closeAll(devices))
	}
	p, err := newParts(m, devices[0], newIndexes(e.entries, e.config), e.config), error(nil)
	if p.model, err = e.config.model(devices[0].Device()); err == nil {
		err = p.open(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, closeAll(devices))
	}
	return &singleWay{p, devices}, nil
}

// singleWay is a method on the first of some devices.
type singleWay struct {
	*parts
	devices []Device
}

func (a *singleWay) close() error { return errors.Join(a.parts.close(), closeAll(a.devices)) }

// closeAll closes every driver once.
func closeAll(devices []Device) error {
	var errs []error
	for _, d := range devices {
		errs = append(errs, d.Close())
	}
	return errors.Join(errs...)
}

// Choice returns how the last search ran, or the next one will.
func (e *Engine) Choice() Choice { return e.way.choice() }

// Pinner returns the driver that query memory is asked of, nil where no driver lends any.
func (e *Engine) Pinner() kernel.Pinner {
	p, _ := e.way.driver().(kernel.Pinner)
	return p
}

// Close frees the engine's memory on its devices.
func (e *Engine) Close() error { return e.way.close() }

// pyramidBytes is the bytes of a segment in the boxes of short trajectories, and in the copy of them that a driver on the cores of the host makes;
// long trajectories take less.
const pyramidBytes = 2 * 32

// Bytes returns the most bytes of the host that the engine takes between searches: its index, boxes of queries that are kept, and the buffers of the
// devices.
func (e *Engine) Bytes() uint64 {
	bytes := e.beside + keptMemory
	switch e.config.Method {
	case (temporal{}).name():
		return bytes + binindex.SortBytes(e.entries)
	case (rtree{}).name():
		return bytes + baseline.TreeBytes(e.entries, e.config.run())
	case (bruteForce{}).name():
		return bytes
	}
	return bytes + memory.Of(e.entries.Segments(), pyramidBytes)
}

// takesOf sets the quota that bounds a task.
func (e *Engine) takesOf(t Task) { e.quota = cmp.Or(t.Quota, e.config.Quota) }

// bound returns the bytes that the process may hold; math.MaxUint64: there is no bound.
func (e *Engine) bound() uint64 {
	if e.quota != nil {
		return e.quota.Most()
	}
	return math.MaxUint64
}
