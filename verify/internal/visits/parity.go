package visits

import (
	"math"
	"math/big"

	"flyby/internal/zone"
)

// A polygon is the sides of one of a zone's, and the axes of the plane in which they are straight: what is in front of it, x·ahead > 0, is projected
// on this plane from the origin. In the plane itself positions have the third coordinate 1, so that this changes nothing.
type polygon struct {
	sides            []zone.Side
	right, up, ahead [3]float64 // of positive orientation
}

// polygonsOf returns the polygons of the sides of a zone.
func polygonsOf(earth bool, sides []zone.Side) (all []polygon) {
	for first := 0; first < len(sides); {
		end := first + 1
		for end < len(sides) && sides[end].Polygon == sides[first].Polygon {
			end++
		}
		if sides[first].Polygon >= 0 {
			p := polygon{sides[first:end], [3]float64{1, 0, 0}, [3]float64{0, 1, 0}, [3]float64{0, 0, 1}}
			if earth {
				p.face()
			}
			all = append(all, p)
		}
		first = end
	}
	return all
}

// face turns the axes to a polygon on the Earth: ahead is the mean of the directions of its vertices, around which internal/zone holds it to an open hemisphere.
func (p *polygon) face() {
	p.ahead = [3]float64{}
	for i := range p.sides {
		for k, v := range direction(p.sides[i].G) {
			p.ahead[k] += v
		}
	}
	p.ahead = direction(p.ahead)
	least := 0
	for k := range p.ahead {
		if math.Abs(p.ahead[k]) < math.Abs(p.ahead[least]) {
			least = k
		}
	}
	var axis [3]float64
	axis[least] = 1
	p.up = cross(p.ahead, axis)
	p.right = cross(p.up, p.ahead)
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{float64(a[1]*b[2]) - float64(a[2]*b[1]), float64(a[2]*b[0]) - float64(a[0]*b[2]), float64(a[0]*b[1]) - float64(a[1]*b[0])}
}

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// exactly returns a vector of float64 as it is.
func exactly(v [3]float64) (e vector) {
	for k := range e {
		e[k] = new(big.Rat).SetFloat64(v[k])
	}
	return e
}

// holds reports whether a position that is not on the sides is inside: whether a ray from it to the right crosses an odd number of sides.
func (p *polygon) holds(x vector) (odd bool) {
	up, ahead := exactly(p.up), exactly(p.ahead)
	if x.dot(ahead).Sign() <= 0 {
		return false
	}
	r := ray{polygon: p, x: x, up: x.dot(up), ahead: x.dot(ahead)}
	for k := range r.about {
		r.about[k], _ = x[k].Float64()
	}
	r.aboutUp, r.aboutAhead, r.size = dot(r.about, p.up), dot(r.about, p.ahead), length(r.about)
	for i := range p.sides {
		g, h := p.sides[i].G, p.sides[i].H
		from, to := r.isAbove(g), r.isAbove(h)
		if from == to {
			continue
		}
		left := exactly(g).cross(exactly(h)).dot(x).Sign() // x is to the left of the side
		if to && left > 0 || from && left < 0 {
			odd = !odd
		}
	}
	return odd
}

// A ray goes from a position to the right.
type ray struct {
	*polygon
	x                         vector
	up, ahead                 *big.Rat // x·up, x·ahead
	about                     [3]float64
	aboutUp, aboutAhead, size float64
}

// isAbove reports whether a vertex is above the ray: (g·up)/(g·ahead) > (x·up)/(x·ahead). float64 decides what is many times its rounding.
func (r *ray) isAbove(g [3]float64) bool {
	about := float64(dot(g, r.polygon.up)*r.aboutAhead) - float64(r.aboutUp*dot(g, r.polygon.ahead))
	if margin := 1e-14 * length(g) * r.size; math.Abs(about) > margin && margin > 1e-200 {
		return about > 0
	}
	v := exactly(g)
	a, b := v.dot(exactly(r.polygon.up)), v.dot(exactly(r.polygon.ahead))
	return a.Mul(a, r.ahead).Cmp(b.Mul(b, r.up)) > 0
}
