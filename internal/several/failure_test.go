package several_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/several"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
)

// trial is a join of walks on some devices, resident there.
type trial struct {
	devices  []*faulty
	driver   *several.Driver
	resident kernel.Walker
	work     kernel.WalkWork
	batch    kernel.RangeWork
	bins     kernel.Ranger
	scene    kerneltest.Scene
}

// newTrial loads the join of a scene on devices, all of it on each.
func newTrial(t *testing.T, devices ...*faulty) *trial {
	t.Helper()
	return loadTrial(t, func(d *several.Driver) kernel.Driver { return d }, devices...)
}

// newSlicedTrial loads the join of a scene on devices, a slice of it on each.
func newSlicedTrial(t *testing.T, devices ...*faulty) *trial {
	t.Helper()
	return loadTrial(t, func(d *several.Driver) kernel.Driver { return several.Slicing{Driver: d} }, devices...)
}

func loadTrial(t *testing.T, loading func(*several.Driver) kernel.Driver, devices ...*faulty) *trial {
	t.Helper()
	scenes := kerneltest.Scenes(t)
	n := slices.IndexFunc(scenes, func(s kerneltest.Scene) bool { return s.Name == "join of walks 3-D" })
	x := &trial{devices: devices, scene: scenes[n]}
	drivers := make([]kernel.Driver, len(devices))
	for i, d := range devices {
		drivers[i] = d
	}
	x.driver = several.New("fake:all", drivers...).Finely()
	loader := loading(x.driver)
	s := x.scene
	p := binindex.NewPyramid(s.Entries, nil, binindex.Setting{RunLength: 4}, 1)
	x.work = kernel.WalkWork{Rule: s.Rule, Queries: kernel.Built(p), Query: kernel.Root(p), Entry: kernel.Root(p)}
	bins := binindex.NewBins(s.Entries, 0)
	rows, _, _ := binindex.SortedByStart(s.Entries, s.Window.From, s.Window.To)
	x.batch = kernel.RangeWork{Rule: s.Rule, Queries: s.Queries, Rows: rows, Invocations: []kernel.Invocation{{
		Batch: batching.Batch{Last: len(rows)}, Ranges: []binindex.Range{{First: 0, Last: len(bins.Rows)}},
	}}}
	load := func(db kernel.Database) kernel.Resident {
		r, err := loader.Load(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	x.resident = load(kernel.Database{Store: s.Entries, Pyramid: p}).(kernel.Walker)
	x.bins = load(kernel.Database{Store: s.Entries, Order: bins.Rows}).(kernel.Ranger)
	return x
}

// calls returns the two methods of search as functions.
func (x *trial) calls() map[string]func(ctx context.Context, out *kernel.Hits) (kernel.Stats, error) {
	return map[string]func(context.Context, *kernel.Hits) (kernel.Stats, error){
		"walk": func(ctx context.Context, out *kernel.Hits) (kernel.Stats, error) {
			return x.resident.Walk(ctx, x.work, out)
		},
		"interact": func(ctx context.Context, out *kernel.Hits) (kernel.Stats, error) {
			return x.bins.Interact(ctx, x.batch, out)
		},
	}
}

// check wants found to be all hits of the scene.
func (x *trial) check(t *testing.T, found *kernel.Hits) {
	t.Helper()
	got, err := x.scene.Settle(found)
	if err != nil {
		t.Fatal(err)
	}
	if d := x.scene.Difference(got, x.scene.BruteForce()); d != "" || len(got) == 0 {
		t.Fatalf("%d hits: %s", len(got), d)
	}
}

// fails runs a call that must end in an error, add no hits, and release all its lists.
func (x *trial) fails(t *testing.T, ctx context.Context, call func(context.Context, *kernel.Hits) (kernel.Stats, error), want error) {
	t.Helper()
	out := kernel.Hits{Lists: []kernel.HitList{{List: []interaction.HitRow{{Query: 1, Entry: 2}}}}}
	if _, err := call(ctx, &out); !errors.Is(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
	if len(out.Lists) != 1 || out.Len() != 1 {
		t.Errorf("%d hits of a call that failed", out.Len()-1)
	}
	for i, d := range x.devices {
		if n := d.lists.Load(); n != 0 {
			t.Errorf("device %d: %d lists of hits were not released", i, n)
		}
		if d.crossed.Load() {
			t.Errorf("device %d: two calls at once", i)
		}
		d.fail = nil
	}
}

// TestLostDevice: where a device is lost at its first, second or third call, the search
// returns the error and no hits, and a later search succeeds.
func TestLostDevice(t *testing.T) {
	for lost := int64(1); lost <= 3; lost++ {
		x := newTrial(t, newFaulty(), newFaulty())
		for name, call := range x.calls() {
			t.Run(name, func(t *testing.T) {
				at := x.devices[1].calls.Load() + lost
				turn := make(chan struct{}, 100)
				x.devices[1].fail = func(_ context.Context, n int64) error {
					turn <- struct{}{}
					if n == at {
						return kernel.ErrDeviceLost
					}
					return nil
				}
				// The other device must not do all the work before.
				x.devices[0].fail = func(ctx context.Context, _ int64) error {
					select {
					case <-turn:
						return nil
					case <-ctx.Done():
						return ctx.Err()
					}
				}
				x.fails(t, t.Context(), call, kernel.ErrDeviceLost)
				var found kernel.Hits
				if _, err := call(t.Context(), &found); err != nil {
					t.Fatal(err)
				}
				x.check(t, &found)
				found.Truncate(0)
			})
		}
	}
}

// TestCancelled cancels while every device is in the middle of a call.
func TestCancelled(t *testing.T) {
	x := newTrial(t, newFaulty(), newFaulty(), newFaulty())
	for name, call := range x.calls() {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var busy sync.WaitGroup
			busy.Add(len(x.devices))
			go func() {
				busy.Wait()
				cancel()
			}()
			for _, d := range x.devices {
				d.fail = func(ctx context.Context, _ int64) error {
					busy.Done()
					<-ctx.Done()
					return ctx.Err()
				}
			}
			x.fails(t, ctx, call, context.Canceled)
		})
	}
}

// TestSlowDevice holds one device up in its first job until the other has begun
// its fourth: the slow device then does no more than the remaining jobs.
func TestSlowDevice(t *testing.T) {
	x := newTrial(t, newFaulty(), newFaulty())
	slow, fast := x.devices[0], x.devices[1]
	for name, call := range x.calls() {
		t.Run(name, func(t *testing.T) {
			slow.calls.Store(0)
			fast.calls.Store(0)
			free := make(chan struct{})
			slow.fail = func(ctx context.Context, _ int64) error {
				select {
				case <-free:
				case <-ctx.Done():
				}
				return nil
			}
			fast.fail = func(_ context.Context, n int64) error {
				if n == 4 {
					if began := slow.calls.Load(); began > 1 {
						t.Errorf("the slow device began %d jobs while it was held up in its first", began)
					}
					close(free)
				}
				return nil
			}
			var found kernel.Hits
			stats, err := call(t.Context(), &found)
			if err != nil {
				t.Fatal(err)
			}
			x.check(t, &found)
			if fast.calls.Load() < 4 {
				t.Errorf("%d calls on the slow device, %d on the other", slow.calls.Load(), fast.calls.Load())
			}
			if longest := 1000 * max(slow.calls.Load(), fast.calls.Load()); stats.KernelTime != longest {
				t.Errorf("kernel time %d, want that of the busiest device, %d", stats.KernelTime, longest)
			}
		})
	}
}

// TestProgress: progress grows to 1 and is reported by one goroutine at a time, also
// where jobs are cut again.
func TestProgress(t *testing.T) {
	x := newTrial(t, withRoom(30), newFaulty(), withRoom(20))
	var told []float64
	var telling sync.Mutex
	x.work.Progress = func(done, total float64) {
		if !telling.TryLock() {
			t.Error("told twice at once")
			return
		}
		defer telling.Unlock()
		told = append(told, done/total)
	}
	var found kernel.Hits
	if _, err := x.resident.Walk(t.Context(), x.work, &found); err != nil {
		t.Fatal(err)
	}
	x.check(t, &found)
	if len(told) < 5 || !slices.IsSorted(told) || told[len(told)-1] < 0.999 {
		t.Errorf("progress %v", told)
	}
}

// TestTaking: a device that takes more boxes does all jobs in one call, with one list
// of hits; jobs whose hits outgrow the device together are done again, each alone.
func TestTaking(t *testing.T) {
	for room, wanted := range map[int]func(calls int64) bool{
		0:  func(calls int64) bool { return calls == 1 },
		10: func(calls int64) bool { return calls > 2 },
	} {
		x := newTrial(t, taking(room))
		var told []float64
		x.work.Progress = func(done, total float64) { told = append(told, done/total) }
		var found kernel.Hits
		if _, err := x.resident.Walk(t.Context(), x.work, &found); err != nil {
			t.Fatal(err)
		}
		x.check(t, &found)
		if n := x.devices[0].calls.Load(); !wanted(n) {
			t.Errorf("room for %d: %d calls", room, n)
		}
		if !slices.IsSorted(told) || len(told) == 0 || told[len(told)-1] < 0.999 {
			t.Errorf("room for %d: progress %v", room, told)
		}
	}
}

// TestFewQueries joins slices on devices with room for the queries of few
// trajectories: the overhang of a slice into the next is searched in halves.
func TestFewQueries(t *testing.T) {
	for _, few := range []int{1, 2, 5} {
		a, b := newFaulty(), newFaulty()
		a.queries, b.queries = few, few
		x := newSlicedTrial(t, a, b)
		var told []float64
		x.work.Progress = func(done, total float64) { told = append(told, done/total) }
		var found kernel.Hits
		if _, err := x.resident.Walk(t.Context(), x.work, &found); err != nil {
			t.Fatal(err)
		}
		x.check(t, &found)
		if a.refused.Load()+b.refused.Load() == 0 {
			t.Error("no device was out of room")
		}
		if !slices.IsSorted(told) || len(told) == 0 || told[len(told)-1] < 0.999 {
			t.Errorf("progress %v", told)
		}
	}
	a, b := newFaulty(), newFaulty()
	b.fail = func(context.Context, int64) error { return fmt.Errorf("fake: %w", kernel.ErrMemory) }
	x := newSlicedTrial(t, a, b)
	x.fails(t, t.Context(), x.calls()["walk"], kernel.ErrMemory)
}

// TestOverflow: no hit is lost on devices that have no room for hits at all: pairs of
// two runs are compared on the host.
func TestOverflow(t *testing.T) {
	x := newTrial(t, newFaulty(), newFaulty())
	for _, d := range x.devices {
		d.fail = func(context.Context, int64) error { return &kernel.OverflowError{Hits: 2, Room: 1} }
	}
	out := kernel.Hits{}
	if _, err := x.resident.Walk(t.Context(), x.work, &out); err != nil {
		t.Fatal(err)
	}
	x.check(t, &out)
}
