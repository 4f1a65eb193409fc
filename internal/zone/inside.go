package zone

import (
	"math"

	"flyby/trajectory"
)

// Inside calls toggle with a polygon for every side of it that a ray from x crosses: the polygon holds x, if x is not on its boundary, where that is an odd
// number of times. On the Earth the ray is the half of a great circle through x and an axis, to the direction opposite to x, which is outside of every polygon that holds x, since
// each is in an open hemisphere. In the plane it goes along the x axis.
func (s *Set) Inside(x [3]float64, toggle func(polygon int32)) {
	axis := s.RayAxis(x)
	s.RaySides(x, axis, func(side int32) {
		of := &s.sides[side]
		if of.Polygon < 0 || !s.Faces(of.Polygon, x) {
			return
		}
		before, behind := rayPlane(x, of.G, axis) > 0, rayPlane(x, of.H, axis) > 0
		if before == behind {
			return
		}
		if at := Determinant(of.G, of.H, x); at > 0 && behind || at < 0 && before {
			toggle(of.Polygon)
		}
	})
}

// RayAxis returns the axis that rays from x go to: the one farthest from x, in the plane the first.
func (s *Set) RayAxis(x [3]float64) (axis int) {
	if s.frame != trajectory.EarthCentred {
		return 0
	}
	for k := range x {
		if math.Abs(x[k]) < math.Abs(x[axis]) {
			axis = k
		}
	}
	return axis
}

// RaySides calls found with every side whose box a ray from about x to an axis may meet. x may be off by 2^-40 of its greatest coordinate.
func (s *Set) RaySides(x [3]float64, axis int, found func(side int32)) {
	i, j := (axis+1)%3, (axis+2)%3
	size := math.Abs(x[0]) + math.Abs(x[1]) + math.Abs(x[2])
	meets := func(b *Box) bool { // the plane through the ray
		low := min(float64(x[j]*b.Min[i]), float64(x[j]*b.Max[i])) - max(float64(x[i]*b.Min[j]), float64(x[i]*b.Max[j]))
		high := max(float64(x[j]*b.Min[i]), float64(x[j]*b.Max[i])) - min(float64(x[i]*b.Min[j]), float64(x[i]*b.Max[j]))
		slack := float64(rayError * size * b.size())
		return !(low > slack) && !(high < -slack)
	}
	if s.frame != trajectory.EarthCentred {
		slack := rayError * size
		meets = func(b *Box) bool {
			return !(b.Min[1] > x[1]+slack) && !(b.Max[1] < x[1]-slack) && !(b.Max[0] < x[0]-slack)
		}
	}
	s.tree.search(meets, found)
}

// rayError bounds the relative error of a position and of what is computed of it.
const rayError = 0x1p-38

// size is the greatest sum of magnitudes of the coordinates of a position in the box.
func (b *Box) size() (sum float64) {
	for k := range b.Min {
		sum += max(math.Abs(b.Min[k]), math.Abs(b.Max[k]))
	}
	return sum
}

// rayPlane returns on which side of the plane of a ray a vertex is: the sign of (x × axis)·g.
func rayPlane(x, g [3]float64, axis int) int {
	i, j := (axis+1)%3, (axis+2)%3
	a, b := float64(x[j]*g[i]), float64(x[i]*g[j])
	bound := float64(determinantError*(math.Abs(a)+math.Abs(b))) + underflow
	switch {
	case a-b > bound:
		return 1
	case a-b < -bound:
		return -1
	}
	var w [3]float64
	w[axis] = 1
	return determinant(x, w, g)
}
