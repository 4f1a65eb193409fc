package verify

import (
	"math/big"

	"flyby/interaction"
	"flyby/trajectory"
	"flyby/verify/internal/visits"
)

// insideCylinder reports whether two segments that come within the distance d of a rule with heights do so while
// their heights differ by its v at most: the least D² over the part of their span in which heights are that close is
// compared with d², all in rational numbers, and with none of the code that searches. Heights and v stand for the shortest decimals that
// read back as they are. Where v is strict, a hit at distance d needs heights closer than v at its instant, and any other hit needs heights
// closer than v at some instant of that part.
func insideCylinder(q, e *trajectory.Upright, rule *interaction.Rule) bool {
	d, v, w := rule.Distance, rule.Vertical, &rule.Window
	lo, hi := max(q.T0, e.T0), min(q.T1, e.T1)
	lo, hi = max(lo, w.From), min(hi, w.To)
	r0, r1 := apartAt(q, e, lo), apartAt(q, e, hi)
	s0, s1 := new(big.Rat), big.NewRat(1, 1)
	climb := new(big.Rat).Sub(r1[3], r0[3])
	for _, sign := range []int64{-1, 1} { // sign*height <= v
		room := visits.Decimal(v.Within)
		room.Sub(room, new(big.Rat).Mul(big.NewRat(sign, 1), r0[3]))
		slope := new(big.Rat).Mul(big.NewRat(sign, 1), climb)
		switch at := new(big.Rat); slope.Sign() {
		case 0:
			if room.Sign() < 0 {
				return false
			}
		case 1:
			s1 = lesser(s1, at.Quo(room, slope))
		default:
			s0 = greater(s0, at.Quo(room, slope))
		}
	}
	if s0.Cmp(s1) > 0 {
		return false
	}
	least, at := leastSquare(r0[:3], r1[:3], s0, s1)
	apart := least.Cmp(squareOf(d, q.R, e.R))
	if !v.Strict || apart > 0 {
		return apart <= 0
	}
	if isClosest := apart == 0 && at != nil; isClosest {
		s0, s1 = at, at
	}
	middle := new(big.Rat).Add(s0, s1)
	middle.Quo(middle, big.NewRat(2, 1))
	height := middle.Add(middle.Mul(middle, climb), r0[3])
	return height.Abs(height).Cmp(visits.Decimal(v.Within)) < 0
}

// apartAt returns the position of e relative to q at a time, and its height above q.
func apartAt(q, e *trajectory.Upright, t float64) (r [4]*big.Rat) {
	of := func(u *trajectory.Upright, axis int) *big.Rat {
		at, to := visits.Decimal(u.H0), visits.Decimal(u.H1)
		if axis < 3 {
			at, to = new(big.Rat).SetFloat64(u.P0[axis]), new(big.Rat).SetFloat64(u.P1[axis])
		}
		if u.T0 == u.T1 {
			return at
		}
		part := new(big.Rat).Quo(between(t, u.T0), between(u.T1, u.T0))
		return at.Add(at, part.Mul(part, to.Sub(to, at)))
	}
	for axis := range r {
		r[axis] = new(big.Rat).Sub(of(e, axis), of(q, axis))
	}
	return r
}

// between returns a - b.
func between(a, b float64) *big.Rat {
	return new(big.Rat).Sub(new(big.Rat).SetFloat64(a), new(big.Rat).SetFloat64(b))
}

// leastSquare returns the least squared length, over [s0, s1], of a vector that goes from r0 at 0 to r1 at 1, and where it is least; nil: everywhere.
func leastSquare(r0, r1 []*big.Rat, s0, s1 *big.Rat) (sum, at *big.Rat) {
	a, b := new(big.Rat), new(big.Rat) // the coefficients in a s² + 2 b s + c
	w := make([]*big.Rat, len(r0))
	for k := range r0 {
		w[k] = new(big.Rat).Sub(r1[k], r0[k])
		a.Add(a, new(big.Rat).Mul(w[k], w[k]))
		b.Add(b, new(big.Rat).Mul(r0[k], w[k]))
	}
	s := s0
	if a.Sign() > 0 {
		at = lesser(greater(new(big.Rat).Neg(b.Quo(b, a)), s0), s1)
		s = at
	}
	sum = new(big.Rat)
	for k := range r0 {
		r := new(big.Rat).Mul(w[k], s)
		r.Add(r, r0[k])
		sum.Add(sum, r.Mul(r, r))
	}
	return sum, at
}

// squareOf returns the square of the sum of the terms.
func squareOf(terms ...float64) *big.Rat {
	sum := new(big.Rat)
	for _, term := range terms {
		sum.Add(sum, new(big.Rat).SetFloat64(term))
	}
	return sum.Mul(sum, sum)
}

func lesser(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func greater(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}
