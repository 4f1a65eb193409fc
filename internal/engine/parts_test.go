package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	cpu "flyby/kernel/host"
)

// small is a driver that takes databases of up to some segments each.
type small struct {
	kernel.Driver
	segments int
}

func (d small) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	if n := db.Store.Segments(); n > d.segments {
		return nil, fmt.Errorf("small: %d segments: %w", n, kernel.ErrMemory)
	}
	return d.Driver.Load(ctx, db)
}

// openParts opens a method on a driver of some segments, to be closed after the test.
func openParts(t *testing.T, m method, s kerneltest.Scene, segments int) (*parts, error) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // no model
	c := Config{Threads: 1, Logger: slog.New(slog.DiscardHandler)}
	g := newParts(m, Device{Driver: small{cpu.New(1), segments}}, newIndexes(s.Entries, c), c)
	t.Cleanup(func() {
		if err := errors.Join(g.close(), g.device.Close()); err != nil {
			t.Error(err)
		}
	})
	return g, g.open(t.Context())
}

// TestPartsAreTheWhole: every row of the entries is in one part, in order, and a store that
// is not cut has the index that other ways share.
func TestPartsAreTheWhole(t *testing.T) {
	s := kerneltest.Scenes(t)[0]
	n := s.Entries.Segments()
	for _, m := range methods()[:2] {
		for _, c := range []struct{ segments, least, most int }{{n, 1, 1}, {n - 1, 2, 2}, {n/3 + 1, 3, 8}} {
			g, err := openParts(t, m, s, c.segments)
			if err != nil {
				t.Fatal(err)
			}
			if len(g.all) < c.least || len(g.all) > c.most || g.paged {
				t.Errorf("%s: %d parts, want %d to %d resident at once", m.name(), len(g.all), c.least, c.most)
			}
			if shared, err := m.index(g.indexes); err != nil || (g.all[0].index == shared) != (c.most == 1) {
				t.Errorf("%s: %v; %d parts share the index of the whole: %v", m.name(), err, len(g.all), g.all[0].index == shared)
			}
			next := uint32(0)
			for _, p := range g.all {
				for row := range uint32(p.Store.Samples()) {
					if p.Row(row) != next {
						t.Fatalf("%s: row %d, want %d", m.name(), p.Row(row), next)
					}
					next++
				}
			}
			if int(next) != s.Entries.Samples() {
				t.Errorf("%s: %d rows in all parts, want %d", m.name(), next, s.Entries.Samples())
			}
		}
	}
}

// TestOneTrajectoryTooLarge: the error names a trajectory that is too large by itself.
func TestOneTrajectoryTooLarge(t *testing.T) {
	s := kerneltest.Scenes(t)[0]
	_, err := openParts(t, spatiotemporal{}, s, 1)
	if !errors.Is(err, kernel.ErrMemory) || !strings.Contains(err.Error(), "trajectory "+s.Entries.ID(0)+" alone") {
		t.Errorf("%v, want one that names trajectory %s", err, s.Entries.ID(0))
	}
}
