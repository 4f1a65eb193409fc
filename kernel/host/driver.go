package host

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/selector"
	"flyby/kernel"
	"flyby/trajectory"
)

// Driver runs interactions on the cores of this machine.
type Driver struct {
	threads int
	pool    *parallel.Pool
	vectors vectors
	device  kernel.Device
	limits  limits

	closed atomic.Pointer[[][]packet] // packets of a database that was closed, for the next: memory anew costs all cores page faults
}

var (
	_ kernel.Driver  = (*Driver)(nil)
	_ kernel.Ranger  = (*resident)(nil)
	_ kernel.Joiner  = (*resident)(nil)
	_ kernel.Listing = (*listing)(nil)
)

// New returns a driver that runs on threads, 0 meaning all cores, at most four for each core.
func New(threads int) *Driver {
	return newDriver(parallel.Threads(threads), bestVectors())
}

// newDriver returns a driver that runs on threads, at least 1, with the functions of v.
func newDriver(threads int, v vectors) *Driver {
	return &Driver{threads: threads, pool: parallel.NewPool(threads), vectors: v, device: describe(threads), limits: usualLimits()}
}

// Pool returns the threads that walks run on, for other work between walks: two pools would
// compete for the cores.
func (d *Driver) Pool() *parallel.Pool { return d.pool }

// Device describes the cores.
func (d *Driver) Device() kernel.Device { return d.device }

// describe describes the cores. It reads files of the system, which takes as long as a
// short search.
func describe(threads int) kernel.Device {
	return kernel.Device{
		Selector: selector.HostName,
		Name:     cpuName(),
		Platform: "Go " + runtime.GOARCH,
		Driver:   runtime.Version(),
		Kind:     kernel.CPU,
		Units:    threads,
		Memory:   memoryTotal(),
		Float64:  true,
	}
}

// Load keeps the database. It copies no data, except that a database with an Order
// gets columns of its segments in that order.
func (d *Driver) Load(_ context.Context, db kernel.Database) (kernel.Resident, error) {
	r := &resident{Database: db, threads: d.threads, pool: d.pool, vectors: d.vectors, limits: d.limits}
	if db.Order != nil {
		r.sorted = sortedSegments(db)
	}
	if db.Pyramid != nil {
		var old [][]packet
		if closed := d.closed.Swap(nil); closed != nil {
			old = *closed
		}
		r.steps, r.closed = newSteps(db.Pyramid, old, r.pool), &d.closed
	}
	return r, nil
}

// Close leaves memory to the garbage collector.
func (d *Driver) Close() error {
	d.closed.Store(nil)
	return nil
}

// resident is a database in the host's memory.
type resident struct {
	kernel.Database
	sorted  sortedEntries
	steps   steps
	motions []motion                    // of the runs of the pyramid, kept from the first join on that they pay in
	crooked bool                        // the runs have no straight motions
	closed  *atomic.Pointer[[][]packet] // of the driver; nil: there are no packets
	queries [][]packet                  // of the last search's pyramid
	latest  [][]uint32                  // result of latestBoxes, kept from its first call on
	later   *laterBoxes                 // of the current walk; nil: its rule has no Later
	vectors vectors
	workers []*worker
	free    freeList
	threads int
	pool    *parallel.Pool
	limits  limits
}

// Close leaves the packets to the driver.
func (r *resident) Close() error {
	if r.closed != nil {
		packets := r.steps.packets
		r.closed.Store(&packets)
		r.steps, r.closed = steps{}, nil
	}
	return nil
}

// hire returns n workers without hits, for a search with queries. Calling stop ends the
// search; budget bounds the memory of its hits. Workers and their memory are kept from one
// search to the next.
func (r *resident) hire(n int, queries *trajectory.Store, budget *memory.Budget, stop func()) []*worker {
	r.free.open(budget, stop)
	for len(r.workers) < n {
		r.workers = append(r.workers, &worker{solve: r.vectors.solve, approach: r.vectors.approach, free: &r.free})
	}
	for _, w := range r.workers {
		w.clear()
		w.stores = [2]*trajectory.Store{queries, r.Store}
	}
	return r.workers[:n]
}

// refused returns an error where not all hits fit into memory, and leaves the memory of
// the kept hits to the garbage collector; nil where all fit.
func (r *resident) refused(workers []*worker) error {
	kept := 0
	for _, w := range workers {
		kept += len(w.list)
		for _, list := range w.full {
			kept += len(list)
		}
	}
	err := r.free.growth.Err(uint64(kept))
	if err == nil {
		return nil
	}
	r.workers = nil
	r.free.empty()
	return fmt.Errorf("host: %w", err)
}

// collect adds the hits of every worker to out and returns the sums of their counts.
func (r *resident) collect(workers []*worker, out *kernel.Hits) kernel.Stats {
	var s kernel.Stats
	rows := r.rowHits(workers)
	for i, w := range workers {
		if len(w.list) > 0 {
			w.full, w.list = append(w.full, w.list), nil
		}
		for _, list := range w.full {
			w.stats.Hits += uint64(len(list))
			out.Add(kernel.HitList{List: list, Rows: rows, Thread: i, Release: func() { r.free.give(list) }})
		}
		clear(w.full)
		w.full, w.stores = w.full[:0], [2]*trajectory.Store{}
		s.Add(w.stats)
	}
	return s
}
