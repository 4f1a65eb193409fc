package sweep_test

import (
	"log/slog"
	"math"
	"path/filepath"
	"testing"

	"flyby/batching"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/spool"
	"flyby/internal/sweep"
	"flyby/internal/testing/slabtest"
	"flyby/internal/tier"
	"flyby/kernel/host"
)

// TestIndexedAhead: slabs that are indexed while the slabs before are searched have the hits and
// the encounters of one run. No slab is indexed ahead whose index is too large, or for a method
// without that index.
func TestIndexedAhead(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	s, err := datasets.Generate("galaxy", 1, 0.02)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "stars.parquet")
	if err := output.WriteStore(t.Context(), path, s, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	read, _, err := spool.Read(t.Context(), path, spool.Options{Memory: 64 << 20, Folder: folderOf(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close() //nolint:errcheck // reading met no error
	d := host.New(2)
	edges := slabtest.Even(s, 6)
	rule := interaction.Rule{Distance: 2, Window: interaction.Unbounded(), Join: true}
	answer := func(method string, edges []float64, most uint64) (answer, sweep.Cost) {
		c := engine.Config{Method: method, Threads: 2, Logger: slog.New(slog.DiscardHandler), Quota: memory.NewQuota(math.MaxUint64 / 2)}
		searches := sweep.OnDevices([]engine.Device{{Driver: d}}, c, batching.Periodic{Size: 120})
		made := searches.IndexAhead(most)
		return answerOf(t, func() *sweep.Sweep {
			source := read.Slabs(t.Context(), spool.Range{Edges: edges, Ahead: true, Made: made})
			return &sweep.Sweep{Sides: sweep.Once(nil, source), Rule: rule, Search: searches.Search, Folder: folderOf(t), Threads: 2}
		}), searches.Cost()
	}
	want, _ := answer("spatiotemporal", nil, 0)
	if want.hits.Len() == 0 || want.met.Len() == 0 {
		t.Fatal("nothing is found")
	}
	slabs := 2 * (len(edges) + 1) // for hits and for encounters
	for _, c := range []struct {
		method string
		most   uint64
		ahead  int
	}{
		{"spatiotemporal", math.MaxUint64, slabs}, {engine.Auto, math.MaxUint64, slabs}, {"spatiotemporal", 1000, 0}, {"temporal", math.MaxUint64, 0},
	} {
		got, cost := answer(c.method, edges, c.most)
		if d := got.difference(&want); d != "" {
			t.Errorf("%s, at most %d bytes: %s", c.method, c.most, d)
		}
		if cost.Ahead != c.ahead {
			t.Errorf("%s, at most %d bytes: %d of %d slabs were indexed ahead, want %d", c.method, c.most, cost.Ahead, slabs, c.ahead)
		}
	}
}
