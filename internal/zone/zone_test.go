package zone_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/internal/geo"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// rect returns a ring around a rectangle.
func rect(x0, y0, x1, y1 float64) [][2]float64 {
	return [][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}
}

// with returns a zone without bounds of heights.
func with(id string, z zone.Zone) zone.Zone {
	z.ID, z.Floor, z.Ceiling = id, math.Inf(-1), math.Inf(1)
	return z
}

// TestWrongZones: a wrong zone is refused with its id, the ring and the place, or left out and counted.
func TestWrongZones(t *testing.T) {
	degrees := zone.Options{Frame: trajectory.EarthCentred}
	arcs := zone.Options{Frame: trajectory.EarthCentred, Arcs: true}
	ring := func(r ...[2]float64) zone.Zone { return zone.Zone{Polygons: [][][][2]float64{{rect(0, 0, 9, 9), r}}} }
	for _, c := range []struct {
		z    zone.Zone
		o    zone.Options
		want string
	}{
		{zone.Zone{}, zone.Options{}, "no position"},
		{zone.Zone{Points: [][2]float64{{1, math.NaN()}}}, zone.Options{}, "points: position 0 is (1, NaN)"},
		{zone.Zone{Lines: [][][2]float64{{{1, 1}}}}, zone.Options{}, "line 0 has fewer than two positions"},
		{zone.Zone{Lines: [][][2]float64{{{1, 1}, {math.Inf(1), 2}}}}, zone.Options{}, "line 0: position 1"},
		{ring([2]float64{1, 1}, [2]float64{2, 1}, [2]float64{2, 2}), zone.Options{}, "polygon 0, ring 1 is not closed: it begins at (1, 1)"},
		{ring([2]float64{1, 1}, [2]float64{2, 1}, [2]float64{1, 1}, [2]float64{2, 1}, [2]float64{1, 1}), zone.Options{}, "polygon 0, ring 1 has fewer than three different vertices"},
		{ring(), zone.Options{}, "ring 1 has no position"},
		{ring(rect(5, 5, 12, 12)...), zone.Options{}, "its rings 0 and 1 cross at (9, 5)"},
		{zone.Zone{Points: [][2]float64{{361, 1}}}, degrees, "longitude outside"},
		{zone.Zone{Lines: [][][2]float64{{{-170, 1}, {170, 2}}}}, degrees, "antimeridian"},
		{zone.Zone{Lines: [][][2]float64{{{0, 10}, {180, -10}}}}, arcs, "antipodal"},
		{zone.Zone{Polygons: [][][][2]float64{{rect(-90, -10, 89, 10)}}}, degrees, ""},
		{zone.Zone{Polygons: [][][][2]float64{{rect(-90, -10, 90, 10)}}}, degrees, "hemisphere"},
		{zone.Zone{Polygons: [][][][2]float64{{{{0, -1}, {120, 1}, {240, 1}, {0, -1}}}}}, arcs, "hemisphere"},
	} {
		_, err := zone.New([]zone.Zone{with("7", c.z)}, c.o)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `zone "7"`)) {
			t.Errorf("%+v: %v, want %q", c.z, err, c.want)
		}
		c.o.SkipBad = true
		s, err := zone.New([]zone.Zone{with("7", c.z), with("8", zone.Zone{Points: [][2]float64{{1, 1}}})}, c.o)
		if err != nil || c.want != "" && (s.Len() != 1 || s.Report().Skipped != 1 || s.ID(0) != "8") {
			t.Errorf("%+v: left out: %v", c.z, err)
		}
	}
	low := with("7", zone.Zone{Points: [][2]float64{{1, 1}}})
	low.Floor, low.Ceiling = 2, 1
	if _, err := zone.New([]zone.Zone{low}, zone.Options{}); err == nil {
		t.Error("a floor above the ceiling is taken")
	}
	point := with("7", zone.Zone{Points: [][2]float64{{1, 1}}})
	if _, err := zone.New([]zone.Zone{point, point}, zone.Options{SkipBad: true}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("an id that comes twice: %v", err)
	}
	if _, err := zone.New(nil, zone.Options{}); err == nil {
		t.Error("no zone is taken")
	}
}

