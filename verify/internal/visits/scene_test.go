package visits_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/geo"
	"flyby/internal/zone"
	"flyby/trajectory"
	"flyby/verify/internal/visits"
)

// scene is objects and zones.
type scene struct {
	*rand.Rand
	store *trajectory.Store
	set   *zone.Set
	rule  visits.Rule
	more  int // vertices of rings, and samples

	upright bool // heights are the third coordinate
}

// grid returns a place on small integers.
func (r *scene) grid() [2]float64 {
	return [2]float64{float64(r.IntN(6 + r.more)), float64(r.IntN(6 + r.more))}
}

// degrees returns a place around another, in steps.
func (r *scene) degrees(base [2]float64, step float64) [2]float64 {
	return [2]float64{base[0] + step*float64(r.IntN(5)-2), base[1] + step*float64(r.IntN(5)-2)}
}

// shape returns a zone of a few places.
func (r *scene) shape(id string, place func() [2]float64) zone.Zone {
	z := zone.Zone{ID: id, Floor: math.Inf(-1), Ceiling: math.Inf(1)}
	switch r.IntN(5) {
	case 0:
		z.Points = [][2]float64{place(), place()}
	case 1:
		z.Lines = [][][2]float64{{place(), place(), place()}}
	default:
		for range 1 + r.IntN(2) {
			ring := [][2]float64{place(), place(), place(), place()}
			for range r.more {
				ring = append(ring, place())
			}
			z.Polygons = append(z.Polygons, [][][2]float64{append(ring, ring[0])})
		}
	}
	return z
}

// newScene makes a scene: of the plane on small integers, of three with heights, or on the Earth.
func newScene(t *testing.T, seed uint64) *scene {
	r := &scene{Rand: rand.New(rand.NewPCG(seed, 91))}
	if seed%7 == 6 {
		r.more = 40
	}
	place, o := r.grid, zone.Options{SkipBad: true}
	if seed%2 == 1 {
		base := [][2]float64{{0, 0}, {179.5, 10}, {-70, -40}, {100, 88}}[r.IntN(4)]
		step := []float64{0.01, 0.25}[r.IntN(2)]
		place = func() [2]float64 { return r.degrees(base, step) }
		o.Frame, o.Arcs = trajectory.EarthCentred, true
	}
	heights := seed%3 == 0
	r.upright = seed%12 == 0
	for r.set == nil {
		var zones []zone.Zone
		for i := range 1 + r.IntN(3) {
			z := r.shape(fmt.Sprint(i), place)
			if heights && r.IntN(3) > 0 {
				z.Floor = float64(r.IntN(4))
				z.Ceiling = z.Floor + float64(r.IntN(3))
			}
			zones = append(zones, z)
		}
		r.set, _ = zone.New(zones, o)
	}
	r.store = r.objects(t, place, heights)
	reach := []float64{0, 0.5, 1, 2, 2.5 + float64(r.more)}
	if o.Frame == trajectory.EarthCentred {
		reach = []float64{0, 300, 5e3, 1e5}
	}
	r.rule = visits.Rule{Distance: reach[r.IntN(len(reach))], Window: interaction.Unbounded()}
	if r.IntN(3) == 0 {
		r.rule.Window.From = float64(r.IntN(12)) / 2
		r.rule.Window.To = r.rule.Window.From + float64(r.IntN(8))/2
	}
	return r
}

// objects makes a store of a few objects.
func (r *scene) objects(t *testing.T, place func() [2]float64, heights bool) *trajectory.Store {
	c := trajectory.Columns{Frame: r.set.Frame()}
	radii := r.IntN(3) == 0
	for id := range int64(1 + r.IntN(3)) {
		at, piece, radius := place(), uint32(0), float64(r.IntN(2))
		for i := range 1 + r.IntN(6) + r.more/4 {
			if r.IntN(4) > 0 {
				at = place()
			}
			if r.IntN(6) == 0 {
				piece++
			}
			c.ID.Int, c.T, c.Piece = append(c.ID.Int, id), append(c.T, float64(i)), append(c.Piece, piece)
			p := [3]float64{at[0], at[1]}
			if r.set.Frame() == trajectory.EarthCentred {
				p = geo.Place{Lon: at[0], Lat: at[1]}.Metres()
				c.Z = append(c.Z, p[2])
			}
			c.X, c.Y = append(c.X, p[0]), append(c.Y, p[1])
			if radii {
				c.R = append(c.R, radius)
			}
			switch {
			case heights && r.set.Frame() == trajectory.Plain && r.upright:
				c.Z = append(c.Z, float64(r.IntN(5)))
			case heights:
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
