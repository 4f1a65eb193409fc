package interaction

import (
	"math/big"

	"flyby/internal/dyadic"
)

// decimalWindow is window of heights that are V apart, or as good as that, as the span begins or ends.
func (c *cylinder) decimalWindow() Verdict {
	start, end := c.decimalPlaces()
	switch {
	case start == end && (start == below || start == above):
		return Miss
	case !start.isWithin() || !end.isWithin():
		return Borderline
	case !c.v.Strict || start == inside && end == inside:
		return Hit
	case start == end: // V apart throughout
		return Miss
	}
	return Borderline
}

// decimals are the shortest decimals of the heights of q and e at their starts and ends, and of V.
func (c *cylinder) decimals() decimals {
	return decimals{shortest(c.q.H0), shortest(c.q.H1), shortest(c.e.H0), shortest(c.e.H1), shortest(c.v.Within)}
}

// decimalPlaces returns the places of the heights as the span begins, and as it ends.
func (c *cylinder) decimalPlaces() (start, end place) {
	of, other := c.q.Vertical(), c.e.Vertical()
	heights := c.decimals()
	if n, ok := heights.narrow(); ok && spans(&of, c.lo, c.hi) && spans(&other, c.lo, c.hi) {
		return narrowPlace(n[2]-n[0], n[4]), narrowPlace(n[3]-n[1], n[4])
	}
	r := c.rise()
	return placeIn(r.start, r.v), placeIn(new(big.Int).Add(r.start, r.climb), r.v)
}

// narrowPlace returns the place of a height of less than 63 bits.
func narrowPlace(z, v int64) place {
	switch {
	case z > v:
		return above
	case z < -v:
		return below
	case z == v:
		return atTop
	case z == -v:
		return atBottom
	}
	return inside
}

// placeIn returns the place of a height.
func placeIn(z, v *big.Int) place {
	switch beyond := z.CmpAbs(v); {
	case beyond < 0:
		return inside
	case beyond == 0 && z.Sign() < 0:
		return atBottom
	case beyond == 0:
		return atTop
	case z.Sign() < 0:
		return below
	}
	return above
}

// rise is the height of e above q over the span, in whole numbers: start as the span begins, and start + climb as it ends; and V.
type rise struct{ start, climb, v *big.Int }

// rise is made of decimals.
func (c *cylinder) rise() rise {
	of, other := &c.q.Segment, &c.e.Segment
	time := dyadic.ScaleOf([]float64{of.T0, of.T1, other.T0, other.T1, c.lo, c.hi})
	tq, bq, span := exactTimes(of, c.lo, c.hi, time)
	te, be, _ := exactTimes(other, c.lo, c.hi, time)
	tt := new(big.Int).Mul(tq, te)
	heights := c.decimals()
	n := heights.wide()
	start, climb := alongAxis(n[0], n[1], n[2], n[3], axisTimes{tq, te, bq, be, span, tt})
	return rise{start, climb, n[4].Mul(n[4], tt)}
}

// exact is WithinHeights in rational numbers, of a hit whose times are [enter, exit].
func (c *cylinder) exact(d, enter, exit float64) (from, to float64, hit bool) {
	r := c.rise()
	s0, s1, ok := r.window()
	if !ok {
		return 0, 0, false
	}
	p := exactQuadratic(&c.q.Segment, &c.e.Segment, d, c.lo, c.hi)
	in0, in1 := p.at(s0).Sign() <= 0, p.at(s1).Sign() <= 0
	if !in0 && !in1 && !p.dipsIn(s0, s1) || c.v.Strict && !r.isBelow(p, s0, s1) {
		return 0, 0, false
	}
	from, to = c.instant(s0), c.instant(s1)
	if max(enter, from) <= min(exit, to) {
		return max(enter, from), min(exit, to), true
	}
	if !in0 { // the times of the hit are not the nearest: these are
		from = p.root(-1, c.lo, c.hi)
	}
	if !in1 {
		to = p.root(+1, c.lo, c.hi)
	}
	return min(max(from, enter), exit), min(max(to, enter), exit), true
}

// window returns the vertical window as parts of the span; ok is false where it is empty.
func (r *rise) window() (s0, s1 *big.Rat, ok bool) {
	s0, s1 = new(big.Rat), big.NewRat(1, 1)
	if r.climb.Sign() == 0 {
		return s0, s1, r.start.CmpAbs(r.v) <= 0
	}
	in, out := r.crossings()
	if in.Cmp(s0) > 0 {
		s0 = in
	}
	if out.Cmp(s1) < 0 {
		s1 = out
	}
	return s0, s1, s0.Cmp(s1) <= 0
}

// crossings returns where a height that changes comes into the window, and where it leaves it, perhaps beyond the span.
func (r *rise) crossings() (in, out *big.Rat) {
	crossing := func(height *big.Int) *big.Rat {
		return new(big.Rat).SetFrac(height.Sub(height, r.start), r.climb)
	}
	in, out = crossing(new(big.Int).Neg(r.v)), crossing(new(big.Int).Set(r.v))
	if r.climb.Sign() < 0 {
		in, out = out, in
	}
	return in, out
}

// isBelow reports whether heights differ by less than V > 0 at some instant of a hit, whose window is [s0, s1].
func (r *rise) isBelow(p *quadratic, s0, s1 *big.Rat) bool {
	if r.climb.Sign() == 0 {
		return r.start.CmpAbs(r.v) < 0
	}
	in, out := r.crossings()
	switch {
	case s0.Cmp(s1) == 0: // V apart at an end of the span
		return false
	case in.Cmp(s0) == 0 && p.touches(s0, +1):
		return false
	}
	return out.Cmp(s1) != 0 || !p.touches(s1, -1)
}

// instant returns the float64 nearest to the time at which a part of the span has passed.
func (c *cylinder) instant(s *big.Rat) float64 {
	start, end := new(big.Rat).SetFloat64(c.lo), new(big.Rat).SetFloat64(c.hi)
	length := end.Sub(end, start)
	t, _ := start.Add(start, length.Mul(length, s)).Float64()
	return t + 0
}

// at returns the quadratic's value.
func (p *quadratic) at(s *big.Rat) *big.Rat {
	a, b, start := new(big.Rat).SetInt(&p.a), new(big.Rat).SetInt(&p.b), new(big.Rat).SetInt(&p.start)
	value := a.Mul(a, s)
	value.Add(value, b.Add(b, b))
	return value.Add(value.Mul(value, s), start)
}

// touches reports whether a quadratic is 0 at s, and above 0 next to it towards 1 (side +1) or 0 (-1).
func (p *quadratic) touches(s *big.Rat, side int) bool {
	slope := new(big.Rat).SetInt(&p.a)
	slope.Mul(slope, s)
	slope.Add(slope, new(big.Rat).SetInt(&p.b))
	return p.a.Sign() > 0 && side*slope.Sign() >= 0 && p.at(s).Sign() == 0
}

// dipsIn reports whether a quadratic positive at s0 and s1 is <= 0 in between.
func (p *quadratic) dipsIn(s0, s1 *big.Rat) bool {
	if p.a.Sign() == 0 {
		return false
	}
	vertex := new(big.Rat).SetFrac(new(big.Int).Neg(&p.b), &p.a)
	return vertex.Cmp(s0) > 0 && vertex.Cmp(s1) < 0 && p.at(vertex).Sign() <= 0
}
