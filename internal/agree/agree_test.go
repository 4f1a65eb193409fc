package agree_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/engine"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// devices returns the selectors of all devices that can run here, in a test of make test. Without OpenCL the
// test fails if FLYBY_REQUIRE_OPENCL is set.
func devices(t testing.TB) []string {
	t.Helper()
	tier.Full(t)
	all, err := flyby.Devices()
	if err != nil && os.Getenv("FLYBY_REQUIRE_OPENCL") != "" {
		t.Fatal(err)
	}
	var names []string
	for _, d := range all {
		names = append(names, d.Selector)
	}
	if len(names) < 2 && os.Getenv("FLYBY_REQUIRE_OPENCL") != "" {
		t.Fatal("FLYBY_REQUIRE_OPENCL is set, but no OpenCL device is here")
	}
	return names
}

// way is a method on a device.
type way struct {
	method flyby.Method
	device string
}

// ways returns every method on every device that it runs on.
func ways(t *testing.T) []way {
	all := []way{{flyby.MethodBruteForce, "cpu"}} // the others are compared with it
	everywhere := devices(t)
	for _, m := range flyby.Methods() {
		on := everywhere
		if engine.OnHost(string(m)) {
			on = []string{"cpu"}
		}
		for _, d := range on {
			if m != flyby.MethodAuto && m != flyby.MethodBruteForce {
				all = append(all, way{m, d})
			}
		}
	}
	return all
}

