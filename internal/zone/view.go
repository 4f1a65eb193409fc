package zone

import (
	"math"

	"flyby/internal/vec3"
	"flyby/trajectory"
)

// A View is a side in float64, as seen from its vertices.
type View struct {
	Across  [3]float64 // the unit normal of its plane through the origin; in the plane, of its line. 0: it has no length
	Along   [3]float64 // the unit tangent at g towards h; on the Earth perpendicular to g
	Against [3]float64 // the unit tangent at h towards g
	Up      [3]float64 // on the Earth the direction of g; in the plane 0
	Slack   float64    // times a length: a bound of the error of what these vectors give (E12); +Inf: float64 cannot tell
}

// Of the errors of views: of a plain side, and the most by which the lengths of g and h may exceed the length of their normal.
const (
	viewError = 0x1p-47
	mostSkew  = 1 << 20
)

// view fills in the views of all sides.
func (s *Set) view() {
	s.views = make([]View, len(s.sides))
	for i := range s.sides {
		if s.frame == trajectory.EarthCentred {
			s.views[i] = earthView(s.sides[i].G, s.sides[i].H)
		} else {
			s.views[i] = planeView(s.sides[i].G, s.sides[i].H)
		}
	}
}

// planeView is the view of a side in the plane.
func planeView(g, h [3]float64) (v View) {
	v.Slack = viewError
	e := vec3.Minus(h, g)
	length := vec3.Length(e)
	if g == h {
		return v
	}
	if !(length > 0x1p-500 && length < 0x1p500) {
		v.Slack = math.Inf(1)
		return v
	}
	v.Along = vec3.Times(e, 1/length)
	v.Against = vec3.Times(v.Along, -1)
	v.Across = [3]float64{-v.Along[1], v.Along[0], 0}
	return v
}

// earthView is the view of a side on the Earth.
func earthView(g, h [3]float64) (v View) {
	v.Slack = viewError
	far := vec3.Length(g)
	v.Up = vec3.Times(g, 1/far)
	e := vec3.Minus(h, g)
	n := vec3.Cross(g, e)
	length := vec3.Length(n)
	if g == h {
		return v
	}
	skew := far * vec3.Length(e) / length
	if !(skew <= mostSkew) {
		v.Slack = math.Inf(1)
		return v
	}
	v.Slack *= skew
	v.Across = vec3.Times(n, 1/length)
	v.Along = vec3.Unit(vec3.Minus(e, vec3.Times(v.Up, vec3.Dot(v.Up, e))))
	last := vec3.Unit(h)
	v.Against = vec3.Unit(vec3.Minus(vec3.Times(last, vec3.Dot(last, e)), e))
	return v
}
