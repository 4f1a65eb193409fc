package visit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/geo"
	"flyby/internal/tier"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// newEarthScene makes a scene in degrees around a place: a pole, the antimeridian, the equator or elsewhere. Positions are vertices and what lies in line with them, to the last bit.
func newEarthScene(t *testing.T, seed uint64) *scene {
	r := &scene{Rand: rand.New(rand.NewPCG(seed, 6))}
	bases := [][2]float64{{0, 0}, {179, 10}, {-179.5, -40}, {0, 88}, {100, -89}, {12, 50}}
	base := bases[r.IntN(len(bases))]
	step := []float64{0.01, 0.5, 2}[r.IntN(3)]
	if math.Abs(base[1]) > 80 {
		step = 0.5
	}
	place := func() [2]float64 {
		lon, lat := base[0]+step*float64(r.IntN(5)-2), base[1]+step*float64(r.IntN(5)-2)
		if math.Abs(base[1]) > 80 {
			lon = float64(r.IntN(8)) * 45
		}
		return [2]float64{lon, min(max(lat, -90), 90)}
	}
	for r.set == nil {
		z := zone.Zone{ID: "z", Floor: math.Inf(-1), Ceiling: math.Inf(1)}
		switch r.IntN(6) {
		case 5:
			z.Polygons = r.cutPolygons(base)
		case 0:
			z.Points = [][2]float64{place()}
		case 1:
			z.Lines = [][][2]float64{{place(), place(), place()}}
		default:
			ring := [][2]float64{place(), place(), place(), place()}
			z.Polygons = [][][][2]float64{{append(ring, ring[0])}}
		}
		r.zones = []zone.Zone{z}
		r.set, _ = zone.New(r.zones, zone.Options{Frame: trajectory.EarthCentred, Arcs: step > 0.1 || len(z.Polygons) > 1})
	}
	r.store = r.earthObjects(t, place)
	reach := []float64{0, 0, 300, 5e3, 1e5}[r.IntN(5)]
	r.rule = visit.Rule{Distance: reach, Window: interaction.Unbounded(), Threads: 1}
	return r
}

// cutPolygons returns a polygon that is cut at the antimeridian, or one around the pole nearer to a place, with sides over this.
func (r *scene) cutPolygons(base [2]float64) [][][][2]float64 {
	if math.Abs(base[1]) < 80 {
		y := math.Round(base[1])
		return [][][][2]float64{{box(178, y, 180, y+1)}, {box(-180, y, -178, y+1)}}
	}
	pole := math.Copysign(90, base[1])
	y := math.Copysign(float64(87+r.IntN(3)), base[1])
	return [][][][2]float64{{{{-180, y}, {-90, y}, {0, y}, {90, y}, {180, y}, {180, pole}, {-180, pole}, {-180, y}}}}
}

// earthObjects makes a store of an object.
func (r *scene) earthObjects(t *testing.T, place func() [2]float64) *trajectory.Store {
	var c trajectory.Columns
	c.Frame = trajectory.EarthCentred
	add := func(p [3]float64) {
		c.ID.Int = append(c.ID.Int, 1)
		c.T = append(c.T, float64(len(c.T)))
		c.X, c.Y, c.Z = append(c.X, p[0]), append(c.Y, p[1]), append(c.Z, p[2])
	}
	sides := r.set.Sides()
	for len(c.T) < 5 {
		s := sides[r.IntN(len(sides))]
		switch r.IntN(7) {
		case 0:
			add(s.G)
			add(s.H)
		case 1:
			for k := range s.G {
				s.G[k] *= 2
			}
			add(s.G)
		case 2: // through a vertex
			v := [3]float64{float64(r.IntN(1<<12)) / 4, float64(r.IntN(1<<12)) / 4, float64(r.IntN(1<<12)) / 4}
			p, q := s.G, s.G
			for k := range v {
				p[k], q[k] = s.G[k]+v[k], s.G[k]-v[k]
			}
			add(p)
			add(q)
		case 3: // at rest
			add(s.G)
			add(s.G)
		default:
			p := place()
			add(geo.Place{Lon: p[0] + float64(r.IntN(2))*0.003, Lat: min(p[1]+float64(r.IntN(2))*0.002, 90)}.Metres())
		}
	}
	if r.IntN(40) == 0 { // through the centre
		add([3]float64{-c.X[len(c.X)-1], -c.Y[len(c.Y)-1], -c.Z[len(c.Z)-1]})
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// earthScenes is how many random scenes on the Earth are tried.
const earthScenes = 150

// TestEarthScenes is TestScenes on the Earth: zones over poles and the antimeridian, paths along sides, through vertices and through the centre.
func TestEarthScenes(t *testing.T) {
	tier.Full(t)
	scenesAgree(t, newEarthScene, 0, earthScenes)
}
