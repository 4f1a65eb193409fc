package engine

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/internal/parallel"
	"flyby/internal/setting"
	"flyby/internal/testing/kerneltest"
	cpu "flyby/kernel/host"
)

// TestIndexesAreBuiltOnce: the methods of an engine share the indexes of a store.
func TestIndexesAreBuiltOnce(t *testing.T) {
	s := kerneltest.Scenes(t)[0]
	x := newIndexes(s.Entries, Config{Threads: 1, Settings: setting.Settings{"bins": "7"}})
	for _, m := range methods()[:2] {
		first, err := m.index(x)
		if err != nil {
			t.Fatal(err)
		}
		again, err := m.index(x)
		if err != nil || again != first {
			t.Errorf("%s: %v, another index", m.name(), err)
		}
	}
	got, want := len(x.temporal.bins.Bins()), len(binindex.NewBins(s.Entries, 7).Bins())
	if all := len(binindex.NewBins(s.Entries, 0).Bins()); got != want || got == all {
		t.Errorf("%d bins, want the %d of the configuration, not the default's %d", got, want, all)
	}
}

// TestPyramidsKeepTheLast: the queries' pyramid is made once for a frame, and anew for
// another frame or other queries.
func TestPyramidsKeepTheLast(t *testing.T) {
	scenes := kerneltest.Scenes(t)
	s, other := scenes[0], scenes[1]
	entries, err := newIndexes(s.Entries, Config{Threads: 1}).pyramid()
	if err != nil {
		t.Fatal(err)
	}
	frame := entries.(*pyramidIndex).Pyramid
	elsewhere, err := newIndexes(other.Entries, Config{Threads: 1}).pyramid()
	if err != nil {
		t.Fatal(err)
	}
	q := newPyramids(s.Queries, parallel.NewPool(1))
	p := q.in(frame)
	if p.Store != s.Queries || p.Frame != frame.Frame {
		t.Error("not the queries in the frame of the entries")
	}
	if q.in(frame) != p {
		t.Error("made again for the same frame")
	}
	if moved := q.in(elsewhere.(*pyramidIndex).Pyramid); moved == p || moved.Frame == frame.Frame {
		t.Error("not made again for another frame")
	}
	if changed := q.of(other.Queries).in(frame); changed.Store != other.Queries {
		t.Error("other queries have the pyramid of the last")
	}
	if q.of(nil); q.last != nil {
		t.Error("what was made of queries is kept after their search")
	}
}

// TestStoppedIndex: an index whose search ended before it was complete is dropped, and made again by the next search.
func TestStoppedIndex(t *testing.T) {
	x := newIndexes(kerneltest.Scenes(t)[0].Entries, Config{Threads: 1})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x.ctx = ctx
	if made, err := x.pyramid(); made != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v (%v)", made, err)
	}
	x.ctx = nil
	if made, err := x.pyramid(); err != nil || made.(*pyramidIndex).Store != x.entries {
		t.Errorf("%v", err)
	}
}

// TestStoppedSearches: a search by any method that ends before its boxes are made is an error, and the next search finds all
// hits.
func TestStoppedSearches(t *testing.T) {
	for _, s := range kerneltest.Scenes(t) {
		for _, name := range Methods() {
			e, err := Open(t.Context(), s.Entries, []Device{{Driver: cpu.New(2)}}, Config{Method: name, Threads: 2, Logger: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(s.Name, err)
			}
			task := Task{Rule: s.Rule, Queries: s.Queries, Batching: batching.Periodic{Size: 9}} // needs no model, which would have to be made
			var found []int
			for _, stopped := range []bool{false, true, false} {
				ctx, cancel := context.WithCancel(t.Context())
				if stopped {
					cancel()
				}
				f, err := e.Search(ctx, task)
				switch {
				case stopped && !errors.Is(err, context.Canceled), !stopped && err != nil:
					t.Errorf("%s, %s: %v", s.Name, name, err)
				case !stopped:
					found = append(found, len(f.Hits))
				}
				cancel()
			}
			if len(found) != 2 || found[0] != found[1] {
				t.Errorf("%s, %s: %v hits", s.Name, name, found)
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