// TestOddZones: what looks wrong and is not.
func TestOddZones(t *testing.T) {
	for _, z := range []zone.Zone{
		{Polygons: [][][][2]float64{{rect(0, 0, 9, 9), {{0, 0}, {5, 1}, {1, 5}, {0, 0}}}}},                                      // a hole that touches its shell
		{Polygons: [][][][2]float64{{rect(0, 0, 9, 9), rect(0, 2, 3, 4)}}},                                                      // along a side
		{Polygons: [][][][2]float64{{rect(0, 0, 9, 9)}, {rect(5, 5, 12, 12)}}},                                                  // polygons that overlap
		{Polygons: [][][][2]float64{{{{0, 0}, {0, 0}, {5, 0}, {9, 0}, {0, 0}}}}},                                                // three vertices on a line
		{Lines: [][][2]float64{{{1, 1}, {1, 1}}}},                                                                               // positions that are all one
		{Polygons: [][][][2]float64{{{{0, 0}, {4, 0}, {4, 4}, {6, 4}, {4, 4}, {0, 4}, {0, 0}}}}},                                // out and back
		{Points: [][2]float64{{1, 1}}, Lines: [][][2]float64{{{0, 0}, {1, 1}}}, Polygons: [][][][2]float64{{rect(0, 0, 1, 1)}}}, // of all kinds
	} {
		if s, err := zone.New([]zone.Zone{with("z", z)}, zone.Options{}); err != nil || s.Report().SelfRings != 0 {
			t.Errorf("%+v: %v", z, err)
		}
	}
	bow := zone.Zone{Polygons: [][][][2]float64{{{{0, 0}, {2, 2}, {2, 0}, {0, 2}, {0, 0}}}}}
	s, err := zone.New([]zone.Zone{with("bow", bow)}, zone.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Report(); r.SelfRings != 1 || r.SelfZone != "bow" || r.SelfPlace != [2]float64{1, 1} {
		t.Errorf("a bow tie: %+v", r)
	}
}

// TestSidesStayStraight: the arcs of a side that is straight in degrees are within 0.1 m of it, and are the same from both of its ends.
func TestSidesStayStraight(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		from := [2]float64{r.Float64()*100 - 50, r.Float64()*178 - 89}
		to := [2]float64{from[0] + math.Pow(10, r.Float64()*4-2)*(r.Float64()*2-1), r.Float64()*178 - 89}
		if i%2 == 0 {
			to[1] = min(max(from[1]+(r.Float64()-0.5)*math.Pow(10, r.Float64()*3-2), -90), 90)
		}
		sides := sidesOf(t, from, to)
		back := sidesOf(t, to, from)
		for k, side := range sides {
			if o := back[len(back)-1-k]; side.G != o.H || side.H != o.G {
				t.Fatalf("%v %v: side %d is %v, backwards %v", from, to, k, side, o)
			}
			n := float64(len(sides))
			for _, f := range []float64{0.25, 0.5, 0.75} {
				f = (float64(k) + f) / n
				x := geo.Place{Lon: from[0] + f*(to[0]-from[0]), Lat: from[1] + f*(to[1]-from[1])}.Metres()
				if d := offPlane(side.G, side.H, x); d > 0.1 {
					t.Fatalf("%v %v: %v m off arc %d of %d", from, to, d, k, len(sides))
				}
			}
		}
	}
}

// sidesOf returns the sides of a line in degrees, without its last vertex.
func sidesOf(t *testing.T, from, to [2]float64) []zone.Side {
	s, err := zone.New([]zone.Zone{with("l", zone.Zone{Lines: [][][2]float64{{from, to}}})}, zone.Options{Frame: trajectory.EarthCentred})
	if err != nil {
		t.Fatal(err)
	}
	return s.Sides()[:len(s.Sides())-1]
}

