package agree_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/several"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/trajectory"
)

// deviceMethods returns the methods that run on a device.
func deviceMethods() []flyby.Method {
	return []flyby.Method{flyby.MethodTemporal, flyby.MethodSpatiotemporal}
}

// walks returns entries and queries with some hits at a distance of 25.
func walks(t *testing.T) (entries, queries *trajectory.Store) {
	t.Helper()
	entries, queries, err := datasets.Searches()[3].Load(0.04, 1)
	if err != nil {
		t.Fatal(err)
	}
	return entries, queries
}

// agrees compares a search and a join on a driver with the cpu's.
func agrees(t *testing.T, m flyby.Method, open func() kernel.Driver) {
	t.Helper()
	entries, queries := walks(t)
	for name, q := range map[string]*trajectory.Store{"search": queries, "join": nil} {
		t.Run(string(m)+" "+name, func(t *testing.T) {
			want := search(t, flyby.Options{Device: "cpu"}, entries, q, 25).hits
			if want.Len() == 0 {
				t.Fatal("no hits: nothing is compared")
			}
			sameHits(t, want, search(t, withDriver(flyby.Options{Method: m}, open()), entries, q, 25).hits)
		})
	}
}

// TestSmallMemory: a database cut into parts that fit, resident or in turn, and queries cut as well,
// have the hits of the whole.
func TestSmallMemory(t *testing.T) {
	tier.Full(t)
	entries, queries := walks(t)
	n := entries.Segments()
	for _, m := range deviceMethods() {
		var last *fake
		for memory, queryTrajs := range map[int]int{n - 1: 0, n/3 + 1: queries.Trajectories() / 3, n / 10: 0} {
			agrees(t, m, func() kernel.Driver {
				last = newFake()
				last.memory, last.queries = memory, queryTrajs
				return last
			})
			if last.most > int64(memory) || last.loads < 2 || last.used.Load() != 0 || last.lists.Load() < 0 || !last.closed {
				t.Errorf("memory for %d: %d resident at most in %d loads, %d left", memory, last.most, last.loads, last.used.Load())
			}
		}
	}
}

// TestNoRoomToWork: parts that all fit at once, but leave no room for the memory of a search, have
// the hits of the whole.
func TestNoRoomToWork(t *testing.T) {
	entries, _ := walks(t)
	n := entries.Segments()
	for _, m := range deviceMethods() {
		var last *fake
		open := func() kernel.Driver {
			last = newFake()
			last.memory, last.largest, last.work = n+1, n-1, n/4
			return last
		}
		agrees(t, m, open)
		if last.loads < 3 || last.used.Load() != 0 {
			t.Errorf("%s: %d loads, %d segments left", m, last.loads, last.used.Load())
		}
	}
}

// TestMemoryEndsMidway: hits of a search that runs out of memory after some calls are found again,
// and returned once.
func TestMemoryEndsMidway(t *testing.T) {
	tier.Full(t)
	entries, _ := walks(t)
	for _, m := range deviceMethods() {
		failed := 0
		agrees(t, m, func() kernel.Driver {
			f, before := newFake(), failed
			f.room, f.largest = 200, entries.Segments()-1
			f.fail = func(context.Context, int64) error {
				if failed > before || f.lists.Load() < 2 {
					return nil
				}
				failed++
				return kernel.ErrMemory
			}
			return f
		})
		if failed != 2 {
			t.Errorf("%s: %d calls found no memory, want one of the search and one of the join", m, failed)
		}
	}
}

