package visit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// scene is objects and zones.
type scene struct {
	*rand.Rand
	store *trajectory.Store
	zones []zone.Zone
	set   *zone.Set
	rule  visit.Rule
}

// side is the extent of a scene of small integers.
const side = 7

func (r *scene) place() [2]float64 { return [2]float64{float64(r.IntN(side)), float64(r.IntN(side))} }

// box returns a ring around a rectangle.
func box(x0, y0, x1, y1 float64) [][2]float64 {
	return [][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}
}

// ring returns a ring of a few places, some of which may come twice.
func (r *scene) ring() (ring [][2]float64) {
	if r.IntN(3) == 0 {
		a := r.place()
		return box(a[0], a[1], a[0]+float64(1+r.IntN(4)), a[1]+float64(1+r.IntN(4)))
	}
	for range 3 + r.IntN(4) {
		ring = append(ring, r.place())
		if r.IntN(8) == 0 {
			ring = append(ring, ring[len(ring)-1])
		}
	}
	return append(ring, ring[0])
}

// holes returns a square with two holes, which touch each other in a vertex or along a side, and may touch the square.
func (r *scene) holes() [][][2]float64 {
	x, y, a, b := float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(2))
	return [][][2]float64{box(x, y, x+4, y+4), box(x+a, y+1, x+a+1, y+2), box(x+a+1, y+1+b, x+a+2, y+2+b)}
}

// polygon returns one ring, or several.
func (r *scene) polygon() [][][2]float64 {
	switch r.IntN(6) {
	case 0, 1:
		return [][][2]float64{r.ring(), r.ring()}
	case 2:
		return r.holes()
	}
	return [][][2]float64{r.ring()}
}

// nested returns polygons within one another, of which the middle one may be the hole of the outer one.
func (r *scene) nested() [][][][2]float64 {
	outer, middle, inner := box(0, 0, 6, 6), box(1, 1, 5, 5), box(2, 1+float64(r.IntN(2)), 4, 4)
	if r.IntN(2) == 0 {
		return [][][][2]float64{{outer, middle}, {inner}}
	}
	return [][][][2]float64{{outer}, {middle}, {inner}}
}

// zone returns a zone of any kinds.
func (r *scene) zone(id string) (z zone.Zone) {
	z = zone.Zone{ID: id, Floor: math.Inf(-1), Ceiling: math.Inf(1)}
	for range 1 + r.IntN(2) {
		switch r.IntN(10) {
		case 0, 1:
			z.Points = append(z.Points, r.place())
		case 2, 3:
			line := [][2]float64{r.place(), r.place()}
			if r.IntN(2) == 0 {
				line = append(line, line[0], r.place())
			}
			z.Lines = append(z.Lines, line)
		case 4:
			z.Polygons = append(z.Polygons, r.nested()...)
		default:
			z.Polygons = append(z.Polygons, r.polygon())
		}
	}
	return z
}

// fill makes the zones of a scene, at least one of which is good: a few, or two that share a side.
func (r *scene) fill(heights bool, o zone.Options) {
	o.SkipBad = true
	for r.set == nil {
		r.zones = nil
		if r.IntN(5) == 0 {
			x, y := float64(1+r.IntN(3)), float64(r.IntN(3))
			for i := range 2 {
				half := zone.Zone{Polygons: [][][][2]float64{{box(x+2*float64(i)-1, y, x+2*float64(i)+1, y+3)}}}
				r.zones = append(r.zones, with(fmt.Sprint(i), half))
			}
		}
		for i := range r.IntN(4) {
			r.zones = append(r.zones, r.zone(fmt.Sprint("z", i)))
		}
		for i := range r.zones {
			if z := &r.zones[i]; heights && r.IntN(3) > 0 {
				z.Floor = float64(r.IntN(4))
				z.Ceiling = z.Floor + float64(r.IntN(3))
			}
		}
		r.set, _ = zone.New(r.zones, o)
	}
}

// newScene makes a scene of the plane.
func newScene(t *testing.T, seed uint64, heights bool) *scene {
	r := &scene{Rand: rand.New(rand.NewPCG(seed, 5))}
	r.fill(heights, zone.Options{})
	at := [3]float64{}
	r.move(t, trajectory.Columns{}, heights, func() [3]float64 {
		switch r.IntN(4) {
		case 0: // at rest
		case 1:
			at[r.IntN(2)] = float64(r.IntN(side))
		default:
			p := r.place()
			at = [3]float64{p[0], p[1]}
		}
		return at
	})
	return r
}

// move makes the objects of a scene, with gaps, single samples, radii and heights, of positions one after the other, and a rule: in times that are small integers, or so far apart and so great that float64 decides most.
func (r *scene) move(t *testing.T, c trajectory.Columns, heights bool, next func() [3]float64) {
	c.Splices = true
	start, step := 0.0, 1.0
	if r.IntN(3) == 0 {
		start, step = 1.7e9, 10
	}
	radii := r.IntN(3) == 0
	for id := range int64(1 + r.IntN(3)) {
		piece, radius := uint32(0), float64(r.IntN(2))
		spliced, n := false, 1+r.IntN(6)
		for i := 0; i < n; i++ {
			if spliced = !spliced && i > 0 && r.IntN(3) == 0; spliced {
				i-- // a second position at the last instant
			}
			if spliced || r.IntN(6) == 0 {
				piece++
			}
			at := next()
			c.ID.Int = append(c.ID.Int, id)
			c.T, c.X, c.Y = append(c.T, start+step*float64(i)), append(c.X, at[0]), append(c.Y, at[1])
			if c.Frame == trajectory.EarthCentred {
				c.Z = append(c.Z, at[2])
			}
			c.Piece = append(c.Piece, piece)
			if radii {
				c.R = append(c.R, radius)
			}
			if heights {
				c.H = append(c.H, float64(r.IntN(5)))
			}
		}
	}
	var err error
	if r.store, err = trajectory.New(c, trajectory.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	r.rule = visit.Rule{Distance: []float64{0, 0, 0.5, 1, 2, 2.5}[r.IntN(6)], Window: interaction.Unbounded(), Threads: 1}
	if r.IntN(3) == 0 {
		r.rule.Window.From = start + step*float64(r.IntN(12))/2
		r.rule.Window.To = r.rule.Window.From + step*float64(r.IntN(8))/2
	}
}
