package flyby_test

import (
	"context"
	"errors"
	"testing"

	"flyby"
	"flyby/trajectory"
)

// TestClosed wants one error of every method of a closed database, by every method
// on every device; what it gave before stays good.
func TestClosed(t *testing.T) {
	s := store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {1, 1, 1}}, path{{0, 0, 1}, {1, 1, 0}})
	ctx := context.Background()
	for _, w := range append(ways(t), way{flyby.MethodAuto, ""}) {
		db, err := flyby.Open(ctx, s, flyby.Options{Method: w.method, Device: w.device})
		if err != nil {
			t.Fatal(w, err)
		}
		r, err := db.Join(ctx, 1)
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
		queries := m.Copy(s)
		for name, call := range map[string]func() error{
			"search":             func() error { _, err := db.Search(ctx, queries, 1); return err },
			"search for nothing": func() error { _, err := db.Search(ctx, nil, 1); return err },
			"search within -1":   func() error { _, err := db.Search(ctx, queries, -1); return err },
			"join":               func() error { _, err := db.Join(ctx, 1); return err },
			"batching":           func() error { return db.SetBatching("periodic:1") },
			"wrong batching":     func() error { return db.SetBatching("weekly") },
			"query memory":       func() error { _, err := db.NewQueryMemory(1); return err },
			"no query memory":    func() error { _, err := db.NewQueryMemory(-1); return err },
		} {
			if err := call(); !errors.Is(err, flyby.ErrClosed) {
				t.Errorf("%v: %s: %v", w, name, err)
			}
		}
		if e, err := r.Encounters(ctx); err != nil || e.Len() != 1 || collect(r).Len() != 1 {
			t.Errorf("%v: %d encounters, %d hits, %v", w, e.Len(), collect(r).Len(), err)
		}
		r.Release()
		m.Close()
	}
}
