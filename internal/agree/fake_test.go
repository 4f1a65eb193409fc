package agree_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"flyby/kernel"
	"flyby/kernel/host"
)

// fake is a host driver that fails as a device may.
type fake struct {
	kernel.Driver
	memory  int                                         // segments that fit; 0: any number
	largest int                                         // segments of one database; 0: any number
	work    int                                         // segments whose room each call needs besides resident ones
	queries int                                         // query trajectories that fit; 0: any number
	room    int                                         // hits of one call; 0: any number
	fail    func(ctx context.Context, call int64) error // before each call on a resident, counted from 1; nil: none fails
	stuck   func(n int) error                           // of the n-th closing of a resident, counted from 1; nil: none fails
	used    atomic.Int64                                // segments resident
	most    int64                                       // largest used so far
	loads   int
	closes  int
	calls   int64
	lists   atomic.Int64 // lists not yet released
	handed  int          // lists handed over, released or not
	closed  bool
}

func newFake() *fake { return &fake{Driver: host.New(1)} }

func (f *fake) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	n := int64(db.Store.Segments())
	if f.memory > 0 && f.used.Load()+n > int64(f.memory) || f.largest > 0 && n > int64(f.largest) {
		return nil, fmt.Errorf("fake: %d segments: %w", n, kernel.ErrMemory)
	}
	r, err := f.Driver.Load(ctx, db)
	f.loads++
	f.most = max(f.most, f.used.Add(n))
	if err != nil {
		return nil, err
	}
	return &fakeResident{r.(able), f, n}, nil
}

func (f *fake) Close() error {
	f.closed = true
	return f.Driver.Close()
}

// able is a resident with the abilities of the host's.
type able interface {
	kernel.Ranger
	kernel.Walker
}

type fakeResident struct {
	able
	f        *fake
	segments int64
}

func (r *fakeResident) Close() error {
	r.f.used.Add(-r.segments)
	r.f.closes++
	err := r.able.Close()
	if r.f.stuck != nil {
		err = errors.Join(err, r.f.stuck(r.f.closes))
	}
	return err
}

func (r *fakeResident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	if n := w.Queries.Store.Trajectories(); !w.Join && r.f.queries > 0 && n > r.f.queries {
		return kernel.Stats{}, fmt.Errorf("fake: %d query trajectories: %w", n, kernel.ErrMemory)
	}
	return r.f.call(ctx, out, func(out *kernel.Hits) (kernel.Stats, error) { return r.able.Walk(ctx, w, out) })
}

func (r *fakeResident) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.f.call(ctx, out, func(out *kernel.Hits) (kernel.Stats, error) { return r.able.Interact(ctx, w, out) })
}

// call runs a call that may fail, or whose hits may outgrow the room.
func (f *fake) call(ctx context.Context, out *kernel.Hits, run func(*kernel.Hits) (kernel.Stats, error)) (kernel.Stats, error) {
	f.calls++
	if f.memory > 0 && f.used.Load()+int64(f.work) > int64(f.memory) {
		return kernel.Stats{}, fmt.Errorf("fake: %d segments resident, no room to work: %w", f.used.Load(), kernel.ErrMemory)
	}
	if f.fail != nil {
		if err := f.fail(ctx, f.calls); err != nil {
			return kernel.Stats{}, err
		}
	}
	var found kernel.Hits
	stats, err := run(&found)
	if n := found.Len(); err == nil && f.room > 0 && n > f.room {
		found.Truncate(0)
		return kernel.Stats{}, &kernel.OverflowError{Hits: uint64(n), Room: uint64(f.room)}
	}
	for _, p := range found.Lists {
		f.lists.Add(1)
		f.handed++
		release := p.Release
		p.Release = func() {
			f.lists.Add(-1)
			if release != nil {
				release()
			}
		}
		out.Add(p)
	}
	return stats, err
}
