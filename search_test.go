package flyby

import (
	"math"
	"testing"

	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/kernel"
	"flyby/trajectory"
)

// named makes a store of some ids.
func named(ids ...int64) *trajectory.Store {
	return trajectory.IntIDs(ids).Named(trajectory.Number, trajectory.Space{Dim: 2}, trajectory.Extent{})
}

// TestRule: a window is open where no bound is set, heights are compared where there is a threshold, and pairs of one id are left out of searches
// alone.
func TestRule(t *testing.T) {
	from, entries := 3.0, named(1, 5, 7)
	search := Search{Distance: 2, From: &from, ExcludeSameID: true, Vertical: &from, VerticalStrict: true}
	r := search.Rule().Between(named(5, 6), entries, search.ExcludeSameID)
	if r.Distance != 2 || r.Window != (interaction.Window{From: 3, To: math.Inf(1)}) || r.Join || r.ExactTimes {
		t.Errorf("a search: %+v", r)
	}
	if !r.HasHeights() || *r.Vertical != (interaction.Heights{Within: 3, Strict: true}) {
		t.Errorf("a search with heights: %+v", r.Vertical)
	}
	if len(r.Excluded) != 2 || r.Excluded[0] != 1 || r.Excluded[1] != interaction.NoneExcluded {
		t.Errorf("excluded are %v", r.Excluded)
	}
	join := Search{Distance: 2, To: &from, ExcludeSameID: true, ExactTimes: true}
	if r := join.Rule().Between(nil, entries, join.ExcludeSameID); !r.Join || r.Excluded != nil || r.HasHeights() || !r.ExactTimes || r.Window != (interaction.Window{From: math.Inf(-1), To: 3}) {
		t.Errorf("a join: %+v", r)
	}
}

// TestStatsWith: borderline counts the pairs that a device leaves to exact arithmetic and the pairs that the host decides at once; counts of
// another part replace the earlier ones.
func TestStatsWith(t *testing.T) {
	f := engine.Result{Count: 4, Stats: kernel.Stats{Borderline: 2, Exact: 3, Interactions: 50}, Took: 7, Spilled: 11}
	s := Stats{Entries: 10, Queries: 20, Method: MethodRTree, Reason: "asked for", Index: 5}.with(&f)
	if s.Entries != 10 || s.Queries != 20 || s.Method != MethodRTree || s.Reason != "asked for" || s.Index != 5 {
		t.Errorf("%+v", s)
	}
	if s.Hits != 4 || s.Borderline != 5 || s.Interactions != 50 || s.Search != 7 || s.Spilled != 11 {
		t.Errorf("%+v", s)
	}
	f.Add(&engine.Result{Count: 1, Stats: kernel.Stats{Exact: 1}, Took: 3})
	if s = s.with(&f); s.Hits != 5 || s.Borderline != 6 || s.Search != 10 || s.Entries != 10 {
		t.Errorf("%+v", s)
	}
}
