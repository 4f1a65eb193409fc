package encounters

import (
	"math"
	"strings"

	"flyby/internal/scene"
	"flyby/internal/vec3"
)

// An orbit has the frame of a query's orbit at the closest approach: radial from the Earth's centre to the query, cross along the query's orbital momentum, and along, which completes the two in
// the sense of motion.
type orbit struct {
	cross [3]float64 // of length 1
	parts [3]float64 // the entry's place from the query: radial, along and cross, in the unit of the page
}

// inertial reports whether positions are known to be from the Earth's centre in axes that do not turn with the Earth.
func (m *maker) inertial() bool {
	axes, about, _ := strings.Cut(m.RefFrame, " about ")
	if about != "EARTH" || !m.Data.InSpace() {
		return false
	}
	switch strings.TrimRight(axes, "123") { // ICRF1 to ICRF3 are versions of one frame
	case "TEME", "TEMEOFDATE", "EME2000", "J2000", "B1950", "GCRF", "ICRF", "TOD", "TOD_EARTH", "MOD", "MOD_EARTH":
		return true
	}
	return false
}

// drawOrbits fills in the orbits of the rows shown, where the data have any.
func (m *maker) drawOrbits() {
	if !m.inertial() {
		return
	}
	for _, r := range m.Shown {
		r.orbit = m.orbitOf(r)
		m.hasOrbit = m.hasOrbit || r.orbit != nil
	}
	m.TellIf(m.hasOrbit, "Radial is away from the Earth's centre, along in the sense of the query's motion, cross along its orbital momentum, as the two are closest.")
}

// drawn returns the cross direction in the digits of the page, which are far below a pixel.
func (o *orbit) drawn() *[3]float64 {
	if o == nil {
		return nil
	}
	var cross [3]float64
	for k, v := range o.cross {
		cross[k] = math.Round(v*1e3)/1e3 + 0 // no -0
	}
	return &cross
}

// partsText returns the parts of the distance as the attribute of a row has them.
func (m *maker) partsText(o *orbit) string {
	var texts [3]string
	for k, v := range o.parts {
		if m.many() {
			v = scene.Rounded(v)
		}
		texts[k] = scene.Exact(v)
	}
	return strings.Join(texts[:], " ")
}

// orbitOf returns the orbit of a row; nil: the query is at rest, or moves straight up or down.
func (m *maker) orbitOf(r *row) *orbit {
	q, e := m.Query(r.query), m.Entry(r.entry)
	at, way := q.At(q.Traj, r.instant), wayAt(q, r.instant)
	momentum := vec3.Cross(at, way)
	const least = 1e-9 // sine of the angle of position and way, below which their plane is rounding
	if !(vec3.Length(momentum) > float64(least*vec3.Length(at))*vec3.Length(way)) {
		return nil
	}
	radial, cross := vec3.Unit(at), vec3.Unit(momentum)
	o, away := &orbit{cross: cross}, vec3.Minus(e.At(e.Traj, r.instant), at)
	for k, axis := range [3][3]float64{radial, vec3.Cross(cross, radial), cross} {
		o.parts[k] = m.Lengths(vec3.Dot(away, axis))
	}
	return o
}

// wayAt returns the way of an object in the segment that it is in at a time, or, where none goes on, that ends there; zero: there is none. Of an orbit it lies in the plane of its motion, though its direction is the
// velocity's half way alone.
func wayAt(o scene.Mover, t float64) [3]float64 {
	g, ok := o.Around(o.Traj, math.Nextafter(t, math.Inf(1)))
	if !ok {
		g, _ = o.Around(o.Traj, math.Nextafter(t, math.Inf(-1)))
	}
	return vec3.Minus(g.P1, g.P0)
}