// opened opens a database that closes as the test ends.
func opened(t testing.TB, o flyby.Options, entries *trajectory.Store) *flyby.Database {
	t.Helper()
	db, err := flyby.Open(context.Background(), entries, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// answer is the hits of a search, and its cost.
type answer struct {
	hits  trajectory.Hits
	stats flyby.Stats
}

// find asks a database for hits, and releases the result.
func find(ctx context.Context, db *flyby.Database, s flyby.Search) (a answer, err error) {
	found, err := db.Hits(ctx, s)
	if err != nil {
		return a, err
	}
	defer found.Release()
	a.hits, err = found.Collect()
	a.stats = found.Stats()
	return a, err
}

// meet asks a database for encounters.
func meet(ctx context.Context, db *flyby.Database, s flyby.Search) (all trajectory.Encounters, stats flyby.Stats, err error) {
	found, err := db.Encounters(ctx, s)
	if err != nil {
		return all, stats, err
	}
	all, err = found.Collect()
	return all, found.Stats(), err
}

// ask opens a database, asks it, and closes it.
func ask(t *testing.T, o flyby.Options, entries *trajectory.Store, s flyby.Search) (a answer) {
	t.Helper()
	within(t, o, entries, func(db *flyby.Database) (err error) {
		a, err = find(t.Context(), db, s)
		return err
	})
	return a
}

// askEncounters opens a database, asks it for encounters, and closes it.
func askEncounters(t *testing.T, o flyby.Options, entries *trajectory.Store, s flyby.Search) (all trajectory.Encounters, stats flyby.Stats) {
	t.Helper()
	within(t, o, entries, func(db *flyby.Database) (err error) {
		all, stats, err = meet(t.Context(), db, s)
		return err
	})
	return all, stats
}

// within opens a database for f and closes it.
func within(t *testing.T, o flyby.Options, entries *trajectory.Store, f func(*flyby.Database) error) {
	t.Helper()
	db, err := flyby.Open(context.Background(), entries, o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := f(db); err != nil {
		t.Fatal(err)
	}
}

// search asks for queries, or for a join if there are none.
func search(t *testing.T, o flyby.Options, entries, queries *trajectory.Store, d float64) answer {
	t.Helper()
	return ask(t, o, entries, flyby.Search{Queries: queries, Distance: d})
}

// sameHits fails unless two results are equal, order and bits included.
func sameHits(t *testing.T, want, got trajectory.Hits) {
	t.Helper()
	if s := differentHits(want, got); s != "" {
		t.Fatal(s)
	}
}

// differentHits describes the difference of two results, order and bits included; "" if there is none.
func differentHits(want, got trajectory.Hits) string {
	if want.Len() != got.Len() {
		return fmt.Sprintf("%d hits, want %d", got.Len(), want.Len())
	}
	for i := range want.Len() {
		if want.QueryTraj[i] != got.QueryTraj[i] || want.QuerySeg[i] != got.QuerySeg[i] ||
			want.EntryTraj[i] != got.EntryTraj[i] || want.EntrySeg[i] != got.EntrySeg[i] ||
			math.Float64bits(want.Enter[i]) != math.Float64bits(got.Enter[i]) ||
			math.Float64bits(want.Exit[i]) != math.Float64bits(got.Exit[i]) {
			return fmt.Sprintf("hit %d: (%d %d) (%d %d) [%v, %v], want (%d %d) (%d %d) [%v, %v]", i,
				got.QueryTraj[i], got.QuerySeg[i], got.EntryTraj[i], got.EntrySeg[i], got.Enter[i], got.Exit[i],
				want.QueryTraj[i], want.QuerySeg[i], want.EntryTraj[i], want.EntrySeg[i], want.Enter[i], want.Exit[i])
		}
	}
	return ""
}

// TestSearchesAgree: the paper's searches at 3 % of their size have the same hits, to the bit, by every
// method on every device. Distances are eight times as large, so that there are hits.
func TestSearchesAgree(t *testing.T) {
	tier.Full(t)
	searchesAgree(t, 0.02, 10)
}

// searchesAgree checks the property of TestSearchesAgree at a scale of data sets, with the paper's distances
// times a factor.
func searchesAgree(t *testing.T, scale, factor float64) {
	t.Helper()
	for _, s := range datasets.Searches() {
		t.Run(s.Name, func(t *testing.T) {
			s.Distance *= factor
			entries, queries, err := s.Load(scale, 1)
			if err != nil {
				t.Fatal(err)
			}
			var want trajectory.Hits
			for i, w := range ways(t) {
				r := ask(t, flyby.Options{Method: w.method, Device: w.device}, entries, flyby.Search{Queries: queries, Distance: s.Distance, ExcludeSameID: true})
				if i == 0 {
					want = r.hits
					if want.Len() == 0 {
						t.Fatal("no hits: nothing is compared")
					}
					continue
				}
				sameHits(t, want, r.hits)
			}
		})
	}
}

// TestJoinIsSearchOfItself: a join finds once each pair that a search of a set for itself finds twice.
func TestJoinIsSearchOfItself(t *testing.T) {
	tier.Full(t)
	joinIsSearchOfItself(t, 0.01, 60)
}

func joinIsSearchOfItself(t *testing.T, scale, d float64) {
	t.Helper()
	for _, name := range []string{"galaxy", "randwalk-exp"} {
		entries, err := datasets.Generate(name, 1, scale)
		if err != nil {
			t.Fatal(err)
		}
		all := ask(t, flyby.Options{}, entries, flyby.Search{Queries: entries, Distance: d, ExcludeSameID: true}).hits
		var want trajectory.Hits
		for i := range all.Len() {
			if all.QueryTraj[i] < all.EntryTraj[i] {
				want.QueryTraj, want.QuerySeg = append(want.QueryTraj, all.QueryTraj[i]), append(want.QuerySeg, all.QuerySeg[i])
				want.EntryTraj, want.EntrySeg = append(want.EntryTraj, all.EntryTraj[i]), append(want.EntrySeg, all.EntrySeg[i])
				want.Enter, want.Exit = append(want.Enter, all.Enter[i]), append(want.Exit, all.Exit[i])
			}
		}
		if 2*want.Len() != all.Len() || want.Len() == 0 {
			t.Fatalf("%s: %d hits of unordered pairs among %d", name, want.Len(), all.Len())
		}
		for _, w := range ways(t) {
			t.Run(name+" "+string(w.method)+" "+w.device, func(t *testing.T) {
				sameHits(t, want, search(t, flyby.Options{Method: w.method, Device: w.device}, entries, nil, d).hits)
			})
		}
	}
}
