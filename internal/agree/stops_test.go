package agree_test

import (
	"context"
	"iter"
	"slices"
	"testing"

	"flyby"
	"flyby/cluster"
	"flyby/group"
	"flyby/internal/testing/pushtest"
	"flyby/points"
	"flyby/trajectory"
)

// TestFoundStops: hits, encounters and groups of a database end when the loop over them does, in one go or in ranges, while
// another goroutine searches on; and the next search has its turn.
func TestFoundStops(t *testing.T) {
	s := crossing(t, 12)
	o := flyby.Options{Device: "cpu", Method: flyby.MethodSpatiotemporal, Threads: 2}
	for _, o := range []flyby.Options{o, inRanges(o, 3, 0)} {
		db, err := flyby.Open(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		pushtest.Stops2(t, 1, func(ctx context.Context) iter.Seq2[trajectory.Hits, error] {
			found, err := db.Hits(ctx, flyby.Search{Distance: 1})
			if err != nil {
				t.Fatal(err)
			}
			return found.Chunks()
		})
		pushtest.Stops2(t, 1, func(ctx context.Context) iter.Seq2[trajectory.Encounters, error] {
			found, err := db.Encounters(ctx, flyby.Search{Distance: 1})
			if err != nil {
				t.Fatal(err)
			}
			return found.Chunks()
		})
		pushtest.Stops2(t, 1, func(ctx context.Context) iter.Seq2[group.Group, error] {
			return db.Groups(ctx, group.Search{Distance: 1, MinSize: 2})
		})
	}
}

// TestPointsStop: pairs and clusters of points end when the loop over them does, also if the context is cancelled with a cause at
// that moment.
func TestPointsStop(t *testing.T) {
	x := make([]float64, 300)
	for i := range x {
		x[i] = float64(i)
	}
	s, err := points.New([][]float64{x, slices.Clone(x)}, points.RowIDs(len(x)))
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 3} {
		set, err := flyby.OpenPoints(t.Context(), s, flyby.Options{Device: "cpu", Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		defer set.Close() //nolint:errcheck // the cores of the host hold no resources
		for _, mirrored := range []bool{false, true} {
			pushtest.Stops2(t, 3, func(ctx context.Context) iter.Seq2[points.Pairs, error] {
				found, err := set.Pairs(ctx, flyby.PointSearch{Eps: 1000, Mirrored: mirrored})
				if err != nil {
					t.Fatal(err)
				}
				return found.Chunks()
			})
		}
		pushtest.Stops2(t, 4, func(ctx context.Context) iter.Seq2[cluster.Variant, error] {
			return set.Clusters(ctx, cluster.Search{Eps: []float64{1, 2}, MinPoints: []int{2, 3}})
		})
	}
}
