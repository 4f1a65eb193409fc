package visits

import (
	"math/big"

	"flyby/internal/dyadic"
)

// A vector has rational components.
type vector [3]*big.Rat

// vectorOf returns a position in units of a scale, in which its components are integers.
func vectorOf(p [3]float64, unit dyadic.Scale) (v vector) {
	for k := range v {
		v[k] = new(big.Rat).SetInt(unit.Integer(p[k]))
	}
	return v
}

func (v vector) minus(o vector) (d vector) {
	for k := range d {
		d[k] = new(big.Rat).Sub(v[k], o[k])
	}
	return d
}

func (v vector) dot(o vector) *big.Rat {
	sum := new(big.Rat)
	for k := range v {
		sum.Add(sum, new(big.Rat).Mul(v[k], o[k]))
	}
	return sum
}

func (v vector) cross(o vector) (c vector) {
	for k := range c {
		i, j := (k+1)%3, (k+2)%3
		c[k] = new(big.Rat).Mul(v[i], o[j])
		c[k].Sub(c[k], new(big.Rat).Mul(v[j], o[i]))
	}
	return c
}

// between returns the vector at a part s of the way to another.
func (v vector) between(o vector, s *big.Rat) (x vector) {
	d := o.minus(v)
	for k := range x {
		x[k] = d[k].Mul(d[k], s)
		x[k].Add(x[k], v[k])
	}
	return x
}

// A feature is a vertex, the inner of a side or the centre of the Earth as a leg sees it: the square of its distance is
// (a s² + 2 b s + c)/norm where all lines are at least 0, elsewhere it has none.
type feature struct {
	a, b, c, norm *big.Rat
	lines         [][2]*big.Rat // linear functions, by their values at 0 and 1
}

// movingOf returns the feature |y|²/norm of a vector y that goes from y0 to y1.
func movingOf(y0, y1 vector, norm *big.Rat, lines ...[2]*big.Rat) feature {
	w := y1.minus(y0)
	return feature{w.dot(w), y0.dot(w), y0.dot(y0), norm, lines}
}

// A way is the positions of a leg, in units in which they are integers: in the plane the third coordinate is 1 everywhere.
type way struct {
	earth  bool
	p0, p1 vector
}

// vertex returns the feature of a vertex: |x - g| in the plane; on the Earth, where it is a ray, |x × g|/|g| where x·g >= 0.
func (w *way) vertex(g vector) feature {
	if !w.earth {
		return movingOf(w.p0.minus(g), w.p1.minus(g), big.NewRat(1, 1))
	}
	return movingOf(w.p0.cross(g), w.p1.cross(g), g.dot(g), w.along(g))
}

// along returns the linear function x·v.
func (w *way) along(v vector) [2]*big.Rat { return [2]*big.Rat{w.p0.dot(v), w.p1.dot(v)} }

// centre returns the feature of the centre of the Earth.
func (w *way) centre() feature { return movingOf(w.p0, w.p1, big.NewRat(1, 1)) }

// side returns the feature of the inner of a side: in the plane |e × (x - g)|/|e|, e = h - g, where the foot is between g and h; on the Earth |n·x|/|n|,
// n = g × h, where the foot is between the planes through n and g, and n and h. ok is false of a side that has no inner.
func (w *way) side(g, h vector) (f feature, ok bool) {
	if w.earth {
		n := g.cross(h)
		at, none := w.along(n), new(big.Rat)
		f = movingOf(vector{at[0], none, none}, vector{at[1], none, none}, n.dot(n), w.along(n.cross(g)), w.along(h.cross(n)))
		return f, f.norm.Sign() > 0
	}
	e := h.minus(g)
	x0, x1 := w.p0.minus(g), w.p1.minus(g)
	length := e.dot(e)
	since, left := [2]*big.Rat{e.dot(x0), e.dot(x1)}, [2]*big.Rat{}
	for k := range left {
		left[k] = new(big.Rat).Sub(length, since[k])
	}
	return movingOf(e.cross(x0), e.cross(x1), length, since, left), length.Sign() > 0
}

// within returns the part of an interval in which the square of the distance is at most a number.
func (f *feature) within(square *big.Rat, in interval) (part interval, ok bool) {
	for _, l := range f.lines {
		if in, ok = in.where(l[0], l[1]); !ok {
			return in, false
		}
	}
	c := new(big.Rat).Mul(square, f.norm)
	c.Sub(f.c, c)
	if f.a.Sign() == 0 {
		return in, c.Sign() <= 0
	}
	rest := new(big.Rat).Mul(f.b, f.b) // of the roots (-b ± √(b² - a c))/a
	rest.Sub(rest, c.Mul(c, f.a))
	if rest.Sign() < 0 {
		return in, false
	}
	turn := f.turn()
	rest.Quo(rest, new(big.Rat).Mul(f.a, f.a))
	return in.cut(interval{newSurd(turn, -1, rest), newSurd(turn, 1, rest)})
}

// turn returns where the distance is least on the whole line, a > 0.
func (f *feature) turn() *big.Rat {
	turn := new(big.Rat).Quo(f.b, f.a)
	return turn.Neg(turn)
}

// square returns the square of the distance at a rational s.
func (f *feature) square(s *big.Rat) *big.Rat {
	sum := new(big.Rat).Mul(f.a, s)
	sum.Add(sum, f.b).Add(sum, f.b).Mul(sum, s).Add(sum, f.c)
	return sum.Quo(sum, f.norm)
}

// least returns the first s of the least distance in an interval in which the distance is at most the threshold and which within cut. It is rational: an end that is
// not has the distance of the threshold, and a turn beside it.
func (f *feature) least(in interval) *big.Rat {
	switch {
	case f.a.Sign() == 0:
		return in.from.u
	case in.from.sign == 0 && in.from.u.Cmp(f.turn()) > 0:
		return in.from.u
	case in.to.sign == 0 && in.to.u.Cmp(f.turn()) < 0:
		return in.to.u
	}
	return f.turn()
}
