package zone

import (
	"errors"
	"fmt"
	"math"
	"unsafe"

	"flyby/internal/memory"
	"flyby/internal/vec3"
	"flyby/trajectory"
)

// A Zone is points, lines and polygons, united, as a file has it: x and y, or degrees of longitude and latitude.
type Zone struct {
	ID       string
	Points   [][2]float64
	Lines    [][][2]float64
	Polygons [][][][2]float64 // rings, each with its first vertex again as the last
	Arcs     bool             // sides are the shorter arcs, as GeoParquet's spherical edges are
	Floor    float64          // the zone counts from this height; -Inf: there is no bound
	Ceiling  float64          // and up to this one; +Inf: there is no bound
}

// Options say what the numbers of zones are.
type Options struct {
	Frame   trajectory.Frame // EarthCentred: zones are in degrees
	Arcs    bool             // in degrees: sides of all zones are the shorter arcs
	SkipBad bool             // leave out zones whose geometry is wrong

	// Position says where a place is in the frame; nil: where its numbers say. Tests have small integers of it.
	Position func([2]float64) [3]float64
}

// A Side is a side of a zone. Points, and the last vertices of lines, are sides with G equal to H: each vertex of a zone is G of a side.
type Side struct {
	G, H    [3]float64
	Zone    int32
	Polygon int32 // among all polygons; -1: of a line or a point
}

// A Set is zones in the frame of the objects, in the order in which they came. It may be read by any number of goroutines.
type Set struct {
	frame    trajectory.Frame
	ids      []string
	floor    []float64    // [zones]
	ceiling  []float64    // [zones]
	sides    []Side       // of one zone after the other
	first    []int32      // [zones+1] the first side of each zone
	polygons []int32      // [polygons] the zone of each
	middles  [][3]float64 // [polygons] the directions around which each is in an open hemisphere
	bounded  bool         // a zone has a bound of heights
	tree     tree
	views    []View // [sides]
	report   Report
}

// A Report tells what was made of zones.
type Report struct {
	Skipped    int     // zones left out by Options.SkipBad
	Causes     []error // why the first were, a few at most
	SelfRings  int     // rings that cross themselves, which are taken by parity
	SelfZone   string  // the first zone with such a ring
	SelfPlace  [2]float64
	Split      int // sides straight in degrees that were split
	SplitParts int // into how many sides all together
}

// mostCauses is how many causes a report keeps.
const mostCauses = 5

// An Error is the error of a zone.
type Error struct {
	Zone  int // its number among the zones that New was given
	ID    string
	Cause error // names the ring and the place
}

func (e *Error) Error() string { return fmt.Sprintf("zone %q: %v", e.ID, e.Cause) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// New makes a set of zones. It is an error if there is no zone; an *Error if an id comes twice, or the geometry of a zone is wrong.
func New(zones []Zone, o Options) (*Set, error) {
	s := &Set{frame: o.Frame, first: []int32{0}}
	known := make(map[string]bool, len(zones))
	for i := range zones {
		z := &zones[i]
		if known[z.ID] {
			return nil, &Error{Zone: i, ID: z.ID, Cause: errors.New("its id comes twice")}
		}
		known[z.ID] = true
		if err := s.add(z, o); err != nil {
			err = &Error{Zone: i, ID: z.ID, Cause: err}
			if !o.SkipBad {
				return nil, err
			}
			if s.report.Skipped++; len(s.report.Causes) < mostCauses {
				s.report.Causes = append(s.report.Causes, err)
			}
		}
	}
	if len(s.ids) == 0 {
		return nil, errors.Join(append([]error{errors.New("zone: there is no zone")}, s.report.Causes...)...)
	}
	s.tree = newTree(s.boxes())
	s.view()
	return s, nil
}

// add adds a zone, or nothing if it is wrong.
func (s *Set) add(z *Zone, o Options) error {
	b := builder{zone: z, number: int32(len(s.ids)), polygon: int32(len(s.polygons)), o: o}
	b.o.Arcs = o.Arcs || z.Arcs
	if err := b.build(); err != nil {
		return err
	}
	s.ids = append(s.ids, z.ID)
	s.floor, s.ceiling = append(s.floor, z.Floor), append(s.ceiling, z.Ceiling)
	s.bounded = s.bounded || b.hasBound()
	s.sides = append(s.sides, b.sides...)
	s.first = append(s.first, int32(len(s.sides)))
	for range z.Polygons {
		s.polygons = append(s.polygons, b.number)
	}
	s.middles = append(s.middles, b.middles...)
	s.report.count(&b)
	return nil
}

// count adds what a zone has to tell.
func (r *Report) count(b *builder) {
	if r.SelfRings == 0 {
		r.SelfZone, r.SelfPlace = b.zone.ID, b.selfPlace
	}
	r.SelfRings += b.selfRings
	r.Split += b.split
	r.SplitParts += b.parts
}

// Len returns the number of zones.
func (s *Set) Len() int { return len(s.ids) }

// ID returns the id of a zone.
func (s *Set) ID(zone int) string { return s.ids[zone] }

// Frame returns the frame of positions.
func (s *Set) Frame() trajectory.Frame { return s.frame }

// Report tells what was made of the zones.
func (s *Set) Report() Report { return s.report }

// Heights returns the closed interval of heights in which a zone counts. bounded is false if it is everywhere.
func (s *Set) Heights(zone int) (floor, ceiling float64, bounded bool) {
	floor, ceiling = s.floor[zone], s.ceiling[zone]
	return floor, ceiling, !math.IsInf(floor, -1) || !math.IsInf(ceiling, +1)
}

// HasHeights reports whether a zone has a bound of heights.
func (s *Set) HasHeights() bool { return s.bounded }

// Sides returns the sides of all zones. The slice is shared: do not write to it.
func (s *Set) Sides() []Side { return s.sides }

// Views returns the views of all sides, shared as Sides is.
func (s *Set) Views() []View { return s.views }

// Bytes returns the memory of the set, but for ids.
func (s *Set) Bytes() uint64 {
	side := unsafe.Sizeof(Side{}) + unsafe.Sizeof(View{}) + 2*4 + unsafe.Sizeof(Box{})*fanout/(fanout-1)
	return memory.Of(len(s.sides), int(side)) + memory.Of(len(s.ids), 16+2*8+4) + memory.Of(len(s.polygons), 4+24)
}

// SidesOf returns the sides [first, last) of a zone.
func (s *Set) SidesOf(zone int) (first, last int32) { return s.first[zone], s.first[zone+1] }

// Faces reports whether a position is in the open hemisphere around the middle of a polygon, but for rounding near its edge, where no polygon is: otherwise it is
// outside of the polygon.
func (s *Set) Faces(polygon int32, x [3]float64) bool { return vec3.Dot(s.middles[polygon], x) > 0 }

// PolygonZones returns the zone of each polygon, shared as Sides is.
func (s *Set) PolygonZones() []int32 { return s.polygons }
