package pointengine_test

import (
	"context"
	"iter"
	"testing"

	"flyby/cluster"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin/host"
	"flyby/internal/testing/pushtest"
	"flyby/internal/tier"
	"flyby/points"
)

// TestPairsStop: pairs end where the loop over them does, by every method, on one thread and on several, in slabs and in files;
// also where the context is cancelled with a cause at that item, as a failing writer cancels it.
func TestPairsStop(t *testing.T) {
	tier.Full(t)
	s, queries := cloud(t, 200, 2), cloud(t, 90, 2)
	for _, m := range host.Methods() {
		for _, c := range []pointengine.Config{{Threads: 1}, {Threads: 3}, {Threads: 2, Slab: 100, Room: 100_000}} {
			c.Method, c.Tmp = m.Name, t.TempDir()
			e := engine(t, s, c, host.New(c.Threads))
			if err := e.Prepare(t.Context(), 0, threshold(t, 2), 0); err != nil {
				t.Fatal(err)
			}
			for _, q := range []*points.Store{nil, queries} {
				pushtest.Stops2(t, 2, func(ctx context.Context) iter.Seq2[points.Pairs, error] {
					return e.Pairs(ctx, q, false, new(points.Stats))
				})
			}
		}
	}
}

// TestMirroredStops: pairs in both orders end where the loop over them does, from memory and from files.
func TestMirroredStops(t *testing.T) {
	for _, c := range []pointengine.Config{{}, {Slab: 200, Room: 50_000}} {
		c.Method, c.Tmp = "grid", t.TempDir()
		e := opened(t, cloud(t, 400, 2), 0.1, c)
		pushtest.Stops2(t, 2, func(ctx context.Context) iter.Seq2[points.Pairs, error] {
			return e.Mirrored(ctx, false, new(points.Stats))
		})
	}
}

// TestClustersStop: variants end where the loop over them does, by both methods.
func TestClustersStop(t *testing.T) {
	e := engine(t, cloud(t, 300, 2), pointengine.Config{Threads: 3, Method: "grid"}, dense{Driver: host.New(2)})
	for _, method := range []string{cluster.Fused, cluster.Hybrid} {
		search := cluster.Search{Eps: []float64{0.02, 0.05, 0.1}, MinPoints: []int{2, 5}, Method: method}
		pushtest.Stops2(t, search.Variants(), func(ctx context.Context) iter.Seq2[cluster.Variant, error] {
			return e.Clusters(ctx, search)
		})
	}
}
