package visits

import (
	"math"
	"math/big"
)

// A surd is the number u + sign √w.
type surd struct {
	u, w *big.Rat
	sign int // -1, 0 for a rational number, which has no w, or 1
}

// rational returns a rational number as a surd.
func rational(u *big.Rat) surd { return surd{u: u} }

// newSurd returns u + sign √w.
func newSurd(u *big.Rat, sign int, w *big.Rat) surd {
	if w.Sign() == 0 {
		return rational(u)
	}
	return surd{u, w, sign}
}

// compare returns the sign of a - b.
func (a surd) compare(b surd) int {
	x := new(big.Rat).Sub(a.u, b.u)
	roots := a.sign // the sign of a.sign √a.w - b.sign √b.w
	switch {
	case a.sign == 0:
		roots = -b.sign
	case a.sign == b.sign:
		roots *= a.w.Cmp(b.w)
	}
	if x.Sign() == 0 || roots == 0 || x.Sign() == roots {
		return sign(x.Sign() + roots)
	}
	return x.Sign() * a.squares(b, x)
}

// squares returns the sign of x² - (a.sign √a.w - b.sign √b.w)².
func (a surd) squares(b surd, x *big.Rat) int {
	rest, product := new(big.Rat).Mul(x, x), big.NewRat(4, 1)
	for _, s := range []surd{a, b} {
		if s.sign != 0 {
			rest.Sub(rest, s.w)
			product.Mul(product, s.w)
		}
	}
	both := a.sign * b.sign // the sign of the term 2 √a.w √b.w, whose square is the product
	if both == 0 {
		return rest.Sign()
	}
	if rest.Sign() != -both {
		return both
	}
	return -both * rest.Mul(rest, rest).Cmp(product)
}

func sign(v int) int { return min(max(v, -1), 1) }

// digits is the precision, in bits, of numbers that are no rational ones.
const digits = 600

// float returns about the number.
func (a surd) float() *big.Float {
	v := new(big.Float).SetPrec(digits).SetRat(a.u)
	if a.sign == 0 {
		return v
	}
	root := new(big.Float).SetPrec(digits).SetRat(a.w)
	root.Sqrt(root)
	if a.sign < 0 {
		return v.Sub(v, root)
	}
	return v.Add(v, root)
}

// An interval is a closed interval of parts of a leg that have passed.
type interval struct{ from, to surd }

// cut returns the common part of two intervals. ok is false where they are apart.
func (i interval) cut(o interval) (common interval, ok bool) {
	if o.from.compare(i.from) > 0 {
		i.from = o.from
	}
	if o.to.compare(i.to) < 0 {
		i.to = o.to
	}
	return i, i.from.compare(i.to) <= 0
}

// holds reports whether a number is in the interval.
func (i interval) holds(s surd) bool { return i.from.compare(s) <= 0 && s.compare(i.to) <= 0 }

// where returns the part of an interval in which a linear function with the values at0 and at1 at 0 and 1 is at least 0.
func (i interval) where(at0, at1 *big.Rat) (part interval, ok bool) {
	slope := new(big.Rat).Sub(at0, at1)
	if slope.Sign() == 0 {
		return i, at0.Sign() >= 0
	}
	root := rational(new(big.Rat).Quo(at0, slope))
	if slope.Sign() > 0 {
		return i.cut(interval{i.from, root})
	}
	return i.cut(interval{root, i.to})
}

// lengthOf returns the root of a square, 0 of 0 alone.
func lengthOf(square *big.Rat) float64 {
	if square.Sign() == 0 {
		return 0
	}
	root, _ := newSurd(new(big.Rat), 1, square).float().Float64()
	return max(root, math.SmallestNonzeroFloat64)
}
