package agree_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// TestQueryMemory: queries in memory of the device have the hits of any others, search after search
// in the same memory, whatever was released before.
func TestQueryMemory(t *testing.T) {
	tier.Full(t)
	for _, k := range []int{0, 6} { // GALAXY and RANDWALK-NORMAL5
		s := datasets.Searches()[k] // both are 3-D
		entries, queries, err := s.Load(0.1, 1)
		if err != nil {
			t.Fatal(err)
		}
		n := queries.Trajectories()
		sets := []*trajectory.Store{queries, queries.Slice(0, n/2), queries.Slice(n/2, n)}
		for _, w := range ways(t)[1:] { // brute force is slow
			o := flyby.Options{Method: w.method, Device: w.device}
			db, err := flyby.Open(context.Background(), entries, o)
			if err != nil {
				t.Fatal(err)
			}
			m, err := db.NewQueryMemory(queries.Samples())
			if err != nil {
				t.Fatal(err)
			}
			for round := range 3 {
				for i, set := range sets {
					copied, err := m.Copy(set)
					if err != nil {
						t.Fatal(err)
					}
					want, got := searchIn(t, db, set, s.Distance), searchIn(t, db, copied, s.Distance)
					if i == 0 && want.Stats().Hits == 0 {
						t.Fatal("no hits: nothing is compared")
					}
					sameHits(t, collect(t, want), collect(t, got))
					if round > 0 {
						want.Release()
					}
					if round != 1 {
						got.Release()
					}
				}
			}
			m.Close()
			m.Close()
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func searchIn(t *testing.T, db *flyby.Database, queries *trajectory.Store, d float64) *flyby.Hits {
	t.Helper()
	r, err := db.Hits(context.Background(), flyby.Search{Queries: queries, Distance: d, ExcludeSameID: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// collect returns hits in columns, chunk by chunk.
func collect(t *testing.T, r *flyby.Hits) (all trajectory.Hits) {
	t.Helper()
	for c, err := range r.Chunks() {
		if err != nil {
			t.Fatal(err)
		}
		all.QueryTraj = append(all.QueryTraj, c.QueryTraj...)
		all.QuerySeg = append(all.QuerySeg, c.QuerySeg...)
		all.EntryTraj = append(all.EntryTraj, c.EntryTraj...)
		all.EntrySeg = append(all.EntrySeg, c.EntrySeg...)
		all.Enter = append(all.Enter, c.Enter...)
		all.Exit = append(all.Exit, c.Exit...)
	}
	return all
}

// TestQueryMemoryTakesColumns: columns of query memory, filled in place, become a store, in 2-D.
func TestQueryMemoryTakesColumns(t *testing.T) {
	entries := store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {1, 1, 1}}, path{{0, 0, 1}, {1, 1, 0}})
	for _, device := range devices(t) {
		db, err := flyby.Open(context.Background(), entries, flyby.Options{Device: device})
		if err != nil {
			t.Fatal(err)
		}
		m, err := db.NewQueryMemory(4)
		if err != nil {
			t.Fatal(err)
		}
		c, err := m.Columns(2)
		if err != nil {
			t.Fatal(err)
		}
		if c.Z != nil || len(c.T) != 2 {
			t.Fatalf("columns of %d samples, z %v", len(c.T), c.Z)
		}
		copy(c.T, []float64{0, 1})
		copy(c.X, []float64{0, 1})
		copy(c.Y, []float64{0.5, 0.5})
		c.ID = trajectory.IDColumn{Int: []int64{7, 7}}
		q, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if &q.T()[0] != &c.T[0] {
			t.Error("the store is elsewhere")
		}
		if got := collect(t, searchIn(t, db, q, 0.01)); !slices.Equal(got.EntryTraj, []uint32{0, 1}) {
			t.Errorf("hits with %v, want both", got.EntryTraj)
		}
		m.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestQueryMemoryRefuses(t *testing.T) {
	db, err := flyby.Open(context.Background(), store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {1, 1, 1}}), flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, n := range []int{-1, math.MinInt, math.MaxUint32 + 1, 1 << 59, math.MaxInt} {
		if _, err := db.NewQueryMemory(n); err == nil {
			t.Errorf("memory for %d samples", n)
		}
	}
	m, err := db.NewQueryMemory(3)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{4, -1} {
		if _, err := m.Columns(n); err == nil {
			t.Errorf("%d samples in memory for 3", n)
		}
	}
}

// TestRelease: a released result is empty, and values obtained before stay.
func TestRelease(t *testing.T) {
	entries, queries, err := datasets.Searches()[6].Load(0.1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, device := range devices(t) {
		db, err := flyby.Open(context.Background(), entries, flyby.Options{Device: device})
		if err != nil {
			t.Fatal(err)
		}
		first := searchIn(t, db, queries, 50)
		hits := collect(t, first)
		first.Release()
		first.Release()
		if _, err := first.Collect(); !errors.Is(err, flyby.ErrReleased) || !errors.Is(lastOf(first.Chunks()), flyby.ErrReleased) {
			t.Errorf("%s: released hits: %v", device, err)
		}
		if hits.Len() == 0 || first.Stats().Hits != uint64(hits.Len()) {
			t.Errorf("%s: %d hits, %d counted", device, hits.Len(), first.Stats().Hits)
		}
		second := searchIn(t, db, queries, 50) // in the memory of the first one's hits
		again, err := second.Collect()
		if err != nil {
			t.Fatal(err)
		}
		sameHits(t, hits, again)
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		second.Release() // after the device
	}
}
