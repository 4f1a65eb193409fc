package visits

import "math"

// A ball holds a side, a leg or several of them: in the plane as they are, on the Earth their directions.
type ball struct {
	middle [3]float64
	radius float64
}

// ballOf returns a ball around the positions from one to another.
func ballOf(earth bool, from, to [3]float64) (b ball) {
	if earth {
		from, to = direction(from), direction(to)
	}
	for k := range b.middle {
		b.middle[k] = from[k]/2 + to[k]/2
	}
	if earth {
		if length(b.middle) < 0.25 { // the middle of what is all but antipodal is anywhere
			return ball{radius: 1}
		}
		b.middle = direction(b.middle)
	} else {
		b.middle[2] = 1
	}
	b.radius = max(apart(b.middle, from), apart(b.middle, to))
	return b
}

// direction returns the unit vector in a direction, 0 of none.
func direction(v [3]float64) [3]float64 {
	if n := length(v); n > 0 {
		return [3]float64{v[0] / n, v[1] / n, v[2] / n}
	}
	return v
}

func length(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }

func apart(a, b [3]float64) float64 { return length([3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]}) }

// around returns a ball around some balls.
func around(all []ball) (b ball) {
	for _, o := range all {
		for k := range b.middle {
			b.middle[k] += o.middle[k] / float64(len(all))
		}
	}
	for _, o := range all {
		b.radius = max(b.radius, apart(b.middle, o.middle)+o.radius)
	}
	return b
}

// isFar reports whether two balls are certainly farther apart than a distance: the margin is thousands of times the rounding.
func (b *ball) isFar(o *ball, distance float64) bool {
	size := length(b.middle) + length(o.middle) + b.radius + o.radius + distance
	return apart(b.middle, o.middle) > (b.radius+o.radius+distance)+float64(size*1e-12)+0x1p-1000
}

// inEach is how many balls the next one above holds.
const inEach = 16

// nests are balls, balls around sixteen of these and so on, up to one ball.
type nests [][]ball

func newNests(level []ball) nests {
	all := nests{level}
	for len(level) > 1 {
		var above []ball
		for first := 0; first < len(level); first += inEach {
			above = append(above, around(level[first:min(first+inEach, len(level))]))
		}
		all, level = append(all, above), above
	}
	return all
}

// near returns the balls of the first level that may be within a distance of a ball, in order.
func (n nests) near(b *ball, distance float64) []int {
	if len(n[0]) == 0 {
		return nil
	}
	return n.nearIn(nil, len(n)-1, 0, b, distance)
}

// nearIn appends what near returns of the balls in ball i of a level.
func (n nests) nearIn(all []int, level, i int, b *ball, distance float64) []int {
	if n[level][i].isFar(b, distance) {
		return all
	}
	if level == 0 {
		return append(all, i)
	}
	for k := i * inEach; k < min((i+1)*inEach, len(n[level-1])); k++ {
		all = n.nearIn(all, level-1, k, b, distance)
	}
	return all
}
