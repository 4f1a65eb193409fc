package speed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"flyby"
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
	file, err := l.places(f)
	if err != nil {
		return err
	}
	all, err := l.visiting(ctx, f, objects, file, 0)
	if err != nil {
		return err
	}
	one, err := l.visiting(ctx, f, objects, file, 1)
	if err != nil {
		return err
	}
	r.take(all)
	l.claimTime(r, targets{})
	seconds := one.seconds
	if one.last.cpu > 0 {
		seconds = one.cpu
	}
	r.Claims = append(r.Claims, Claim{What: "a segment, one core", Unit: "µs", Got: 1e6 * median(seconds) / float64(objects.Segments()), Most: mostOfSegment, Note: fmt.Sprintf("%d visits", one.last.encounters)})
	return nil
}

// visiting repeats the search for all visits on some threads.
func (l *lab) visiting(ctx context.Context, f fleet, objects *trajectory.Store, file string, threads int) (all trials, err error) {
	db, err := flyby.Open(ctx, objects, flyby.Options{Device: "cpu", Threads: threads})
	if err != nil {
		return all, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	ask := flyby.Search{Distance: f.distance, Zones: flyby.Zones{Files: []string{file}}}
	if ask.Zones, err = ask.Zones.Open(ctx, objects, f.distance); err != nil {
		return all, err
	}
	return repeat(ctx, l.Trials, func(ctx context.Context) (outcome, error) {
		found, err := db.Visits(ctx, ask)
		if err != nil {
			return outcome{}, err
		}
		watch := startWatch()
		rows, err := found.Collect()
		o := watch.stop()
		o.encounters = uint64(rows.Len())
		return o, err
	})
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

// places writes the zones, in GeoJSON: wavy rings, spread over the square; a single one is around it.
func (l *lab) places(f fleet) (path string, err error) {
	folder, err := l.folder()
	if err != nil {
		return "", err
	}
	r := rand.New(rand.NewPCG(53, 2))
	sides := fleetSides / f.zones
	radius, middle := float64(fleetStep*sides)/(2*math.Pi), func() float64 { return fleetWidth * r.Float64() }
	if f.zones == 1 {
		radius, middle = 1.5*fleetWidth, func() float64 { return fleetWidth / 2 }
	}
	polygons := make([]string, f.zones)
	for i := range polygons {
		x, y := fleetX+middle(), fleetY+middle()
		ring := make([]string, sides+1)
		for k := range ring {
			angle := 2 * math.Pi * float64(k%sides) / float64(sides)
			at := radius * (1 + 0.2*math.Sin(7*angle) + 0.02*math.Sin(301*angle))
			ring[k] = fmt.Sprintf("[%v,%v]", x+at*math.Cos(angle), y+at*math.Sin(angle))
		}
		polygons[i] = `{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[` + strings.Join(ring, ",") + `]]}}`
	}
	path = filepath.Join(folder, f.name+".geojson")
	return path, os.WriteFile(path, []byte(`{"type":"FeatureCollection","features":[`+strings.Join(polygons, ",")+`]}`), 0o666)
}
