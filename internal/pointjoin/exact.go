package pointjoin

import (
	"math"
	"math/big"
)

// exact decides a pair without rounding.
func (t Threshold) exact(p, q []float64) bool {
	if within, ok := t.expanded(p, q); ok {
		return within
	}
	return t.integer(p, q)
}

// leastPart and mostPart bound parts of differences, and eps, so that no bit of their squares is below
// the least float64, and no sum overflows.
const (
	leastPart = 0x1p-450
	mostPart  = 0x1p450
)

// expanded decides a pair by an expansion. ok is false where exponents are beyond it.
func (t Threshold) expanded(p, q []float64) (within, ok bool) {
	var room [32]float64
	e := expansion(room[:0])
	if !fits(t.eps) {
		return false, false
	}
	for j, v := range p {
		high, low := twoSum(v, -q[j])
		if !fits(high) || !fits(low) {
			return false, false
		}
		e = e.addSquare(high, low)
	}
	e = e.addProduct(-t.eps, t.eps)
	return e.sign() <= 0, true
}

// fits reports whether a part may be squared.
func fits(part float64) bool {
	part = math.Abs(part)
	return part == 0 || part >= leastPart && part <= mostPart
}

// integer decides a pair in multiples of the least float64.
func (t Threshold) integer(p, q []float64) bool {
	e := multiples(t.eps)
	return integerSquares(p, q).Cmp(e.Mul(e, e)) <= 0
}

// multiples returns v divided by the least positive float64, 2^-1074.
func multiples(v float64) *big.Int {
	const digits = 53
	fraction, exponent := math.Frexp(v)
	n := big.NewInt(int64(math.Ldexp(fraction, digits)))
	if shift := exponent - digits + 1074; shift >= 0 {
		return n.Lsh(n, uint(shift))
	} else {
		return n.Rsh(n, uint(-shift)) // zeros, as v is a multiple
	}
}
