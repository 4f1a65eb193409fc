package visit_test

import "math/big"

const (
	oracleBits      = 1400
	oracleTolerance = -500 // numbers of about 1 nearer than 2 to the power of this are equal
)

type num = *big.Float

func n64(v float64) num { return new(big.Float).SetPrec(oracleBits).SetFloat64(v) }
func add(a, b num) num  { return new(big.Float).SetPrec(oracleBits).Add(a, b) }
func sub(a, b num) num  { return new(big.Float).SetPrec(oracleBits).Sub(a, b) }
func mul(a, b num) num  { return new(big.Float).SetPrec(oracleBits).Mul(a, b) }
func quo(a, b num) num  { return new(big.Float).SetPrec(oracleBits).Quo(a, b) }
func root(a num) num    { return new(big.Float).SetPrec(oracleBits).Sqrt(a) }

// order compares two numbers, which are equal within the tolerance.
func order(a, b num) int {
	d := sub(a, b)
	size := add(n64(1), add(new(big.Float).Abs(a), new(big.Float).Abs(b)))
	if d.Sign() == 0 || d.MantExp(nil)-size.MantExp(nil) < oracleTolerance {
		return 0
	}
	return d.Sign()
}

// sign is order against 0, of numbers of the size of another.
func sign(a, size num) int { return order(add(a, size), size) }

type vec [3]num

func v64(p [3]float64) vec { return vec{n64(p[0]), n64(p[1]), n64(p[2])} }
func (v vec) sub(o vec) vec {
	return vec{sub(v[0], o[0]), sub(v[1], o[1]), sub(v[2], o[2])}
}
func (v vec) dot(o vec) num { return add(mul(v[0], o[0]), add(mul(v[1], o[1]), mul(v[2], o[2]))) }
func (v vec) cross(o vec) vec {
	c := func(i, j int) num { return sub(mul(v[i], o[j]), mul(v[j], o[i])) }
	return vec{c(1, 2), c(2, 0), c(0, 1)}
}
func (v vec) between(o vec, s num) (x vec) {
	for k := range x {
		x[k] = add(v[k], mul(s, sub(o[k], v[k])))
	}
	return x
}