// offPlane returns the distance from x to the plane through the origin, g and h.
func offPlane(g, h, x [3]float64) float64 {
	e := [3]float64{h[0] - g[0], h[1] - g[1], h[2] - g[2]}
	n := [3]float64{g[1]*e[2] - g[2]*e[1], g[2]*e[0] - g[0]*e[2], g[0]*e[1] - g[1]*e[0]}
	d := n[0]*(x[0]-g[0]) + n[1]*(x[1]-g[1]) + n[2]*(x[2]-g[2])
	return math.Abs(d) / math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2])
}

// TestInside: parity by rays through the tree is parity over all sides, in the plane and on the Earth, over poles and the antimeridian.
func TestInside(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var zones []zone.Zone
	for i := range 30 {
		x, y := float64(r.IntN(20)), float64(r.IntN(20))
		zones = append(zones, with(fmt.Sprint(i), zone.Zone{Polygons: [][][][2]float64{{rect(x, y, x+1+float64(r.IntN(9)), y+1+float64(r.IntN(9)))}}}))
	}
	s, err := zone.New(zones, zone.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		p := [2]float64{float64(r.IntN(120))/4 + 0.125, float64(r.IntN(120))/4 + 0.125*float64(r.IntN(2))}
		inside := map[int32]bool{}
		s.Inside([3]float64{p[0], p[1], 1}, func(polygon int32) { inside[polygon] = !inside[polygon] })
		for i, z := range zones {
			ring := z.Polygons[0][0]
			if p[1] == ring[0][1] || p[1] == ring[2][1] {
				continue // perhaps on the boundary
			}
			want := ring[0][0] < p[0] && p[0] < ring[2][0] && ring[0][1] < p[1] && p[1] < ring[2][1]
			if inside[int32(i)] != want {
				t.Fatalf("%v in %v: %v", p, ring, !want)
			}
		}
	}
}

// TestInsideOnEarth has zones over a pole and over the antimeridian, and places in and out of them.
func TestInsideOnEarth(t *testing.T) {
	polar := zone.Zone{Polygons: [][][][2]float64{{{{0, 60}, {90, 60}, {180, 60}, {-90, 60}, {0, 60}}}}}
	fiji := zone.Zone{Polygons: [][][][2]float64{{rect(177, -20, 180, -15)}, {rect(-180, -20, -178, -15)}}}
	antarctica := zone.Zone{Polygons: [][][][2]float64{{{{-180, -90}, {180, -90}, {180, -70}, {90, -70}, {0, -70}, {-90, -70}, {-180, -70}, {-180, -90}}}}}
	s, err := zone.New([]zone.Zone{with("polar", polar)}, zone.Options{Frame: trajectory.EarthCentred, Arcs: true})
	if err != nil {
		t.Fatal(err)
	}
	straight, err := zone.New([]zone.Zone{with("fiji", fiji), with("antarctica", antarctica)}, zone.Options{Frame: trajectory.EarthCentred})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		s        *zone.Set
		lon, lat float64
		want     string
	}{
		{s, 10, 89, "[0]"}, {s, 130, 75, "[0]"}, {s, 1, 59, "[]"}, {s, 45, -80, "[]"},
		{straight, 179, -16, "[0]"}, {straight, -179, -16, "[1]"}, {straight, 176, -16, "[]"}, {straight, 0, 16, "[]"},
		{straight, 12, -89, "[2]"}, {straight, -100, -71, "[2]"}, {straight, -100, -69, "[]"},
	} {
		inside := map[int32]bool{}
		c.s.Inside(geo.Place{Lon: c.lon, Lat: c.lat}.Metres(), func(polygon int32) { inside[polygon] = !inside[polygon] })
		got := []int32{}
		for p := range int32(3) {
			if inside[p] {
				got = append(got, p)
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("(%v, %v): in %v, want %v", c.lon, c.lat, got, c.want)
		}
	}
}
