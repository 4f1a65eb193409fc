package engine

import (
	"testing"

	"flyby/binindex"
	"flyby/internal/parallel"
	"flyby/kernel/kerneltest"
)

// TestIndexesAreBuiltOnce: the methods of an engine share the indexes of a store.
func TestIndexesAreBuiltOnce(t *testing.T) {
	s := kerneltest.Scenes(t)[0]
	x := newIndexes(s.Entries, Config{Threads: 1, Bins: 7})
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
