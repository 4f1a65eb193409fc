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

// newRandomScene makes a scene of numbers of many digits, with Unix times or small ones, in metres far from the origin, near it, or in degrees.
func newRandomScene(t *testing.T, seed uint64) *scene {
	r := &scene{Rand: rand.New(rand.NewPCG(seed, 8))}
	offset := [][2]float64{{4e5, 6e6}, {0, 0}, {-1e-3, 7}}[r.IntN(3)]
	extent := []float64{100, 3000}[r.IntN(2)]
	earth := r.IntN(2) == 0
	if earth {
		offset, extent = [][2]float64{{12, 55}, {179.99, -17}, {0, 89.9}, {-70, 0}}[r.IntN(4)], 0.02
	}
	place := func() [2]float64 {
		return [2]float64{offset[0] + extent*r.Float64(), offset[1] + extent*r.Float64()}
	}
	z := zone.Zone{ID: "z", Floor: math.Inf(-1), Ceiling: math.Inf(1)}
	switch r.IntN(5) {
	case 0:
		z.Points = [][2]float64{place(), place()}
	case 1:
		z.Lines = [][][2]float64{{place(), place(), place()}}
	default:
		for range 1 + r.IntN(2) {
			ring := [][2]float64{place(), place(), place(), place(), place()}
			z.Polygons = append(z.Polygons, [][][2]float64{append(ring, ring[0])})
		}
	}
	r.zones = []zone.Zone{z}
	o := zone.Options{Arcs: true}
	if earth {
		o.Frame = trajectory.EarthCentred
	}
	var err error
	if r.set, err = zone.New(r.zones, o); err != nil {
		t.Fatal(err)
	}
	start, step := []float64{0, 1.7e9}[r.IntN(2)], []float64{1, 10.3}[r.IntN(2)]
	c := trajectory.Columns{Frame: o.Frame}
	for i := range 4 {
		p := place()
		c.ID.Int, c.T = append(c.ID.Int, 1), append(c.T, start+step*float64(i))
		if earth {
			at := geo.Place{Lon: p[0], Lat: p[1]}.Metres()
			c.X, c.Y, c.Z = append(c.X, at[0]), append(c.Y, at[1]), append(c.Z, at[2])
			continue
		}
		c.X, c.Y = append(c.X, p[0]), append(c.Y, p[1])
	}
	if r.store, err = trajectory.New(c, trajectory.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	r.rule = visit.Rule{Distance: []float64{0, 1, 20, 200}[r.IntN(4)], Window: interaction.Unbounded(), Threads: 1}
	return r
}

// randomScenes is how many random scenes are tried.
const randomScenes = 300

// TestRandomScenes is TestScenes in numbers for which float64 decides nearly everything.
func TestRandomScenes(t *testing.T) {
	tier.Full(t)
	scenesAgree(t, newRandomScene, 0, randomScenes)
}
