package visits_test

import (
	"fmt"
	"math"
	"testing"

	"flyby/internal/visit"
	"flyby/trajectory"
	"flyby/verify/internal/visits"
)

// scenes is how many random scenes are tried.
const scenes = 400

// TestSearchesAgree: visits and hits are those of package internal/visit, which searches with other code: which there are and how they are open exactly, their numbers to a few units in the last place.
func TestSearchesAgree(t *testing.T) {
	all, hits := 0, 0
	for seed := range uint64(scenes) {
		r := newScene(t, seed)
		rule := visit.Rule{Distance: r.rule.Distance, Window: r.rule.Window, Threads: 1}
		want, err := visit.Find(t.Context(), r.store, r.set, rule)
		if err != nil {
			t.Fatal(err)
		}
		wantHits, err := visit.FindHits(t.Context(), r.store, r.set, rule)
		if err != nil {
			t.Fatal(err)
		}
		for traj := range r.store.Trajectories() {
			for of := range r.set.Len() {
				got, gotHits, err := visits.NewZone(r.set, of).Of(t.Context(), visits.NewObject(r.store, traj, r.rule))
				if err != nil {
					t.Fatal(err)
				}
				if why := differ(got, ofPair(want, traj, of)); why != "" {
					t.Errorf("scene %d, object %d, zone %d: %s", seed, traj, of, why)
				}
				if why := hitsDiffer(gotHits, wantHits, traj, of); why != "" {
					t.Errorf("scene %d, object %d, zone %d: %s", seed, traj, of, why)
				}
				all, hits = all+len(got), hits+len(gotHits)
			}
		}
	}
	if all < scenes || hits < all {
		t.Errorf("%d scenes have %d visits, %d hits", scenes, all, hits)
	}
}

// ofPair returns the visits of an object to a zone.
func ofPair(e trajectory.Encounters, traj, of int) trajectory.Encounters {
	var rows []int
	for i := range e.Len() {
		if int(e.QueryTraj[i]) == traj && int(e.EntryTraj[i]) == of {
			rows = append(rows, i)
		}
	}
	return e.Pick(rows)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*(1+math.Abs(b)) }

// isAsFar reports whether distances are the same within what docs/answers.md allows, and 0 alike.
func isAsFar(a, b float64) bool { return math.Abs(a-b) <= 1e-6+1e-12*b && (a == 0) == (b == 0) }

// differ says in what visits differ from those of a search.
func differ(got []visits.Visit, want trajectory.Encounters) string {
	if len(got) != want.Len() {
		return fmt.Sprintf("visits %+v, want %+v", got, want)
	}
	for i, v := range got {
		times := near(v.Enter, want.Enter[i]) && near(v.Exit, want.Exit[i]) && near(v.Closest, want.Closest[i]) && near(v.Inside, want.Inside[i])
		if !times || v.Open != want.Open[i] || !isAsFar(v.Distance, want.Distance[i]) || !isAsFar(v.EnterAway, want.EnterAway[i]) || !isAsFar(v.ExitAway, want.ExitAway[i]) {
			return fmt.Sprintf("visit %d is %+v, want %+v", i, v, want.Slice(i, i+1))
		}
	}
	return ""
}

// hitsDiffer says in what hits of an object and a zone differ from those of a search.
func hitsDiffer(got []visits.Hit, want []visit.Hit, traj, of int) string {
	n := 0
	for _, h := range want {
		if int(h.Traj) != traj || int(h.Zone) != of {
			continue
		}
		if n == len(got) || got[n].Segment != int(h.Seg) || !near(got[n].Enter, h.Enter) || !near(got[n].Exit, h.Exit) {
			return fmt.Sprintf("hits %+v, want %+v", got, h)
		}
		n++
	}
	if n < len(got) {
		return fmt.Sprintf("%+v is no hit", got[n])
	}
	return ""
}
