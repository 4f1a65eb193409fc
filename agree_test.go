package flyby_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/trajectory"
)

// devices returns the selectors of all devices that can run here. Without
// OpenCL the test fails if FLYBY_REQUIRE_OPENCL is set.
func devices(t testing.TB) []string {
	t.Helper()
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
	all := []way{{flyby.MethodBruteForce, "cpu"}, {flyby.MethodRTree, "cpu"}}
	for _, d := range devices(t) {
		all = append(all, way{flyby.MethodTemporal, d}, way{flyby.MethodSpatiotemporal, d})
	}
	return all
}

// hits are all hits of a result, by column.
func collect(r *flyby.Result) trajectory.Hits {
	var all trajectory.Hits
	for c := range r.Chunks() {
		all.QueryTraj = append(all.QueryTraj, c.QueryTraj...)
		all.QuerySeg = append(all.QuerySeg, c.QuerySeg...)
		all.EntryTraj = append(all.EntryTraj, c.EntryTraj...)
		all.EntrySeg = append(all.EntrySeg, c.EntrySeg...)
		all.Enter = append(all.Enter, c.Enter...)
		all.Exit = append(all.Exit, c.Exit...)
	}
	return all
}

// search opens, searches (or joins, queries nil) and closes.
func search(t *testing.T, o flyby.Options, entries, queries *trajectory.Store, d float64) *flyby.Result {
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
	var r *flyby.Result
	if queries == nil {
		r, err = db.Join(context.Background(), d)
	} else {
		r, err = db.Search(context.Background(), queries, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sameHits fails unless two results are equal, order and bits included.
func sameHits(t *testing.T, want, got trajectory.Hits) {
	t.Helper()
	if s := differentHits(want, got); s != "" {
		t.Fatal(s)
	}
}

// differentHits says how two results differ, order and bits included; "" if they
// do not.
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

// TestSearchesAgree runs the paper's searches at a tenth of their size by every
// method on every device: the hits are the same to the bit.
func TestSearchesAgree(t *testing.T) {
	for _, s := range datasets.Searches() {
		t.Run(s.Name, func(t *testing.T) {
			entries, queries, err := s.Load(0.1, 1)
			if err != nil {
				t.Fatal(err)
			}
			var want trajectory.Hits
			for i, w := range ways(t) {
				r := search(t, flyby.Options{Method: w.method, Device: w.device, ExcludeSameID: true}, entries, queries, s.Distance)
				if i == 0 {
					want = collect(r)
					if want.Len() == 0 {
						t.Fatal("no hits: nothing is compared")
					}
					continue
				}
				sameHits(t, want, collect(r))
			}
		})
	}
}

// TestJoinIsSearchOfItself holds a join against the search of a set for
// itself, whose pairs it finds once.
func TestJoinIsSearchOfItself(t *testing.T) {
	for _, name := range []string{"galaxy", "randwalk-exp"} {
		entries, err := datasets.Generate(name, 1, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		all := collect(search(t, flyby.Options{ExcludeSameID: true}, entries, entries, 10))
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
				sameHits(t, want, collect(search(t, flyby.Options{Method: w.method, Device: w.device}, entries, nil, 10)))
			})
		}
	}
}
