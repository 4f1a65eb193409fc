package visit_test

import (
	"reflect"
	"testing"

	"flyby/internal/testing/visittest"
	"flyby/internal/visit"
	"flyby/trajectory"
)

// TestHits: hits are the maximal intervals within each segment; an end alone is the hit of the segment that owns it.
func TestHits(t *testing.T) {
	for seed := range uint64(scenes / 4) {
		r := newScene(t, seed, seed%4 == 3)
		got, err := visittest.FindHits(t.Context(), r.store, r.set, r.rule.Cut(r.IntN(4)))
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for traj := range r.store.Trajectories() {
			reach := add(n64(r.rule.Distance), n64(r.store.Radius(traj)))
			for p := range r.store.PiecesOf(traj, traj+1) {
				for i := range p.Segments() {
					g := r.store.SegmentOf(p, p.First+i)
					for of := range r.set.Len() {
						o := newOracle(r.set, of)
						for _, f := range joined(o.steps(r.store, p, p.First+i, reach, r.rule)) {
							enter, _ := f.enter.Float64()
							exit, _ := f.exit.Float64()
							if enter == exit && exit == g.T1 && !g.Owns(exit) {
								continue
							}
							seg := uint32(r.store.SegmentIDIn(traj, p.First+i))
							if want == len(got) {
								t.Fatalf("scene %d: object %d, segment %d, zone %d: a hit from %v to %v is missing", seed, traj, seg, of, enter, exit)
							}
							h := got[want]
							if h.Traj != uint32(traj) || h.Seg != seg || h.Zone != uint32(of) || !near(h.Enter, enter) || !near(h.Exit, exit) {
								t.Fatalf("scene %d: %+v, want object %d, segment %d, zone %d, from %v to %v", seed, h, traj, seg, of, enter, exit)
							}
							want++
						}
					}
				}
			}
		}
		if want < len(got) {
			t.Fatalf("scene %d: %+v is no hit", seed, got[want])
		}
	}
}

func near(a, b float64) bool { return a-b <= 1e-13*(1+b) && b-a <= 1e-13*(1+b) }

// TestRefused: what no search can answer is refused.
func TestRefused(t *testing.T) {
	r := newScene(t, 1, false)
	for what, rule := range map[string]visit.Rule{"below 0": {Distance: -1}, "no number": {Distance: nan()}} {
		if _, err := visittest.Find(t.Context(), r.store, r.set, rule); err == nil {
			t.Errorf("a distance %s is taken", what)
		}
	}
	earth := newEarthScene(t, 1)
	if _, err := visittest.Find(t.Context(), r.store, earth.set, visit.Rule{}); err == nil {
		t.Error("zones of the Earth are searched in the plane")
	}
	if _, err := visittest.Find(t.Context(), earth.store, earth.set, visit.Rule{Distance: 200001}); err == nil {
		t.Error("more than 200 km are taken")
	}
	high := newScene(t, 3, true)
	for seed := uint64(4); !high.set.HasHeights(); seed++ {
		high = newScene(t, seed, true)
	}
	if _, err := visittest.Find(t.Context(), r.store, high.set, visit.Rule{}); err == nil {
		t.Error("heights of zones are taken where objects have none")
	}
}

func nan() float64 { var zero float64; return zero / zero }

// TestEvents: events are in order of time, beginnings first.
func TestEvents(t *testing.T) {
	v := trajectory.Encounters{
		QueryTraj: []uint32{0, 0, 1}, EntryTraj: []uint32{4, 4, 3}, Enter: []float64{1, 5, 5}, Exit: []float64{5, 5, 6},
		EnterAway: []float64{1, 2, 3}, ExitAway: []float64{4, 5, 6},
	}
	want := trajectory.Events{
		T: []float64{1, 5, 5, 5, 5, 6}, Exits: []uint32{0, 0, 0, 1, 1, 1},
		Traj: []uint32{0, 0, 1, 0, 0, 1}, Zone: []uint32{4, 4, 3, 4, 4, 3}, Distance: []float64{1, 2, 3, 4, 5, 6},
	}
	if got := visit.Events(v); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
