package interaction

import (
	"math"
	"math/big"

	"flyby/internal/dyadic"
)

// firstPrecision is the size of the mantissa with which the time of a root is first computed.
// No result depends on it: a time that it does not decide is computed with more.
const firstPrecision = 128

// root returns the float64 nearest to the time of the smaller (sign -1) or larger
// (+1) root, the even one of two. Bounds of the time close in on it until they round
// to one float64, or to two in a row: then the quadratic's sign in their middle tells.
func (p *quadratic) root(sign int, lo, hi float64) float64 {
	for precision := uint(firstPrecision); ; precision *= 2 {
		from, to := p.bounds(sign, lo, hi, precision)
		if from == to {
			return from + 0
		}
		if math.Nextafter(from, to) == to {
			return p.nearer(sign, lo, hi, from, to) + 0
		}
	}
}

// bounds returns the float64 values nearest to a lower and an upper bound of a
// root's time: lo + s*(hi-lo), the error of which is below 16 units of the last place
// of |lo| + |hi| in this precision.
func (p *quadratic) bounds(sign int, lo, hi float64, precision uint) (from, to float64) {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	start, length := number(lo), number(hi)
	size := new(big.Float).SetPrec(precision).Abs(start)
	size.Add(size, new(big.Float).Abs(length))
	err := size.SetMantExp(size, 4-int(precision))
	length.Sub(length, start)
	t := length.Add(start, length.Mul(length, p.part(sign, precision)))
	from, _ = new(big.Float).Sub(t, err).Float64()
	to, _ = new(big.Float).Add(t, err).Float64()
	return min(max(from, lo), hi), min(max(to, lo), hi)
}

// part returns the smaller or larger root: of the two forms (-b ± sqrt(b² - a*start))/a
// = start/(-b ∓ sqrt(b² - a*start)) the one whose terms do not cancel.
func (p *quadratic) part(sign int, precision uint) *big.Float {
	number := func(x *big.Int) *big.Float { return new(big.Float).SetPrec(precision).SetInt(x) }
	var bb, ac big.Int
	far := number(bb.Sub(bb.Mul(&p.b, &p.b), ac.Mul(&p.a, &p.start)))
	far.Sqrt(far) // |b| + sqrt(b² - a*start), with the sign of -b
	far.Add(far, number(new(big.Int).Abs(&p.b)))
	if p.b.Sign() > 0 {
		far.Neg(far)
	}
	if far.Sign() == sign || far.Sign() == 0 {
		return far.Quo(far, number(&p.a))
	}
	return far.Quo(number(&p.start), far)
}

// nearer returns which of two neighbouring float64 values a root's time is nearer to.
func (p *quadratic) nearer(sign int, lo, hi, from, to float64) float64 {
	units := dyadic.ScaleOf([]float64{lo, hi, from, to})
	middle := new(big.Int).Add(units.Integer(from), units.Integer(to)) // twice the middle
	start, end := units.Integer(lo), units.Integer(hi)
	x := middle.Sub(middle, start.Lsh(start, 1)) // the middle is x/length into the span
	length := end.Sub(end.Lsh(end, 1), start)
	var value, slope, y big.Int // of the quadratic there, times length² and length
	slope.Add(slope.Mul(&p.a, x), y.Mul(&p.b, length))
	value.Mul(value.Add(&slope, y.Mul(&p.b, length)), x)
	value.Add(&value, y.Mul(&p.start, length.Mul(length, length)))
	switch {
	case value.Sign() == 0 && slope.Sign() != -sign: // the root is the middle
		if math.Float64bits(from)&1 == 0 {
			return from
		}
		return to
	case (value.Sign() > 0 && slope.Sign() == sign) == (sign > 0): // the root is before the middle
		return from
	}
	return to
}
