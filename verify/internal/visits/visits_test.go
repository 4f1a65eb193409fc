package visits_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"flyby/interaction"
	"flyby/internal/geo"
	"flyby/internal/testing/visittest"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
	"flyby/verify/internal/visits"
)

// scenes is how many random scenes are tried.
const scenes = 147

// TestSearchesAgree: package internal/visit, which searches with other code, finds the same visits and hits, open at the same ends, with numbers that differ by a few units in the last place.
func TestSearchesAgree(t *testing.T) {
	all, hits := 0, 0
	for seed := range uint64(scenes) {
		r := newScene(t, seed)
		rule := visit.Rule{Distance: r.rule.Distance, Window: r.rule.Window, Threads: 1}
		want, err := visittest.Find(t.Context(), r.store, r.set, rule)
		if err != nil {
			t.Fatal(err)
		}
		wantHits, err := visittest.FindHits(t.Context(), r.store, r.set, rule)
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

// differ says in what the visits that were worked out differ from the visits of a search.
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

// hitsDiffer says in what the hits of an object and a zone that were worked out differ from the hits of a search.
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

// TestWideZones: legs through the Earth and its centre visit zones of thousands of kilometres as a search finds it.
func TestWideZones(t *testing.T) {
	wide := zone.Zone{ID: "wide", Floor: math.Inf(-1), Ceiling: math.Inf(1), Polygons: [][][][2]float64{{{{-70, -50}, {70, -50}, {75, 60}, {-75, 60}, {-70, -50}}}}}
	line := zone.Zone{ID: "line", Floor: math.Inf(-1), Ceiling: math.Inf(1), Lines: [][][2]float64{{{-88, 1}, {88, 2}}, {{179, -1}, {1.5, 89}}}}
	set, err := zone.New([]zone.Zone{wide, line}, zone.Options{Frame: trajectory.EarthCentred, Arcs: true})
	if err != nil {
		t.Fatal(err)
	}
	c := trajectory.Columns{Frame: trajectory.EarthCentred}
	for i, p := range [][2]float64{{0, 0}, {180, 0}, {10, 89}, {-100, 3}, {80, -3}, {0, -90}, {0, 90}} {
		at := geo.Place{Lon: p[0], Lat: p[1]}.Metres()
		c.ID.Int, c.T = append(c.ID.Int, 1), append(c.T, float64(i))
		c.X, c.Y, c.Z = append(c.X, at[0]), append(c.Y, at[1]), append(c.Z, at[2])
	}
	for k := range 3 { // to the place opposite, to the last bit
		c.ID.Int, c.T = append(c.ID.Int, 2), append(c.T, float64(k))
		c.X, c.Y, c.Z = append(c.X, []float64{6e6, -6e6, 0}[k]), append(c.Y, []float64{1e6, -1e6, 0}[k]), append(c.Z, []float64{3e5, -3e5, 6.3e6}[k])
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, distance := range []float64{0, 1e3, 2e5} {
		want, err := visittest.Find(t.Context(), s, set, visit.Rule{Distance: distance, Window: interaction.Unbounded(), Threads: 1})
		if err != nil || want.Len() < 4 {
			t.Fatalf("%d visits, %v", want.Len(), err)
		}
		for traj := range s.Trajectories() {
			for of := range set.Len() {
				got, _, err := visits.NewZone(set, of).Of(t.Context(), visits.NewObject(s, traj, visits.Rule{Distance: distance, Window: interaction.Unbounded()}))
				if why := differ(got, ofPair(want, traj, of)); err != nil || why != "" {
					t.Errorf("D = %v, object %d, zone %d: %s, %v", distance, traj, of, why, err)
				}
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := visits.NewZone(set, 0).Of(ctx, visits.NewObject(s, 0, visits.Rule{Window: interaction.Unbounded()})); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done: %v", err)
	}
}
