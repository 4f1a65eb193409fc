package visit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/visittest"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// one makes a scene of an object on a way, at Unix times, whose steps are so coarse that float64 decides most ends, and a zone.
func one(t *testing.T, z zone.Zone, d float64, way ...[2]float64) *scene {
	t.Helper()
	set, err := zone.New([]zone.Zone{with("z", z)}, zone.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var c trajectory.Columns
	for i, p := range way {
		c.ID.Int = append(c.ID.Int, 1)
		c.T, c.X, c.Y = append(c.T, 1.7e9+10*float64(i)), append(c.X, p[0]), append(c.Y, p[1])
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &scene{Rand: rand.New(rand.NewPCG(1, 1)), store: s, set: set, rule: visit.Rule{Distance: d, Window: interaction.Unbounded(), Threads: 1}}
}

// TestNearMisses: what float64 cannot tell apart is decided exactly: discs that touch or all but touch, and ways past the end of a line.
func TestNearMisses(t *testing.T) {
	next, after := math.Nextafter(4, 5), math.Nextafter(139, 140)
	for _, c := range []struct {
		z    zone.Zone
		d    float64
		way  [][2]float64
		want int
	}{
		{zone.Zone{Points: [][2]float64{{128, -3.75}, {139, 1.75}}}, 6.25, [][2]float64{{120.1, 0}, {147.3, 0}}, 1},
		{zone.Zone{Points: [][2]float64{{128, -3.75}, {after, 1.75}}}, 6.25, [][2]float64{{120.1, 0}, {147.3, 0}}, 2},
		{zone.Zone{Lines: [][][2]float64{{{0, 0}, {4, 4}}}}, 0, [][2]float64{{-1, 1}, {1, -1}}, 1},
		{zone.Zone{Lines: [][][2]float64{{{0, 0}, {4, 4}}}}, 0, [][2]float64{{-1, 1}, {1 - 0x1p-53, -1}}, 0},
		{zone.Zone{Lines: [][][2]float64{{{0, 0}, {4, 4}}}}, 0, [][2]float64{{4, 1.3}, {4, 7.1}}, 1},
		{zone.Zone{Lines: [][][2]float64{{{0, 0}, {4, 4}}}}, 0, [][2]float64{{next, 1.3}, {next, 7.1}}, 0},
		{zone.Zone{Points: [][2]float64{{0, 4}}}, 4, [][2]float64{{-3.1, 0}, {7.3, 0}}, 1},
		{zone.Zone{Points: [][2]float64{{0, next}}}, 4, [][2]float64{{-3.1, 0}, {7.3, 0}}, 0},
	} {
		r := one(t, c.z, c.d, c.way...)
		all, err := visittest.Find(t.Context(), r.store, r.set, r.rule)
		if err != nil || all.Len() != c.want || !r.check(t) {
			t.Errorf("%+v, %v: %d visits, %v; want %d", c.z, c.way, all.Len(), err, c.want)
		}
	}
}

// TestBeginningStaysExact: an object that is near a line as the data begin is near a point an unmeasurable moment later. The visit is open at both ends.
func TestBeginningStaysExact(t *testing.T) {
	r := one(t, zone.Zone{Lines: [][][2]float64{{{0, 0}, {10, 0}}}, Points: [][2]float64{{7 + 6e-14, 1}}}, 2, [2]float64{5, 1}, [2]float64{6, 0.5})
	all, err := visittest.Find(t.Context(), r.store, r.set, r.rule)
	if err != nil || all.Len() != 1 || all.Open[0] != trajectory.OpenStart|trajectory.OpenEnd {
		t.Errorf("%+v, %v; want a visit that is open at both ends", all, err)
	}
}
