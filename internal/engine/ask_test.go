package engine

import (
	"math"
	"testing"

	"flyby/batching"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// named makes a store of some ids.
func named(ids ...int64) *trajectory.Store {
	return trajectory.Named(trajectory.IntIDs(ids), trajectory.Number, trajectory.Space{Dim: 2}, trajectory.Extent{})
}

// TestAsk: a window is open where no bound is set, pairs of one id are left out of searches alone,
// and no batching is the default.
func TestAsk(t *testing.T) {
	from, entries := 3.0, named(1, 5, 7)
	search := Ask{Queries: named(5, 6), Distance: 2, From: &from, ExcludeSameID: true}
	r := search.Rule(entries)
	if r.Distance != 2 || r.Window != (interaction.Window{From: 3, To: math.Inf(1)}) || r.Join {
		t.Errorf("a search: %+v", r)
	}
	if len(r.Excluded) != 2 || r.Excluded[0] != 1 || r.Excluded[1] != interaction.NoneExcluded {
		t.Errorf("excluded are %v", r.Excluded)
	}
	join := Ask{Distance: 2, To: &from, ExcludeSameID: true}
	if r := join.Rule(entries); !r.Join || r.Excluded != nil || r.Window != (interaction.Window{From: math.Inf(-1), To: 3}) {
		t.Errorf("a join: %+v", r)
	}
	for spec, want := range map[string]batching.Algorithm{"": batching.Periodic{Size: 120}, "periodic:7": batching.Periodic{Size: 7}, ModelBatching: nil} {
		if got, err := (Ask{Batching: spec}).Algorithm(nil); err != nil || got != want {
			t.Errorf("batching %q: %v, %v, want %v", spec, got, err, want)
		}
	}
	if _, err := (Ask{Batching: "often"}).Algorithm(nil); err == nil {
		t.Error("any batching is one")
	}
}

// TestStatsOf: borderline counts the pairs that a device leaves to exact arithmetic and the pairs
// that the host decides at once; counts of another part replace the earlier ones.
func TestStatsOf(t *testing.T) {
	f := Result{Count: 4, Stats: kernel.Stats{Borderline: 2, Exact: 3, Interactions: 50}, Took: 7, Spilled: 11}
	s := StatsOf[string](10, 20, Choice{Method: "rtree", Reason: "asked for"}, 5, &f)
	if s.Entries != 10 || s.Queries != 20 || s.Method != "rtree" || s.Reason != "asked for" || s.Index != 5 {
		t.Errorf("%+v", s)
	}
	if s.Hits != 4 || s.Borderline != 5 || s.Interactions != 50 || s.Search != 7 || s.Spilled != 11 {
		t.Errorf("%+v", s)
	}
	f.Add(&Result{Count: 1, Stats: kernel.Stats{Exact: 1}, Took: 3})
	if s = s.With(&f); s.Hits != 5 || s.Borderline != 6 || s.Search != 10 || s.Entries != 10 {
		t.Errorf("%+v", s)
	}
}

// TestWithout: hits do not get the memory that others are going to take, except the least of a
// search.
func TestWithout(t *testing.T) {
	least := allowance{threads: 2}.least()
	for _, c := range []struct{ left, others, want uint64 }{
		{3 * least, least, 2 * least}, {3 * least, 9 * least, least}, {least / 2, 9 * least, least / 2}, {least, 0, least},
	} {
		r := allowance{bytes: c.left, threads: 2}.without(func() uint64 { return c.others })
		if r.bytes != c.want {
			t.Errorf("%d left and %d for others: %d, want %d", c.left, c.others, r.bytes, c.want)
		}
	}
	if r := (allowance{bytes: 5}).without(nil); r.bytes != 5 {
		t.Errorf("no others: %d", r.bytes)
	}
}
