package several_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"flyby/kernel"
	"flyby/kernel/host"
)

// faulty is a host driver that fails as a device may.
type faulty struct {
	kernel.Driver
	memory  int                                         // the most segments that it has room for; 0: any number
	queries int                                         // the most query trajectories that it has room for; 0: any number
	room    int                                         // the most hits of one call; 0: any number
	takes   bool                                        // takes more boxes in one call
	broken  error                                       // the error of every Load
	fail    func(ctx context.Context, call int64) error // before each call on a resident, counted from 1; nil: none fails
	used    int                                         // segments resident
	refused atomic.Int64                                // number of calls refused for want of room for their queries
	calls   atomic.Int64
	open    atomic.Int64 // number of residents
	lists   atomic.Int64 // number of lists not yet released
	in      sync.Mutex   // locked during a call: a driver is for one goroutine
	crossed atomic.Bool  // two calls at once
}

func newFaulty() *faulty { return &faulty{Driver: host.New(1)} }

func (f *faulty) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	n := db.Store.Segments()
	if f.broken != nil {
		return nil, f.broken
	}
	if f.memory > 0 && f.used+n > f.memory {
		return nil, fmt.Errorf("fake: %d segments: %w", n, kernel.ErrMemory)
	}
	r, err := f.Driver.Load(ctx, db)
	f.used += n
	f.open.Add(1)
	if err != nil {
		return nil, err
	}
	return &faultyResident{r.(able), f, n}, nil
}

// able is a resident with the abilities of the host driver's.
type able interface {
	kernel.Ranger
	kernel.Walker
}

type faultyResident struct {
	able
	f        *faulty
	segments int
}

func (r *faultyResident) Close() error {
	r.f.used -= r.segments
	r.f.open.Add(-1)
	return r.able.Close()
}

func (r *faultyResident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	if n := w.Queries.Store.Trajectories(); !w.Join && r.f.queries > 0 && n > r.f.queries {
		r.f.refused.Add(1)
		return kernel.Stats{}, fmt.Errorf("fake: %d query trajectories: %w", n, kernel.ErrMemory)
	}
	return r.f.call(ctx, out, func(out *kernel.Hits) (stats kernel.Stats, err error) {
		stats, err = r.able.Walk(ctx, w, out)
		if !r.f.takes || w.More == nil || err != nil {
			return stats, err
		}
		for query, entry := range w.More {
			s, err := r.able.Walk(ctx, w.With(query, entry), out)
			stats.Add(s)
			if err != nil {
				return stats, err
			}
		}
		return stats, nil
	})
}

func (r *faultyResident) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.f.call(ctx, out, func(out *kernel.Hits) (kernel.Stats, error) { return r.able.Interact(ctx, w, out) })
}

// call runs a call, or makes it fail, or its hits outgrow the room.
func (f *faulty) call(ctx context.Context, out *kernel.Hits, run func(*kernel.Hits) (kernel.Stats, error)) (kernel.Stats, error) {
	if !f.in.TryLock() {
		f.crossed.Store(true)
		f.in.Lock()
	}
	defer f.in.Unlock()
	n := f.calls.Add(1)
	if f.fail != nil {
		if err := f.fail(ctx, n); err != nil {
			return kernel.Stats{}, err
		}
	}
	found := kernel.Hits{Budget: out.Budget}
	stats, err := run(&found)
	if n := found.Len(); err == nil && f.room > 0 && n > f.room {
		found.Truncate(0)
		return kernel.Stats{}, &kernel.OverflowError{Hits: uint64(n), Room: uint64(f.room)}
	}
	stats.KernelTime = 1000
	for _, p := range found.Lists {
		f.lists.Add(1)
		release := p.Release
		p.Release = func() { f.lists.Add(-1); release() }
		out.Add(p)
	}
	return stats, err
}
