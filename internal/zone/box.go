package zone

import (
	"math"

	"flyby/internal/vec3"
	"flyby/trajectory"
)

// A Box is bounds of positions, or on the Earth of their directions, as unit vectors.
type Box struct{ Min, Max [3]float64 }

// boxOf returns the box of two positions.
func boxOf(a, b [3]float64) (box Box) {
	for k := range a {
		box.Min[k], box.Max[k] = min(a[k], b[k]), max(a[k], b[k])
	}
	return box
}

// Join makes the box hold another.
func (b *Box) Join(o *Box) {
	for k := range b.Min {
		b.Min[k], b.Max[k] = min(b.Min[k], o.Min[k]), max(b.Max[k], o.Max[k])
	}
}

// widen moves all bounds outwards by a number, and by all that rounding may have moved them inwards.
func (b *Box) widen(by float64) {
	for k := range b.Min {
		b.Min[k] -= by + float64(boxError*(math.Abs(b.Min[k])+by))
		b.Max[k] += by + float64(boxError*(math.Abs(b.Max[k])+by))
	}
}

// boxError is above the relative error of a bound that a few operations gave.
const boxError = 0x1p-48

// meets reports whether two boxes share a position.
func (b *Box) meets(o *Box) bool {
	for k := range b.Min {
		if !(b.Min[k] <= o.Max[k] && o.Min[k] <= b.Max[k]) {
			return false
		}
	}
	return true
}

// everywhere returns the box that meets every box.
func everywhere() (b Box) {
	for k := range b.Min {
		b.Min[k], b.Max[k] = math.Inf(-1), math.Inf(1)
	}
	return b
}

// arcBox returns a box of the directions of all positions between two, on the shorter arc. A point of it is as far from the nearer end of its chord as 1 less the
// cosine of half the angle, which is at most a quarter of the squared chord.
func arcBox(g, h [3]float64) Box {
	u, v := vec3.Unit(g), vec3.Unit(h)
	box := boxOf(u, v)
	chord := [3]float64{v[0] - u[0], v[1] - u[1], v[2] - u[2]}
	box.widen(float64(0.25*vec3.Dot(chord, chord)) + boxError)
	return box
}

// boxes returns the boxes of all sides.
func (s *Set) boxes() []Box {
	boxes := make([]Box, len(s.sides))
	for i := range s.sides {
		side := &s.sides[i]
		if s.frame == trajectory.EarthCentred {
			boxes[i] = arcBox(side.G, side.H)
		} else {
			boxes[i] = boxOf(side.G, side.H)
		}
	}
	return boxes
}

// Around returns a box that meets the box of every side within a distance of a motion straight from p0 to p1. On the Earth it is a box of directions: a
// position at the distance r from the centre and the nearest one of a ray within d of it are at an angle of asin d/r at most, and the chord of that is less than 1.2 d/r
// where d is at most r/2.
func (s *Set) Around(p0, p1 [3]float64, d float64) Box {
	if s.frame != trajectory.EarthCentred {
		box := boxOf(p0, p1)
		box.widen(d)
		return box
	}
	way := [3]float64{p1[0] - p0[0], p1[1] - p0[1], p1[2] - p0[2]}
	least := (math.Sqrt(max(vec3.Dot(p0, p0), vec3.Dot(p1, p1))) - math.Sqrt(vec3.Dot(way, way))) * (1 - 0x1p-40)
	if !(least >= 2*d && least > 0) {
		return everywhere()
	}
	box := arcBox(p0, p1)
	box.widen(1.2*d/least + boxError)
	return box
}
