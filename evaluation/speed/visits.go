package speed

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"flyby/interaction"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// A fleet is objects that wander through a square, and zones in it.
type fleet struct {
	name     string
	objects  int // at scale 1, of 5,000 segments each
	zones    int // with 100,000 sides together
	distance float64
}

// Of a fleet: a segment and a side are about 30 m long, the square is 20 km wide, far from the origin, and times are Unix times.
const (
	fleetSegments = 5000
	fleetSides    = 100_000
	fleetStep     = 30
	fleetWidth    = 20_000
	fleetX        = 400_000
	fleetY        = 6_000_000
	fleetStart    = 1.7e9
)

// mostOfSegment is the most microseconds that a segment may take on one core.
const mostOfSegment = 2

// visitItems returns the rows of visits: of many zones, and of one that holds all objects.
func visitItems() []item {
	var all []item
	for _, f := range []fleet{
		{"visits", 200, 1000, fleetStep}, {"visits-inside", 200, 1000, 0}, {"visits-holding", 200, 1, fleetStep}, {"visits-1e7", 2000, 1000, fleetStep},
	} {
		all = append(all, item{
			name: f.name, group: joinGroup, large: f.objects > 200,
			what:    fmt.Sprintf("visits of %.0g segments to %d zones of %.0g sides in all, d = %v", float64(f.objects*fleetSegments), f.zones, float64(fleetSides), f.distance),
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.visits(ctx, f, r) },
		})
	}
	return all
}

// visits measures the visits of a fleet on all cores, and on one.
func (l *lab) visits(ctx context.Context, f fleet, r *Row) error {
	objects, err := f.wander(l.Scale)
	if err != nil {
		return err
	}
	zones, err := f.places()
	if err != nil {
		return err
	}
	if err := r.run(ctx, l.Trials, f.visiting(objects, zones, 0)); err != nil {
		return err
	}
	l.claimTime(r, targets{})
	one, err := repeat(ctx, l.Trials, f.visiting(objects, zones, 1))
	if err != nil {
		return err
	}
	seconds := one.seconds
	if one.last.cpu > 0 {
		seconds = one.cpu
	}
	r.Claims = append(r.Claims, Claim{What: "a segment, one core", Unit: "µs", Got: 1e6 * median(seconds) / float64(objects.Segments()), Most: mostOfSegment, Note: fmt.Sprintf("%d visits", one.last.encounters)})
	return nil
}

// visiting returns a question for all visits on some threads.
func (f fleet) visiting(objects *trajectory.Store, zones *zone.Set, threads int) trial {
	return func(ctx context.Context) (o outcome, err error) {
		watch := startWatch()
		found, err := visit.Find(ctx, objects, zones, visit.Rule{Distance: f.distance, Window: interaction.Unbounded(), Threads: threads})
		o = watch.stop()
		o.encounters = uint64(found.Len())
		return o, err
	}
}

// wander makes the objects.
func (f fleet) wander(scale float64) (*trajectory.Store, error) {
	r := rand.New(rand.NewPCG(53, 1))
	n := scaled(f.objects, scale)
	c := trajectory.Columns{}
	for id := range int64(n) {
		x, y, heading := fleetWidth*r.Float64(), fleetWidth*r.Float64(), 2*math.Pi*r.Float64()
		for i := range fleetSegments + 1 {
			c.ID.Int = append(c.ID.Int, id)
			c.T, c.X, c.Y = append(c.T, fleetStart+float64(i)), append(c.X, fleetX+x), append(c.Y, fleetY+y)
			heading += r.NormFloat64() / 8
			x += fleetStep * math.Cos(heading)
			y += fleetStep * math.Sin(heading)
			x, y = min(max(x, 0), fleetWidth), min(max(y, 0), fleetWidth)
		}
	}
	return trajectory.New(c, trajectory.BuildOptions{})
}

// places makes the zones: wavy rings, spread over the square; a single one is around it.
func (f fleet) places() (*zone.Set, error) {
	r := rand.New(rand.NewPCG(53, 2))
	sides := fleetSides / f.zones
	radius, middle := float64(fleetStep*sides)/(2*math.Pi), func() float64 { return fleetWidth * r.Float64() }
	if f.zones == 1 {
		radius, middle = 1.5*fleetWidth, func() float64 { return fleetWidth / 2 }
	}
	all := make([]zone.Zone, f.zones)
	for i := range all {
		x, y := fleetX+middle(), fleetY+middle()
		var ring [][2]float64
		for k := range sides {
			angle := 2 * math.Pi * float64(k) / float64(sides)
			at := radius * (1 + 0.2*math.Sin(7*angle) + 0.02*math.Sin(301*angle))
			ring = append(ring, [2]float64{x + at*math.Cos(angle), y + at*math.Sin(angle)})
		}
		all[i] = zone.Zone{ID: fmt.Sprint(i), Polygons: [][][][2]float64{{append(ring, ring[0])}}, Floor: math.Inf(-1), Ceiling: math.Inf(1)}
	}
	return zone.New(all, zone.Options{})
}
