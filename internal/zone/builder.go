package zone

import (
	"fmt"
	"math"

	"flyby/internal/angle"
	"flyby/internal/dyadic"
	"flyby/internal/geo"
	"flyby/internal/vec3"
	"flyby/trajectory"
)

// builder makes the sides of a zone.
type builder struct {
	zone    *Zone
	number  int32
	polygon int32 // the number of the next polygon
	o       Options
	sides   []Side

	selfRings    int // rings that cross themselves
	selfPlace    [2]float64
	split, parts int
	middles      [][3]float64 // of polygons
}

// build checks the zone and makes its sides.
func (b *builder) build() error {
	if err := b.check(); err != nil {
		return err
	}
	for _, p := range b.zone.Points {
		at := b.position(p)
		b.side(at, at, -1)
	}
	for i, line := range b.zone.Lines {
		if err := b.chain(line, -1); err != nil {
			return fmt.Errorf("line %d: %w", i, err)
		}
		last := b.position(line[len(line)-1])
		b.side(last, last, -1)
	}
	for i, polygon := range b.zone.Polygons {
		from := len(b.sides)
		for j, ring := range polygon {
			if err := b.chain(ring, b.polygon); err != nil {
				return fmt.Errorf("polygon %d, ring %d: %w", i, j, err)
			}
		}
		middle := [3]float64{2: 1}
		if b.o.Frame == trajectory.EarthCentred {
			var err error
			if middle, err = middleOf(b.sides[from:]); err != nil {
				return fmt.Errorf("polygon %d: %w", i, err)
			}
		}
		b.middles = append(b.middles, middle)
		b.polygon++
	}
	return nil
}

// side adds a side.
func (b *builder) side(g, h [3]float64, polygon int32) {
	b.sides = append(b.sides, Side{g, h, b.number, polygon})
}

// position returns a place in the frame.
func (b *builder) position(p [2]float64) [3]float64 {
	switch {
	case b.o.Position != nil:
		return b.o.Position(p)
	case b.o.Frame == trajectory.EarthCentred:
		return geo.Place{Lon: p[0], Lat: p[1]}.Metres()
	}
	return flat([2]float64{p[0] + 0, p[1] + 0}) // zero has no sign
}

// chain adds the sides of a line or a ring.
func (b *builder) chain(places [][2]float64, polygon int32) error {
	for i := range len(places) - 1 {
		from, to := places[i], places[i+1]
		if b.o.Frame == trajectory.EarthCentred && !b.o.Arcs {
			if err := b.straight(from, to, polygon); err != nil {
				return err
			}
			continue
		}
		g, h := b.position(from), b.position(to)
		if b.o.Frame == trajectory.EarthCentred && antipodal(g, h) {
			return fmt.Errorf("the vertices (%v, %v) and (%v, %v) are antipodal: no arc between them is the shorter one", from[0], from[1], to[0], to[1])
		}
		b.side(g, h, polygon)
	}
	return nil
}

// straight adds a side that is straight in degrees, split into arcs. It is split from one and the same of its ends, whichever comes first, so that zones on its
// two sides have the same arcs.
func (b *builder) straight(from, to [2]float64, polygon int32) error {
	if onPole(from) && onPole(to) && from[1] == to[1] {
		b.side(b.position(from), b.position(to), polygon)
		return nil
	}
	if math.Abs(to[0]-from[0]) > 180 {
		return fmt.Errorf("the side from (%v, %v) to (%v, %v) spans more than 180 degrees of longitude: a zone over the antimeridian is cut there in two polygons", from[0], from[1], to[0], to[1])
	}
	n := arcs(from, to)
	if n > mostArcs {
		return fmt.Errorf("the side from (%v, %v) to (%v, %v) needs %d arcs", from[0], from[1], to[0], to[1], n)
	}
	a, z, swapped := from, to, from[0] > to[0] || from[0] == to[0] && from[1] > to[1]
	if swapped {
		a, z = to, from
	}
	at := make([][3]float64, n+1)
	for k := range at {
		f := float64(k) / float64(n)
		at[k] = b.position([2]float64{a[0] + float64(f*(z[0]-a[0])), a[1] + float64(f*(z[1]-a[1]))})
	}
	at[n] = b.position(z)
	for k := range n {
		if swapped {
			b.side(at[n-k], at[n-k-1], polygon)
		} else {
			b.side(at[k], at[k+1], polygon)
		}
	}
	if n > 1 {
		b.split++
		b.parts += n
	}
	return nil
}

// onPole reports whether a place is a pole, whatever its longitude.
func onPole(p [2]float64) bool { return math.Abs(p[1]) == 90 }

// Of the splitting of sides: how far, in metres, an arc may be from the side that it stands for, and the most arcs of a side: what 180 degrees
// take, rounded up.
const (
	mostDeviation = 0.1
	mostArcs      = 1 << 14
)

// arcs returns into how many equal parts a side is split that is straight in degrees. With the angles Δλ, Δφ of a part, the tangential acceleration of the
// curve (λ0 + fΔλ, φ0 + fΔφ) on the unit sphere is (-2 sin φ ΔλΔφ, sin φ cos φ Δλ²), and the arc between its ends is within an eighth of the greatest
// acceleration; 6.6e6 m are the Earth's greatest radius and 3% for its flattening and for the curvature of the arc.
func arcs(from, to [2]float64) int {
	const radius, radian = 6.6e6, math.Pi / 180
	east, north := math.Abs(to[0]-from[0])*radian, math.Abs(to[1]-from[1])*radian
	sin, _ := angle.Sincos(math.Max(math.Abs(from[1]), math.Abs(to[1])))
	along, across := 2*sin*east*north, min(sin, 0.5)*east*east
	acceleration := math.Sqrt(float64(along*along) + float64(across*across))
	n := math.Ceil(math.Sqrt(acceleration * radius / (8 * mostDeviation)))
	return int(max(n, math.Ceil(max(east, north)), 1)) // no part turns by more than a radian
}

// middleOf returns the mean of the directions of the vertices of a polygon. It refuses a polygon without an open hemisphere around this.
func middleOf(sides []Side) (middle [3]float64, err error) {
	for i := range sides {
		u := vec3.Unit(sides[i].G)
		for k := range middle {
			middle[k] += u[k]
		}
	}
	middle = vec3.Unit(middle)
	for i := range sides {
		if u := vec3.Unit(sides[i].G); !(vec3.Dot(u, middle) > leastCosine) {
			at := geo.PlaceOf(sides[i].G)
			return middle, fmt.Errorf("it is not within an open hemisphere: its vertex at (%v, %v) is 90 degrees or more from the middle; cut it in two", at.Lon, at.Lat)
		}
	}
	return middle, nil
}

// leastCosine is the least cosine of the angle between the middle of a polygon and a vertex: more than all rounding.
const leastCosine = 0x1p-30

// antipodal reports whether two positions are in opposite directions.
func antipodal(g, h [3]float64) bool {
	if vec3.Dot(g, h) >= 0 {
		return false
	}
	scale := dyadic.ScaleOf(g[:], h[:])
	for k := range g {
		i, j := (k+1)%3, (k+2)%3
		a, b := scale.Integer(g[i]), scale.Integer(g[j])
		if a.Mul(a, scale.Integer(h[j])).Cmp(b.Mul(b, scale.Integer(h[i]))) != 0 {
			return false
		}
	}
	return true
}
