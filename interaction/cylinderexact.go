package interaction

import "math/big"

// exact is WithinHeights in rational numbers, of a hit whose times are [enter, exit].
func (c *cylinder) exact(d, enter, exit float64) (from, to float64, hit bool) {
	s0, s1, ok := c.exactWindow()
	if !ok {
		return 0, 0, false
	}
	p := exactQuadratic(&c.q.Segment, &c.e.Segment, d, c.lo, c.hi)
	in0, in1 := p.at(s0).Sign() <= 0, p.at(s1).Sign() <= 0
	if !in0 && !in1 && !p.dipsIn(s0, s1) {
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

// exactWindow returns the vertical window as parts of the span; ok is false where it is empty.
func (c *cylinder) exactWindow() (s0, s1 *big.Rat, ok bool) {
	of, other := c.q.Vertical(), c.e.Vertical()
	length := scaleOf(of.P0[:], of.P1[:], other.P0[:], other.P1[:], []float64{c.v})
	time := scaleOf([]float64{of.T0, of.T1, other.T0, other.T1, c.lo, c.hi})
	tq, bq, span := exactTimes(&of, c.lo, c.hi, time)
	te, be, _ := exactTimes(&other, c.lo, c.hi, time)
	tt := new(big.Int).Mul(tq, te)
	z, motion := exactAxis(&of, &other, 0, length, axisTimes{tq, te, bq, be, span, tt})
	if tt.Mul(tt, length.integer(c.v)); motion.Sign() == 0 {
		return new(big.Rat), big.NewRat(1, 1), z.CmpAbs(tt) <= 0
	}
	crossing := func(height *big.Int) *big.Rat {
		return new(big.Rat).SetFrac(height.Sub(height, z), motion)
	}
	s0, s1 = crossing(new(big.Int).Neg(tt)), crossing(new(big.Int).Set(tt))
	if motion.Sign() < 0 {
		s0, s1 = s1, s0
	}
	if s0.Sign() < 0 {
		s0.SetInt64(0)
	}
	if whole := big.NewRat(1, 1); s1.Cmp(whole) > 0 {
		s1 = whole
	}
	return s0, s1, s0.Cmp(s1) <= 0
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

// dipsIn reports whether a quadratic positive at s0 and s1 is <= 0 in between.
func (p *quadratic) dipsIn(s0, s1 *big.Rat) bool {
	if p.a.Sign() == 0 {
		return false
	}
	vertex := new(big.Rat).SetFrac(new(big.Int).Neg(&p.b), &p.a)
	return vertex.Cmp(s0) > 0 && vertex.Cmp(s1) < 0 && p.at(vertex).Sign() <= 0
}
