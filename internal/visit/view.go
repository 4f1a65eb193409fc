package visit

import (
	"math"

	"flyby/internal/zone"
	"flyby/trajectory"
)

// A view is a side in float64, as seen from its vertices.
type view struct {
	across  [3]float64 // the unit normal of its plane through the origin; in the plane, of its line. 0: it has no length
	along   [3]float64 // the unit tangent at g towards h; on the Earth perpendicular to g
	against [3]float64 // the unit tangent at h towards g
	up      [3]float64 // on the Earth the direction of g; in the plane 0
	slack   float64    // times a length: a bound of the error of what these vectors give (E12); +Inf: float64 cannot tell
}

// Of the errors of views: of a plain side, and the most by which the lengths of g and h may exceed the length of their normal.
const (
	viewError = 0x1p-47
	mostSkew  = 1 << 20
)

// viewsOf returns the views of all sides.
func viewsOf(set *zone.Set) []view {
	sides := set.Sides()
	views := make([]view, len(sides))
	for i := range sides {
		if set.Frame() == trajectory.EarthCentred {
			views[i] = earthView(sides[i].G, sides[i].H)
		} else {
			views[i] = planeView(sides[i].G, sides[i].H)
		}
	}
	return views
}

// planeView is the view of a side in the plane.
func planeView(g, h [3]float64) (v view) {
	v.slack = viewError
	e := minus(h, g)
	length := math.Sqrt(dot(e, e))
	if g == h {
		return v
	}
	if !(length > 0x1p-500 && length < 0x1p500) {
		v.slack = math.Inf(1)
		return v
	}
	v.along = scaled(e, 1/length)
	v.against = scaled(v.along, -1)
	v.across = [3]float64{-v.along[1], v.along[0], 0}
	return v
}

// earthView is the view of a side on the Earth.
func earthView(g, h [3]float64) (v view) {
	v.slack = viewError
	far := math.Sqrt(dot(g, g))
	v.up = scaled(g, 1/far)
	e := minus(h, g)
	n := cross(g, e)
	length := math.Sqrt(dot(n, n))
	if g == h {
		return v
	}
	skew := far * math.Sqrt(dot(e, e)) / length
	if !(skew <= mostSkew) {
		v.slack = math.Inf(1)
		return v
	}
	v.slack *= skew
	v.across = scaled(n, 1/length)
	v.along = unit(minus(e, scaled(v.up, dot(v.up, e))))
	last := unit(h)
	v.against = unit(minus(scaled(last, dot(last, e)), e))
	return v
}

func minus(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func scaled(a [3]float64, by float64) [3]float64 {
	return [3]float64{float64(a[0] * by), float64(a[1] * by), float64(a[2] * by)}
}

func unit(a [3]float64) [3]float64 { return scaled(a, 1/math.Sqrt(dot(a, a))) }

func dot(a, b [3]float64) float64 {
	return (float64(a[0]*b[0]) + float64(a[1]*b[1])) + float64(a[2]*b[2])
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

// flatten takes the part of a vector along the unit vector up off.
func flatten(r, up [3]float64) [3]float64 { return minus(r, scaled(up, dot(r, up))) }

// size bounds the length of a vector.
func size(a [3]float64) float64 { return math.Abs(a[0]) + math.Abs(a[1]) + math.Abs(a[2]) }
