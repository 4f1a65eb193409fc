package visit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/tier"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// scene is objects and zones of small integers.
type scene struct {
	*rand.Rand
	store *trajectory.Store
	zones []zone.Zone
	set   *zone.Set
	rule  visit.Rule
}

// side is the extent of a scene.
const side = 7

func (r *scene) place() [2]float64 { return [2]float64{float64(r.IntN(side)), float64(r.IntN(side))} }

// ring returns a ring of a few places.
func (r *scene) ring() (ring [][2]float64) {
	if r.IntN(3) == 0 {
		a := r.place()
		w, h := float64(1+r.IntN(4)), float64(1+r.IntN(4))
		return [][2]float64{a, {a[0] + w, a[1]}, {a[0] + w, a[1] + h}, {a[0], a[1] + h}, a}
	}
	for range 3 + r.IntN(4) {
		ring = append(ring, r.place())
	}
	return append(ring, ring[0])
}

// zone returns a zone of any kinds.
func (r *scene) zone(id string) (z zone.Zone) {
	z = zone.Zone{ID: id, Floor: math.Inf(-1), Ceiling: math.Inf(1)}
	for range 1 + r.IntN(2) {
		switch r.IntN(5) {
		case 0:
			z.Points = append(z.Points, r.place())
		case 1:
			line := [][2]float64{r.place(), r.place()}
			if r.IntN(2) == 0 {
				line = append(line, line[0], r.place())
			}
			z.Lines = append(z.Lines, line)
		default:
			polygon := [][][2]float64{r.ring()}
			if r.IntN(3) == 0 {
				polygon = append(polygon, r.ring())
			}
			z.Polygons = append(z.Polygons, polygon)
		}
	}
	return z
}

// newScene makes a scene of the plane.
func newScene(t *testing.T, seed uint64, heights bool) *scene {
	r := &scene{Rand: rand.New(rand.NewPCG(seed, 5))}
	for r.set == nil {
		r.zones = nil
		for i := range 1 + r.IntN(3) {
			z := r.zone(fmt.Sprint(i))
			if heights && r.IntN(3) > 0 {
				z.Floor = float64(r.IntN(4))
				z.Ceiling = z.Floor + float64(r.IntN(3))
			}
			r.zones = append(r.zones, z)
		}
		r.set, _ = zone.New(r.zones, zone.Options{SkipBad: true})
	}
	r.store = r.objects(t, heights)
	r.rule = visit.Rule{Distance: []float64{0, 0, 0.5, 1, 2, 2.5}[r.IntN(6)], Window: interaction.Unbounded(), Threads: 1}
	if r.IntN(3) == 0 {
		r.rule.Window.From = float64(r.IntN(12)) / 2
		r.rule.Window.To = r.rule.Window.From + float64(r.IntN(8))/2
	}
	return r
}

// objects makes a store of a few objects.
func (r *scene) objects(t *testing.T, heights bool) *trajectory.Store {
	var c trajectory.Columns
	radii := r.IntN(3) == 0
	for id := range int64(1 + r.IntN(3)) {
		at, piece, radius := r.place(), uint32(0), float64(r.IntN(2))
		for i := range 1 + r.IntN(6) {
			switch r.IntN(4) {
			case 0: // at rest
			case 1:
				at[r.IntN(2)] = float64(r.IntN(side))
			default:
				at = r.place()
			}
			if r.IntN(6) == 0 {
				piece++
			}
			c.ID.Int = append(c.ID.Int, id)
			c.T, c.X, c.Y = append(c.T, float64(i)), append(c.X, at[0]), append(c.Y, at[1])
			c.Piece = append(c.Piece, piece)
			if radii {
				c.R = append(c.R, radius)
			}
			if heights {
				c.H = append(c.H, float64(r.IntN(5)))
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check compares all visits of a scene with the oracle's.
func (r *scene) check(t *testing.T) bool {
	t.Helper()
	got, err := visit.Find(t.Context(), r.store, r.set, r.rule.Cut(r.IntN(4)))
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

// scenes is how many random scenes are tried.
const scenes = 300

// TestScenes: visits on small integers in the plane are the oracle's: along sides, through vertices, tangent to their discs, at rest on the boundary.
func TestScenes(t *testing.T) {
	tier.Full(t)
	scenesAgree(t, 0, scenes)
}

// scenesAgree tries n scenes from a seed on.
func scenesAgree(t *testing.T, from, n int) {
	for seed := uint64(from); seed < uint64(from+n); seed++ {
		r := newScene(t, seed, seed%4 == 3)
		if !r.check(t) {
			t.Fatalf("scene %d: %+v, D = %v, window %v, x %v, y %v, t %v, h %v", seed, r.zones, r.rule.Distance, r.rule.Window, r.store.X(), r.store.Y(), r.store.T(), r.store.H())
		}
	}
}
