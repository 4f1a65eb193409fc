package flyby_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/trajectory"
)

// TestQueryMemory wants queries in memory of the device to be found as any others
// are, search after search in the same memory, whatever was released before.
func TestQueryMemory(t *testing.T) {
	for _, k := range []int{0, 6} { // GALAXY and RANDWALK-NORMAL5
		s := datasets.Searches()[k] // 3-D both
		entries, queries, err := s.Load(0.1, 1)
		if err != nil {
			t.Fatal(err)
		}
		n := queries.Trajectories()
		sets := []*trajectory.Store{queries, queries.Slice(0, n/2), queries.Slice(n/2, n)}
		for _, w := range ways(t)[1:] { // brute force takes its time
			o := flyby.Options{Method: w.method, Device: w.device, ExcludeSameID: true}
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
					want, got := searchIn(t, db, set, s.Distance), searchIn(t, db, m.Copy(set), s.Distance)
					if i == 0 && want.Hits() == 0 {
						t.Fatal("no hits: nothing is compared")
					}
					sameHits(t, collect(want), collect(got))
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

func searchIn(t *testing.T, db *flyby.Database, queries *trajectory.Store, d float64) *flyby.Result {
	t.Helper()
	r, err := db.Search(context.Background(), queries, d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestQueryMemoryTakesColumns fills columns and builds a store in them, in 2-D.
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
		c := m.Columns(2)
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
		if got := collect(searchIn(t, db, q, 0.01)); !slices.Equal(got.EntryTraj, []uint32{0, 1}) {
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
	defer func() {
		if recover() == nil {
			t.Error("4 samples in memory for 3")
		}
	}()
	m.Columns(4)
}

// TestRelease wants a released result to be empty, and what it gave before to stay.
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
		hits := collect(first)
		met, err := first.Encounters(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		first.Release()
		first.Release()
		if _, err := first.Encounters(context.Background()); !errors.Is(err, flyby.ErrReleased) {
			t.Errorf("%s: encounters of a released result: %v", device, err)
		}
		if hits.Len() == 0 || first.Hits() != hits.Len() || collect(first).Len() != 0 {
			t.Errorf("%s: %d hits of %d after the release", device, collect(first).Len(), hits.Len())
		}
		second := searchIn(t, db, queries, 50) // where the first one's hits were
		sameHits(t, hits, collect(second))
		again, err := second.Encounters(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		sameEncounters(t, met, again)
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		second.Release() // after the device
	}
}
