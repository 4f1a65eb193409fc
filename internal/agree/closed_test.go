package agree_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"flyby"
	"flyby/trajectory"
)

// TestClosed: every method of a closed database returns one error, by every method on every device,
// and so do results obtained before.
func TestClosed(t *testing.T) {
	s := store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {1, 1, 1}}, path{{0, 0, 1}, {1, 1, 0}})
	ctx := context.Background()
	for _, w := range append(ways(t), way{flyby.MethodAuto, ""}) {
		db, err := flyby.Open(ctx, s, flyby.Options{Method: w.method, Device: w.device})
		if err != nil {
			t.Fatal(w, err)
		}
		hits, err := db.Hits(ctx, flyby.Search{Distance: 1})
		if err != nil {
			t.Fatal(w, err)
		}
		encounters, err := db.Encounters(ctx, flyby.Search{Distance: 1})
		if err != nil {
			t.Fatal(w, err)
		}
		nearest, err := db.Nearest(ctx, flyby.Search{K: 1})
		if err != nil {
			t.Fatal(w, err)
		}
		zones := flyby.Zones{Files: []string{"-"}, Stdin: strings.NewReader(`{"type":"Point","coordinates":[1,1]}`)}
		visits, err := db.Visits(ctx, flyby.Search{Zones: zones})
		if err != nil {
			t.Fatal(w, err)
		}
		m, err := db.NewQueryMemory(4)
		if err != nil {
			t.Fatal(w, err)
		}
		for range 2 {
			if err := db.Close(); err != nil {
				t.Errorf("%v: close: %v", w, err)
			}
		}
		queries, err := m.Copy(s)
		if err != nil {
			t.Fatal(w, err)
		}
		for name, call := range map[string]func() error{
			"hits":             func() error { _, err := db.Hits(ctx, flyby.Search{Queries: queries, Distance: 1}); return err },
			"hits of nothing":  func() error { _, err := db.Hits(ctx, flyby.Search{Queries: s.Subset(nil), Distance: 1}); return err },
			"hits within -1":   func() error { _, err := db.Hits(ctx, flyby.Search{Distance: -1}); return err },
			"encounters":       func() error { _, err := db.Encounters(ctx, flyby.Search{Distance: 1}); return err },
			"found hits":       func() error { _, err := hits.Collect(); return err },
			"chunks":           func() error { return lastOf(hits.Chunks()) },
			"found encounters": func() error { _, err := encounters.Collect(); return err },
			"their chunks":     func() error { return lastOf(encounters.Chunks()) },
			"nearest":          func() error { _, err := db.Nearest(ctx, flyby.Search{K: 1}); return err },
			"found nearest":    func() error { _, err := nearest.Collect(); return err },
			"their rows":       func() error { return lastOf(nearest.Chunks()) },
			"visits":           func() error { _, err := db.Visits(ctx, flyby.Search{Zones: zones}); return err },
			"found visits":     func() error { _, err := visits.Collect(); return err },
			"their hits":       func() error { return lastOf(visits.Hits()) },
			"query memory":     func() error { _, err := db.NewQueryMemory(1); return err },
			"no query memory":  func() error { _, err := db.NewQueryMemory(-1); return err },
		} {
			if err := call(); !errors.Is(err, flyby.ErrClosed) {
				t.Errorf("%v: %s: %v", w, name, err)
			}
		}
		hits.Release()
		if _, err := hits.Collect(); !errors.Is(err, flyby.ErrReleased) {
			t.Errorf("%v: hits after their release: %v", w, err)
		}
		m.Close()
		if _, err := m.Copy(s); !errors.Is(err, flyby.ErrReleased) {
			t.Errorf("%v: query memory after its close: %v", w, err)
		}
	}
}

// lastOf returns the error that ends a sequence, nil without one.
func lastOf[T any](all iter.Seq2[T, error]) (last error) {
	for _, last = range all {
	}
	return last
}
