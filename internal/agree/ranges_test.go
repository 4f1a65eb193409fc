package agree_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"flyby"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// TestRangesOnDevices: searches in ranges of the queries find the same as in one go, by every
// method on every device.
func TestRangesOnDevices(t *testing.T) {
	tier.Full(t)
	rangesOnDevices(t, 5)
}

// rangesOnDevices checks the property of TestRangesOnDevices for every each-th scene.
func rangesOnDevices(t *testing.T, each int) {
	t.Helper()
	all := ways(t)
	for i, s := range kerneltest.Scenes(t) {
		if s.Excluded != nil || s.Window.From > s.Window.To || i%each != 0 || s.Queries.Segments() > 300 {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			asked := flyby.Search{Queries: s.Queries, Distance: s.Distance, From: &s.Window.From, To: &s.Window.To, ExcludeSameID: i%2 == 0 && !s.Join}
			if s.Join {
				asked.Queries = nil
			}
			want := ask(t, flyby.Options{Method: flyby.MethodBruteForce}, s.Entries, asked)
			for _, w := range all {
				o := flyby.Options{Method: w.method, Device: w.device}
				got := ask(t, inRanges(o, 7, 0), s.Entries, asked)
				sameHits(t, want.hits, got.hits)
				meetings, _ := askEncounters(t, o, s.Entries, asked)
				inRanges, _ := askEncounters(t, inRanges(o, 7, 0), s.Entries, asked)
				if d := differentEncounters(meetings, inRanges); d != "" {
					t.Errorf("%v: in ranges, against in one go: %s", w, d)
				}
			}
		})
	}
}

// TestExcludedInRanges: a range of rows of one trajectory leaves out the entry of the same id,
// whatever their numbers in the two stores.
func TestExcludedInRanges(t *testing.T) {
	s := crossing(t, 6)
	asked := flyby.Search{Queries: s.Subset([]int{5}), Distance: 1, ExcludeSameID: true}
	o := flyby.Options{Device: "cpu", Method: flyby.MethodSpatiotemporal}
	want := ask(t, o, s, asked)
	if slices.Contains(want.hits.EntryTraj, 5) || want.hits.Len() == 0 {
		t.Fatalf("entries %v in one go", want.hits.EntryTraj)
	}
	sameHits(t, want.hits, ask(t, inRanges(o, 1, 0), s, asked).hits)
}

// crossing returns a store of n objects that all meet.
func crossing(t *testing.T, n int) *trajectory.Store {
	t.Helper()
	var paths []path
	for i := range n {
		paths = append(paths, path{{0, float64(i) / 100, 0}, {1, 0, 1}, {2, float64(i) / 100, 2}})
	}
	return store2D(t, trajectory.BuildOptions{}, paths...)
}

// streamed opens a database whose searches run in ranges of two rows.
func streamed(t *testing.T, n int) *flyby.Database {
	t.Helper()
	return opened(t, inRanges(flyby.Options{Device: "cpu", Method: flyby.MethodSpatiotemporal}, 2, 0), crossing(t, n))
}

// TestStoppedStream: a consumer that stops ends the search, and the database answers others; a
// second loop over the result searches again. Stats describe the last loop.
func TestStoppedStream(t *testing.T) {
	db := streamed(t, 50)
	hits, err := db.Hits(t.Context(), flyby.Search{Distance: 1})
	if err != nil {
		t.Fatal(err)
	}
	all, err := hits.Collect()
	if err != nil {
		t.Fatal(err)
	}
	whole := hits.Stats()
	if all.Len() == 0 || whole.Hits != uint64(all.Len()) || whole.Interactions < whole.Hits {
		t.Fatalf("%d hits, counted %+v", all.Len(), whole)
	}
	for range 3 {
		for c, err := range hits.Chunks() {
			if err != nil || c.Len() == 0 {
				t.Fatalf("%d hits, %v", c.Len(), err)
			}
			break
		}
		if some := hits.Stats().Hits; some == 0 || some >= whole.Hits {
			t.Errorf("%d hits counted as the search was stopped, of %d", some, whole.Hits)
		}
		if _, err := db.Encounters(t.Context(), flyby.Search{Distance: 1}); err != nil {
			t.Fatal(err)
		}
	}
	again, err := hits.Collect()
	if err != nil || !reflect.DeepEqual(again, all) || hits.Stats().Hits != whole.Hits {
		t.Errorf("%d hits the second time, counted %d, %v; want %d", again.Len(), hits.Stats().Hits, err, all.Len())
	}
}

