package visit_test

import (
	"fmt"
	"math"
	"testing"

	"flyby/internal/testing/visittest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// check compares all visits of a scene with the oracle's.
func (r *scene) check(t *testing.T) bool {
	t.Helper()
	got, err := visittest.Find(t.Context(), r.store, r.set, r.rule.Cut(r.IntN(4)))
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for traj := range r.store.Trajectories() {
		for of := range r.set.Len() {
			o := newOracle(r.set, of)
			for _, want := range o.visits(r.store, traj, r.rule) {
				if i == got.Len() || int(got.QueryTraj[i]) != traj || int(got.EntryTraj[i]) != of {
					t.Errorf("object %d, zone %d: a visit from %v to %v is missing", traj, of, want.enter, want.exit)
					return false
				}
				if why := r.differs(got, i, want); why != "" {
					t.Errorf("object %d, zone %d: %+v: %s", traj, of, got.Slice(i, i+1), why)
					return false
				}
				i++
			}
		}
	}
	if i < got.Len() {
		t.Errorf("%+v is no visit", got.Slice(i, i+1))
	}
	return i == got.Len()
}

// differs says in what visit i differs from the oracle's, by more than docs/answers.md allows.
func (r *scene) differs(v trajectory.Encounters, i int, want found) string {
	extent := r.store.Extent()
	largest := 0.0
	for k := range extent.Min {
		largest = max(largest, math.Abs(extent.Min[k]), math.Abs(extent.Max[k]))
	}
	ulp := func(x float64) float64 { return math.Nextafter(x, math.Inf(1)) - x }
	times := ulp(max(math.Abs(extent.Start), math.Abs(extent.End)))
	near := func(name string, got float64, want num, tolerance float64) string {
		w, _ := want.Float64()
		if !(math.Abs(got-w) <= tolerance) {
			return fmt.Sprintf("%s is %v, want %v: %.1f times the tolerance; ", name, got, w, math.Abs(got-w)/tolerance)
		}
		return ""
	}
	distance := func(name string, got float64, square num) string {
		w, _ := root(square).Float64()
		tolerance := 1e-12*w + 9*ulp(largest)
		if r.set.Frame() == trajectory.EarthCentred {
			tolerance += 1e-6
		}
		return near(name, got, root(square), tolerance)
	}
	why := near("enter", v.Enter[i], want.enter, 3*times) + near("exit", v.Exit[i], want.exit, 3*times) + near("closest", v.Closest[i], want.closest, 3*times) +
		near("inside", v.Inside[i], want.inside, 8*times) +
		distance("distance", v.Distance[i], want.least) + distance("distance at enter", v.EnterAway[i], want.enterAway) + distance("distance at exit", v.ExitAway[i], want.exitAway)
	if v.Open[i] != want.open {
		why += fmt.Sprintf("open is %q, want %q; ", v.Open[i], want.open)
	}
	if (v.Distance[i] == 0) != (want.least.Sign() == 0) {
		why += "the distance is 0, or is not; "
	}
	if most := r.rule.Distance + r.store.Radius(int(v.QueryTraj[i])); v.Distance[i] > most {
		why += fmt.Sprintf("the distance %v is above %v; ", v.Distance[i], most)
	}
	return why
}

// String describes a scene that fails.
func (r *scene) String() string {
	s := r.store
	return fmt.Sprintf("zones %+v, D = %v, window %v, x %v, y %v, z %v, t %v, h %v", r.zones, r.rule.Distance, r.rule.Window, s.X(), s.Y(), s.Z(), s.T(), s.H())
}

// scenes is how many random scenes are tried.
const scenes = 300

// TestScenes: visits on small integers in the plane are the oracle's: along sides, through vertices, tangent to their discs, at rest on the boundary.
func TestScenes(t *testing.T) {
	tier.Full(t)
	scenesAgree(t, newFlatScene, 0, scenes)
}

// newFlatScene makes a scene of the plane, of which each fourth has heights.
func newFlatScene(t *testing.T, seed uint64) *scene { return newScene(t, seed, seed%4 == 3) }

// scenesAgree tries n scenes of a kind, from a seed on.
func scenesAgree(t *testing.T, newOf func(*testing.T, uint64) *scene, from, n int) {
	for seed := uint64(from); seed < uint64(from+n); seed++ {
		if r := newOf(t, seed); !r.check(t) {
			t.Fatalf("scene %d: %s", seed, r)
		}
	}
}
