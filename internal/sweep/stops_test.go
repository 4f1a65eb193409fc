package sweep_test

import (
	"context"
	"iter"
	"log/slog"
	"testing"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/slab"
	"flyby/internal/sweep"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/pushtest"
	"flyby/internal/testing/slabtest"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// TestStops: a sweep ends where the loop over its results does: the results of one slab as they are found, of several as
// they are merged.
func TestStops(t *testing.T) {
	s, folder := kerneltest.Scenes(t)[3], folderOf(t)
	for _, edges := range [][]float64{nil, {3, 5}} {
		of := func() *sweep.Sweep {
			sides := sweep.Once(slabtest.Cut(s.Queries, edges), slabtest.Cut(s.Entries, edges))
			return &sweep.Sweep{Sides: sides, Rule: s.Rule, Search: byBruteForce, Folder: folder, Threads: 2}
		}
		pushtest.Stops2(t, 1, func(ctx context.Context) iter.Seq2[trajectory.Hits, error] { return of().Hits(ctx) })
		pushtest.Stops2(t, 1, func(ctx context.Context) iter.Seq2[trajectory.Encounters, error] { return of().Encounters(ctx) })
	}
	d := host.New(2)
	defer d.Close() //nolint:errcheck // the cores of the host hold nothing
	devices := []engine.Device{{Driver: d}}
	pushtest.Stops2(t, 1, func(ctx context.Context) iter.Seq2[[]interaction.HitRow, error] {
		c := engine.Config{Method: "spatiotemporal", Threads: 2, Logger: slog.New(slog.DiscardHandler)}
		return sweep.OnDevices(devices, c, batching.Periodic{Size: 120}).Search(ctx, s.Queries, s.Entries, s.Rule)
	})
	ranges := sweep.Ranges{Borders: []int{0, 1, 2, 3}, Slabs: func(first, last int) slab.Source { return slab.CutRange(s.Entries, nil, first, last) }}
	pushtest.Stops(t, 9, func(context.Context) iter.Seq[sweep.Sides] { return sweep.Between(ranges, ranges) })
	pushtest.Stops(t, 6, func(context.Context) iter.Seq[sweep.Sides] { return sweep.Within(ranges) })
	pushtest.Stops(t, 1, func(context.Context) iter.Seq[sweep.Sides] { return sweep.Once(nil, nil) })
}