// TestSameIDsInParts: pairs of an object with itself are left out where the database is cut into
// parts, and the queries into halves of halves.
func TestSameIDsInParts(t *testing.T) {
	s := sideBySide(t, 9, 12)
	queries := s.Slice(2, 9) // ids have other numbers there
	all := search(t, flyby.Options{Device: "cpu"}, s, queries, 1).hits
	want := othersOf(all, queries, s)
	if want.Len() == 0 || want.Len() >= all.Len() {
		t.Fatalf("%d hits, %d with same ids", want.Len(), all.Len())
	}
	for _, m := range deviceMethods() {
		f := newFake()
		f.memory, f.queries = s.Segments()/3+1, 3
		sameHits(t, want, ask(t, withDriver(flyby.Options{Method: m}, f), s, flyby.Search{Queries: queries, Distance: 1, ExcludeSameID: true}).hits)
		if f.loads < 3 {
			t.Errorf("%s: %d loads, want a part each", m, f.loads)
		}
	}
}

// TestFixedBatchesOfParts: a database in parts is joined in more batches than a part has query
// segments, as many as the whole has, and refuses one more as a whole database does.
func TestFixedBatchesOfParts(t *testing.T) {
	tier.Full(t)
	entries, _ := walks(t)
	want := search(t, flyby.Options{Device: "cpu"}, entries, nil, 25).hits
	n := entries.Segments()
	for name, largest := range map[string]int{"whole": n, "parts": n / 3} {
		f := newFake()
		f.largest = largest
		o := withDriver(flyby.Options{Method: flyby.MethodTemporal}, f)
		db, err := flyby.Open(t.Context(), entries, o)
		if err != nil {
			t.Fatal(err)
		}
		if parts := f.loads; (parts > 1) != (name == "parts") {
			t.Fatalf("%s: %d parts", name, parts)
		}
		r, err := find(t.Context(), db, flyby.Search{Distance: 25, Batching: fmt.Sprint("setsplit-fixed:", n)})
		if err != nil {
			t.Fatal(name, err)
		}
		sameHits(t, want, r.hits)
		refused := fmt.Sprintf("%d batches of %d query segments: allowed 1 to %d", n+1, n, n)
		if r, err := db.Hits(t.Context(), flyby.Search{Distance: 25, Batching: fmt.Sprint("setsplit-fixed:", n+1)}); r != nil || err == nil || !strings.Contains(err.Error(), refused) {
			t.Errorf("%s: %v, want %q", name, err, refused)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

// othersOf returns the hits of objects of different ids.
func othersOf(h trajectory.Hits, queries, entries *trajectory.Store) (others trajectory.Hits) {
	for i := range h.Len() {
		if queries.ID(int(h.QueryTraj[i])) == entries.ID(int(h.EntryTraj[i])) {
			continue
		}
		others.QueryTraj, others.QuerySeg = append(others.QueryTraj, h.QueryTraj[i]), append(others.QuerySeg, h.QuerySeg[i])
		others.EntryTraj, others.EntrySeg = append(others.EntryTraj, h.EntryTraj[i]), append(others.EntrySeg, h.EntrySeg[i])
		others.Enter, others.Exit = append(others.Enter, h.Enter[i]), append(others.Exit, h.Exit[i])
	}
	return others
}

// TestNoMemory: the error names the trajectory that does not fit.
func TestNoMemory(t *testing.T) {
	entries, _ := walks(t)
	for _, m := range deviceMethods() {
		f := newFake()
		f.memory = 10
		_, err := flyby.Open(t.Context(), entries, withDriver(flyby.Options{Method: m}, f))
		if !errors.Is(err, kernel.ErrMemory) || !strings.Contains(err.Error(), "trajectory "+entries.ID(0)+" alone does not fit") {
			t.Errorf("%s: %v", m, err)
		}
		if f.used.Load() != 0 || !f.closed {
			t.Errorf("%s: %d segments left, closed %v", m, f.used.Load(), f.closed)
		}
	}
}

// TestSmallRoom: work whose hits outgrow the device is split. TestTinyHitBuffers goes down to a
// single hit; without room for that, the paper's method fails.
func TestSmallRoom(t *testing.T) {
	tier.Full(t)
	for _, m := range deviceMethods() {
		agrees(t, m, func() kernel.Driver {
			f := newFake()
			f.room = 20
			return f
		})
	}
	entries, queries := walks(t)
	f := newFake()
	f.fail = func(context.Context, int64) error { return &kernel.OverflowError{Hits: 2, Room: 1} }
	db, err := flyby.Open(t.Context(), entries, withDriver(flyby.Options{Method: flyby.MethodTemporal}, f))
	if err != nil {
		t.Fatal(err)
	}
	var overflow *kernel.OverflowError
	if r, err := db.Hits(t.Context(), flyby.Search{Queries: queries, Distance: 25}); r != nil || !errors.As(err, &overflow) {
		t.Errorf("%v", err)
	}
	if err := db.Close(); err != nil || f.used.Load() != 0 {
		t.Errorf("%v, %d segments left", err, f.used.Load())
	}
}

// TestFreeingFails: each refusal of the device to free a part, wherever parts make room for others,
// is returned by the call in which it happens.
func TestFreeingFails(t *testing.T) {
	entries, queries := walks(t)
	entries = entries.Slice(0, 20)
	n := entries.Segments()
	stuck := errors.New("fake: stuck")
	for name, open := range map[string]func() *fake{
		"parts at once":   func() *fake { f := newFake(); f.largest = n - 1; return f },
		"parts in turn":   func() *fake { f := newFake(); f.memory = n/3 + 1; return f },
		"no room to work": func() *fake { f := newFake(); f.memory, f.largest, f.work = n+1, n-1, n/4; return f },
	} {
		for _, m := range deviceMethods() {
			for nth := 1; ; nth++ {
				f, failed := open(), false
				f.stuck = func(closed int) error {
					if closed != nth {
						return nil
					}
					failed = true
					return stuck
				}
				told := func(call string, err error) (ended bool) {
					if errors.Is(err, stuck) != failed || !failed && err != nil {
						t.Errorf("%s, %s, closing %d: %s returns %v, failed %v", name, m, nth, call, err, failed)
					}
					return failed || err != nil
				}
				db, err := flyby.Open(t.Context(), entries, withDriver(flyby.Options{Method: m}, f))
				if told("Open", err) {
					continue
				}
				_, err = db.Hits(t.Context(), flyby.Search{Queries: queries, Distance: 25})
				if told("Search", err) {
					db.Close()
					continue
				}
				if !told("Close", db.Close()) {
					break
				}
			}
		}
	}
}

// TestLostDevice: a device lost at any call, or after handing over any list of hits, gives an error
// and no hits, and leaves nothing allocated.
func TestLostDevice(t *testing.T) {
	tier.Full(t)
	for _, m := range deviceMethods() {
		for n := range 4 {
			loseDevice(t, m, func(_ *fake, call int64) bool { return call > int64(n) })
			handed := loseDevice(t, m, func(f *fake, _ int64) bool { return f.handed > n })
			if handed <= n {
				t.Errorf("%s: %d lists of hits were handed over before the device was lost, want more than %d", m, handed, n)
			}
		}
	}
}

// loseDevice searches and joins on a device that is lost at the call, counted from 1, that lost
// selects, and returns the number of lists of hits handed over before.
func loseDevice(t *testing.T, m flyby.Method, lost func(f *fake, call int64) bool) (handed int) {
	t.Helper()
	entries, queries := walks(t)
	f := newFake()
	f.room, f.memory = 100, entries.Segments()/3+1
	f.fail = func(_ context.Context, call int64) error {
		if lost(f, call) {
			return kernel.ErrDeviceLost
		}
		return nil
	}
	db, err := flyby.Open(t.Context(), entries, withDriver(flyby.Options{Method: m}, f))
	if err != nil {
		t.Fatal(err)
	}
	if r, err := db.Hits(t.Context(), flyby.Search{Queries: queries, Distance: 25}); r != nil || !errors.Is(err, kernel.ErrDeviceLost) {
		t.Errorf("%s, lost at call %d of a search: %v", m, f.calls, err)
	}
	if r, err := db.Hits(t.Context(), flyby.Search{Distance: 25}); r != nil || !errors.Is(err, kernel.ErrDeviceLost) {
		t.Errorf("%s, lost at call %d, join: %v", m, f.calls, err)
	}
	if err := db.Close(); err != nil || f.used.Load() != 0 || f.lists.Load() != 0 {
		t.Errorf("%s: %v, %d segments and %d lists left", m, err, f.used.Load(), f.lists.Load())
	}
	return f.handed
}

// TestCancelledOnDevice: a cancel in the middle of a call ends the search, its memory is released,
// and the next search finds all hits.
func TestCancelledOnDevice(t *testing.T) {
	entries, queries := walks(t)
	for _, m := range deviceMethods() {
		f := newFake()
		f.memory = entries.Segments()/3 + 1
		db, err := flyby.Open(t.Context(), entries, withDriver(flyby.Options{Method: m}, f))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		f.fail = func(ctx context.Context, n int64) error {
			if n < 2 {
				return nil
			}
			cancel()
			<-ctx.Done()
			return ctx.Err()
		}
		if r, err := db.Hits(ctx, flyby.Search{Queries: queries, Distance: 25}); r != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", m, err)
		}
		if f.lists.Load() != 0 {
			t.Errorf("%s: %d lists left", m, f.lists.Load())
		}
		f.fail = nil
		r, err := find(t.Context(), db, flyby.Search{Queries: queries, Distance: 25})
		if err != nil {
			t.Fatal(err)
		}
		sameHits(t, search(t, flyby.Options{Device: "cpu"}, entries, queries, 25).hits, r.hits)
		if err := db.Close(); err != nil || f.used.Load() != 0 {
			t.Errorf("%s: %v, %d segments left", m, err, f.used.Load())
		}
	}
}

// TestSeveral: several devices as one agree with the cpu: with a replica each, with a slice in time
// each, and with parts of which each has a slice, in turn.
func TestSeveral(t *testing.T) {
	tier.Full(t)
	entries, _ := walks(t)
	n := entries.Segments()
	for name, room := range map[string]struct{ memory, queries int }{
		"replicas": {}, "slices": {memory: n * 2 / 3}, "parts": {memory: n / 3},
		"slices, few queries": {n * 2 / 3, 2}, "parts, few queries": {n / 3, 2},
	} {
		for _, m := range append(deviceMethods(), flyby.MethodAuto) {
			t.Run(name, func(t *testing.T) {
				agrees(t, m, func() kernel.Driver {
					a, b := newFake(), newFake()
					a.memory, b.memory, a.queries, b.queries = room.memory, room.memory, room.queries, room.queries
					return several.New("fake:all", a, b)
				})
			})
		}
	}
}

// TestProgressOfParts: with the database in four parts, a search takes four runs and a join ten.
// Progress never falls, each run ends with its part of the whole, and only the last with all.
func TestProgressOfParts(t *testing.T) {
	tier.Full(t)
	entries, _ := walks(t)
	for _, m := range deviceMethods() {
		for runs, queries := range map[int]*trajectory.Store{4: entries, 10: nil} { // each part has hits, with each other one
			var told, ends []float64
			o := flyby.Options{Method: m, Progress: func(p flyby.Progress) { told = append(told, p.Done/p.Total) }}
			f := newFake()
			f.largest = entries.Segments() / 4
			search(t, withDriver(o, f), entries, queries, 50)
			for i, done := range told {
				if i > 0 && done < told[i-1] {
					t.Errorf("%s: %v after %v", m, done, told[i-1])
				}
				if done == float64(len(ends)+1)/float64(runs) {
					ends = append(ends, done)
				}
			}
			if len(ends) != runs || told[len(told)-1] != 1 {
				t.Errorf("%s: told %v, want the ends of %d runs", m, told, runs)
			}
		}
	}
}
