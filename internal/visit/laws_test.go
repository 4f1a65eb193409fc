package visit_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/visittest"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// find finds the visits of a scene with other zones.
func (r *scene) find(t *testing.T, zones []zone.Zone, rule visit.Rule) trajectory.Encounters {
	t.Helper()
	set, err := zone.New(zones, zone.Options{Frame: r.set.Frame(), Arcs: true})
	if err != nil {
		t.Fatal(err)
	}
	all, err := visittest.Find(t.Context(), r.store, set, rule)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// good returns the zones of a scene that are in its set.
func (r *scene) good() []zone.Zone {
	return slices.DeleteFunc(slices.Clone(r.zones), func(z zone.Zone) bool {
		for i := range r.set.Len() {
			if r.set.ID(i) == z.ID {
				return false
			}
		}
		return true
	})
}

// alike reports whether visits are the same, but for the last places of numbers.
func alike(a, b trajectory.Encounters) bool {
	if !slices.Equal(a.QueryTraj, b.QueryTraj) || !slices.Equal(a.EntryTraj, b.EntryTraj) || !slices.Equal(a.Open, b.Open) {
		return false
	}
	for _, of := range [][2][]float64{{a.Enter, b.Enter}, {a.Exit, b.Exit}, {a.Closest, b.Closest}, {a.Distance, b.Distance}, {a.Inside, b.Inside}, {a.EnterAway, b.EnterAway}, {a.ExitAway, b.ExitAway}} {
		for i := range of[0] {
			if !(math.Abs(of[0][i]-of[1][i]) <= 1e-13*(1+math.Abs(of[0][i]))) {
				return false
			}
		}
	}
	return true
}

// TestWidened: every visit is in a visit of a greater distance.
func TestWidened(t *testing.T) {
	for seed := range uint64(60) {
		r := newScene(t, seed, seed%2 == 1)
		zones := r.good()
		near := r.find(t, zones, r.rule)
		wide := r.rule
		wide.Distance += []float64{0, 1e-9, 0.5, 3}[r.IntN(4)]
		far := r.find(t, zones, wide)
		for i := range near.Len() {
			held := false
			for j := range far.Len() {
				held = held || near.QueryTraj[i] == far.QueryTraj[j] && near.EntryTraj[i] == far.EntryTraj[j] && far.Enter[j] <= near.Enter[i] && near.Exit[i] <= far.Exit[j]
			}
			if !held {
				t.Fatalf("scene %d: %+v is in no visit within %v", seed, near.Slice(i, i+1), wide.Distance)
			}
		}
	}
}

// TestSameZones: zones whose rings begin elsewhere or go the other way, and lines that go the other way, have the same visits.
func TestSameZones(t *testing.T) {
	for seed := range uint64(60) {
		r := newScene(t, seed, false)
		zones := r.good()
		want := r.find(t, zones, r.rule)
		for i := range zones {
			z := &zones[i]
			for j, line := range z.Lines {
				z.Lines[j] = slices.Clone(line)
				slices.Reverse(z.Lines[j])
			}
			for _, polygon := range z.Polygons {
				slices.Reverse(polygon)
				for j, ring := range polygon {
					turned := slices.Clone(ring[1:])
					turned = append(turned, turned[0])
					slices.Reverse(turned)
					polygon[j] = turned
				}
			}
			slices.Reverse(z.Polygons)
			slices.Reverse(z.Points)
		}
		if got := r.find(t, zones, r.rule); !alike(got, want) {
			t.Fatalf("scene %d: %+v, want %+v", seed, got, want)
		}
	}
}

// TestCutZones: a rectangle that is cut in two along a line has the same visits as the whole.
func TestCutZones(t *testing.T) {
	for seed := range uint64(60) {
		r := newScene(t, seed, false)
		x, y := float64(r.IntN(3)), float64(r.IntN(3))
		w, h := float64(2+r.IntN(3)), float64(1+r.IntN(3))
		cut := x + 1
		whole := with("z", zone.Zone{Polygons: [][][][2]float64{{box(x, y, x+w, y+h)}}})
		halves := with("z", zone.Zone{Polygons: [][][][2]float64{{box(x, y, cut, y+h)}, {box(cut, y, x+w, y+h)}}})
		want, got := r.find(t, []zone.Zone{whole}, r.rule), r.find(t, []zone.Zone{halves}, r.rule)
		if !alike(got, want) {
			t.Fatalf("scene %d: %+v, want %+v", seed, got, want)
		}
	}
}

// TestPointsAreSearched: a leg hits a zone of a point exactly where a search finds it near a place at rest.
func TestPointsAreSearched(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for seed := range uint64(200) {
		r := newScene(t, seed, false)
		if seed%2 == 1 {
			r = newRandomScene(t, seed)
			for r.set.Frame() != trajectory.Plain {
				seed += 1000
				r = newRandomScene(t, seed)
			}
		}
		at := r.place()
		if random.IntN(2) == 0 {
			row := random.IntN(r.store.Samples())
			at = [2]float64{r.store.X()[row] + r.rule.Distance, r.store.Y()[row]}
		}
		set, err := zone.New([]zone.Zone{with("p", zone.Zone{Points: [][2]float64{at}})}, zone.Options{})
		if err != nil {
			t.Fatal(err)
		}
		hits, err := visittest.FindHits(t.Context(), r.store, set, r.rule)
		if err != nil {
			t.Fatal(err)
		}
		for row, g := range r.store.Rows() {
			place := trajectory.Segment{T0: g.T0 - 1, T1: g.T1 + 1, P0: [3]float64{at[0], at[1]}, P1: [3]float64{at[0], at[1]}, Last: true}
			enter, exit, want := r.rule.Window.Decide(g, place, r.rule.Distance)
			if want && enter == exit && exit == g.T1 && !g.Owns(exit) {
				continue // the end alone, or a time before that is rounded to it
			}
			i := slices.IndexFunc(hits, func(h visit.Hit) bool {
				return int(h.Traj) == r.store.Owner(row) && int(h.Seg) == r.store.SegmentID(row)
			})
			if got := i >= 0; got != want {
				t.Fatalf("scene %d, row %d: a hit %v, a search says %v", seed, row, got, want)
			}
		}
	}
}

// TestNoWindow: a window that cuts nothing is no window.
func TestNoWindow(t *testing.T) {
	r := newScene(t, 2, false)
	zones := r.good()
	r.rule.Window = interaction.Unbounded()
	want := r.find(t, zones, r.rule)
	extent := r.store.Extent()
	r.rule.Window = interaction.Window{From: extent.Start, To: extent.End}
	if got := r.find(t, zones, r.rule); !alike(got, want) || want.Len() == 0 {
		t.Errorf("%+v, want %+v", got, want)
	}
}
