package pointjoin

import (
	"math"
	"math/big"
)

// Closer compares the distances of a and of b from p, exactly: -1 where a is closer, 0 where they are
// equal, 1 where b is.
func Closer(p, a, b []float64) int {
	sa, sb := Squares(p, a), Squares(p, b)
	switch c := slackOf(len(p)); {
	case surelyLess(sa, sb, c):
		return -1
	case surelyLess(sb, sa, c):
		return 1
	case equal(a, b):
		return 0
	}
	return closerExactly(p, a, b)
}

// Squares returns the sum of the squares of the differences, rounded, in order of dimension.
func Squares(p, q []float64) float64 {
	return Threshold{scale: 1}.sum(p, q)
}

// SurelyLess reports whether the distance of which a is the Squares is certainly less than the distance
// of which b is the Squares, or a lower bound of them, in some number of dimensions (docs/exactness.md, P1).
func SurelyLess(a, b float64, dimensions int) bool { return surelyLess(a, b, slackOf(dimensions)) }

// leastSum is the least sum of squares beside which the loss of squares by underflow does not count.
const leastSum = 0x1p-960

// surelyLess is SurelyLess with the bound slack. It takes a sum b that overflowed for the greatest float64, which is no greater.
func surelyLess(a, b, slack float64) bool {
	return b >= leastSum && a < float64(min(b, math.MaxFloat64)*(1-slack))
}

// slackOf returns the greatest computed difference of two equal sums of squares, as a part of the greater.
func slackOf(dimensions int) float64 {
	const u = 0x1p-53
	return float64(2 * u * float64(dimensions+4))
}

// closerExactly is Closer without rounding.
func closerExactly(p, a, b []float64) int {
	if c, ok := closerExpanded(p, a, b); ok {
		return c
	}
	return integerSquares(p, a).Cmp(integerSquares(p, b))
}

// closerExpanded is Closer by an expansion. ok is false where exponents are beyond it.
func closerExpanded(p, a, b []float64) (c int, ok bool) {
	var room [64]float64
	e := expansion(room[:0])
	for j, v := range p {
		high, low := twoSum(v, -a[j])
		less, rest := twoSum(v, -b[j])
		if !fits(high) || !fits(low) || !fits(less) || !fits(rest) {
			return 0, false
		}
		e = e.addSquare(high, low).subtractSquare(less, rest)
	}
	return e.sign(), true
}

// integerSquares returns the squared distance in multiples of the square of the least float64.
func integerSquares(p, q []float64) *big.Int {
	var sum, d big.Int
	for j, v := range p {
		d.Sub(multiples(v), multiples(q[j]))
		sum.Add(&sum, d.Mul(&d, &d))
	}
	return &sum
}