// TestEndedStream: Close, Release and the end of the context end a running stream with their
// errors, from inside the loop and from another goroutine.
func TestEndedStream(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(db *flyby.Database, h *flyby.Hits, cancel func())
		want error
	}{
		"closed":           {func(db *flyby.Database, _ *flyby.Hits, _ func()) { db.Close() }, flyby.ErrClosed},
		"closed elsewhere": {func(db *flyby.Database, _ *flyby.Hits, _ func()) { done(func() { db.Close() }) }, flyby.ErrClosed},
		"released":         {func(_ *flyby.Database, h *flyby.Hits, _ func()) { h.Release() }, flyby.ErrReleased},
		"cancelled":        {func(_ *flyby.Database, _ *flyby.Hits, cancel func()) { cancel() }, context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			db := streamed(t, 200)
			hits, err := db.Hits(ctx, flyby.Search{Distance: 1})
			if err != nil {
				t.Fatal(err)
			}
			var last error
			chunks := 0
			for _, err := range hits.Chunks() {
				if last = err; chunks == 1 {
					c.end(db, hits, cancel)
				}
				chunks++
			}
			if !errors.Is(last, c.want) || chunks > 4 {
				t.Errorf("%v after %d chunks, want %v at once", last, chunks, c.want)
			}
			for _, err := range hits.Chunks() {
				last = err
			}
			if !errors.Is(last, c.want) {
				t.Errorf("%v the second time, want %v", last, c.want)
			}
		})
	}
}

// done runs f in another goroutine, and waits for it.
func done(f func()) {
	ended := make(chan struct{})
	go func() { defer close(ended); f() }()
	<-ended
}

// TestLostDeviceOfStream: an error of the device in the midst of a stream ends it, after the chunks
// found before.
func TestLostDeviceOfStream(t *testing.T) {
	lost := errors.New("gone")
	d := newFake()
	d.fail = func(_ context.Context, call int64) error {
		if call > 5 {
			return lost
		}
		return nil
	}
	db := opened(t, inRanges(withDriver(flyby.Options{Method: flyby.MethodSpatiotemporal}, d), 2, 0), crossing(t, 50))
	hits, err := db.Hits(t.Context(), flyby.Search{Distance: 1})
	if err != nil {
		t.Fatal(err)
	}
	chunks, last := 0, error(nil)
	for c, err := range hits.Chunks() {
		if last = err; err == nil && c.Len() > 0 {
			chunks++
		}
	}
	if !errors.Is(last, lost) || chunks != 5 {
		t.Errorf("%v after %d chunks, want %v after 5", last, chunks, lost)
	}
	if _, err := hits.Collect(); !errors.Is(err, lost) {
		t.Errorf("collected: %v, want %v", err, lost)
	}
}

// TestLeastMemory: a bound that is too low for any search is refused with a sufficient one, and
// that suffices.
func TestLeastMemory(t *testing.T) {
	s := crossing(t, 20)
	db := opened(t, flyby.Options{Device: "cpu", Memory: 1 << 20}, s)
	_, err := db.Hits(t.Context(), flyby.Search{Distance: 1})
	if !errors.Is(err, flyby.ErrMemory) {
		t.Fatalf("%v, want %v", err, flyby.ErrMemory)
	}
	var entries, queries int
	var least float64
	var unit string
	if _, failed := fmt.Sscanf(err.Error(), "flyby: memory 1.0 MiB: a search of these %d entries with %d queries takes at least %f %s", &entries, &queries, &least, &unit); failed != nil || entries != 40 || queries != 40 {
		t.Fatalf("%q: %v", err, failed)
	}
	bytes := least * map[string]float64{"MiB": 1 << 20, "GiB": 1 << 30}[unit] // the process ran other tests, with a thread a core
	db = opened(t, flyby.Options{Device: "cpu", Memory: uint64(bytes * 1.5)}, s)
	if _, err := db.Hits(t.Context(), flyby.Search{Distance: 1}); err != nil {
		t.Errorf("with half more than the least: %v", err)
	}
}
