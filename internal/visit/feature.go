package visit

import (
	"math/big"

	"flyby/internal/zone"
)

// A feature is a vertex or a side as a motion sees it. The square of the distance to it is (a s² + 2 b s + c)/norm, where all lines are at least 0.
type feature struct {
	a, b, c, norm *big.Int
	lines         []line
}

// line is a linear function of s, by its values at 0 and 1.
type line struct{ at0, at1 *big.Int }

// interval is a closed interval of s.
type interval struct{ from, to surd }

// motion is a segment in integers, from p0 to p1, in the plane with the unit of length as the third coordinate.
type motion struct {
	earth  bool
	p0, p1 vector
}

// vertexOf returns the vertex g: |x - g|² in the plane. On the Earth it is a ray from the centre: |x × g|²/|g|² where x·g >= 0.
func (m *motion) vertexOf(g vector) *feature {
	if !m.earth {
		return squareOf(m.p0.minus(g), m.p1.minus(g), big.NewInt(1))
	}
	f := squareOf(m.p0.cross(g), m.p1.cross(g), g.dot(g))
	f.lines = []line{{m.p0.dot(g), m.p1.dot(g)}}
	return f
}

// centreOf returns the centre of the Earth, which every zone there has.
func (m *motion) centreOf() *feature { return squareOf(m.p0, m.p1, big.NewInt(1)) }

// sideOf returns the side between g and h; nil if it has no length.
func (m *motion) sideOf(g, h vector) *feature {
	n := g.cross(h)
	across, along0, along1 := n, n.cross(g), h.cross(n)
	if !m.earth {
		across = n.level()
		way := h.minus(g)
		along0, along1 = way, g.minus(h)
	}
	norm := across.dot(across)
	if norm.Sign() == 0 {
		return nil
	}
	at0, at1 := n.dot(m.p0), n.dot(m.p1)
	slope := new(big.Int).Sub(at1, at0)
	f := &feature{new(big.Int).Mul(slope, slope), slope.Mul(slope, at0), new(big.Int).Mul(at0, at0), norm, nil}
	x0, x1, y0, y1 := m.p0, m.p1, m.p0, m.p1
	if !m.earth {
		x0, x1, y0, y1 = m.p0.minus(g), m.p1.minus(g), m.p0.minus(h), m.p1.minus(h)
	}
	f.lines = []line{{along0.dot(x0), along0.dot(x1)}, {along1.dot(y0), along1.dot(y1)}}
	return f
}

// squareOf returns the feature |y|²/norm of a vector y that moves from y0 to y1.
func squareOf(y0, y1 vector, norm *big.Int) *feature {
	w := y1.minus(y0)
	return &feature{w.dot(w), y0.dot(w), y0.dot(y0), norm, nil}
}

// within returns the s in an interval at which the distance is at most reach.
func (f *feature) within(reach *big.Int, in interval) (i interval, ok bool) {
	for _, l := range f.lines {
		if in, ok = l.cut(in); !ok {
			return in, false
		}
	}
	least := new(big.Int).Mul(reach, reach)
	least.Sub(f.c, least.Mul(least, f.norm))
	if f.a.Sign() == 0 {
		return in, least.Sign() <= 0
	}
	bb := new(big.Int).Mul(f.b, f.b)
	bb.Sub(bb, least.Mul(least, f.a))
	if bb.Sign() < 0 {
		return in, false
	}
	minus := new(big.Int).Neg(f.b)
	in.from = later(in.from, surd{minus, big.NewInt(-1), bb, f.a})
	in.to = earlier(in.to, surd{minus, big.NewInt(1), bb, f.a})
	return in, in.from.cmp(in.to) <= 0
}

// cut returns the part of an interval within [0, 1] in which the line is at least 0.
func (l line) cut(in interval) (interval, bool) {
	s0, s1 := l.at0.Sign(), l.at1.Sign()
	if s0 >= 0 && s1 >= 0 {
		return in, true
	}
	if s0 < 0 && s1 < 0 {
		return in, false
	}
	root := ratio(l.at0, new(big.Int).Sub(l.at0, l.at1))
	if s0 < 0 {
		in.from = later(in.from, root)
	} else {
		in.to = earlier(in.to, root)
	}
	return in, in.from.cmp(in.to) <= 0
}

// square returns the square of the distance at a rational s.
func (f *feature) square(s surd) *big.Rat {
	sum, term := new(big.Int).Mul(f.a, s.u), new(big.Int)
	sum.Add(sum, term.Lsh(term.Mul(f.b, s.d), 1))
	sum.Mul(sum, s.u)
	dd := new(big.Int).Mul(s.d, s.d)
	sum.Add(sum, term.Mul(f.c, dd))
	return new(big.Rat).SetFrac(sum, dd.Mul(dd, f.norm))
}

// least returns the first s in an interval of this feature at which the distance is least, and its square; reach is the threshold, which the distance has at ends that are
// not rational.
func (f *feature) least(in interval, reach *big.Int) (at surd, square *big.Rat) {
	at = in.from
	if f.a.Sign() > 0 {
		if turn := ratio(new(big.Int).Neg(f.b), f.a); turn.cmp(in.from) > 0 {
			at = earlier(turn, in.to)
		}
	}
	return at, f.squareAt(at, reach)
}

// squareAt returns the square of the distance at an s that is rational, or an end at which the distance is reach.
func (f *feature) squareAt(s surd, reach *big.Int) *big.Rat {
	if !s.rational() {
		return new(big.Rat).SetInt(new(big.Int).Mul(reach, reach))
	}
	return f.square(s)
}

// features are the features of sides of a zone.
func (m *motion) featuresOf(g, h vector, of *zone.Side) []*feature {
	all := []*feature{m.vertexOf(g)}
	if of.G != of.H {
		if f := m.sideOf(g, h); f != nil {
			all = append(all, f)
		}
	}
	return all
}
