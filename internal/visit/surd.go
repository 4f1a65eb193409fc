package visit

import "math/big"

// A surd is the number (u + v√w)/d, in integers with w >= 0 and d > 0. Nothing changes its integers.
type surd struct{ u, v, w, d *big.Int }

// ratio returns n/d, for d != 0.
func ratio(n, d *big.Int) surd {
	if d.Sign() < 0 {
		n, d = new(big.Int).Neg(n), new(big.Int).Neg(d)
	}
	return surd{n, new(big.Int), new(big.Int), d}
}

// whole returns a small integer.
func whole(n int64) surd { return ratio(big.NewInt(n), big.NewInt(1)) }

// rational reports whether the number is u/d as it stands.
func (x surd) rational() bool { return x.v.Sign() == 0 || x.w.Sign() == 0 }

// cmp compares two numbers exactly.
func (x surd) cmp(y surd) int {
	times := func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
	a := times(x.u, y.d)
	a.Sub(a, times(y.u, x.d))
	if x.rational() && y.rational() {
		return a.Sign()
	}
	b, c := times(x.v, y.d), times(y.v, x.d)
	return signOfThree(a, b, x.w, c.Neg(c), y.w)
}

// signOfTwo returns the sign of b√p + c√q, p and q not negative.
func signOfTwo(b, p, c, q *big.Int) int {
	first, second := b.Sign()*p.Sign(), c.Sign()*q.Sign()
	switch {
	case second == 0 || first == second:
		return first
	case first == 0:
		return second
	}
	return first * squared(b, p).Cmp(squared(c, q))
}

// squared returns (b√p)².
func squared(b, p *big.Int) *big.Int {
	bb := new(big.Int).Mul(b, b)
	return bb.Mul(bb, p)
}

// signOfThree returns the sign of a + b√p + c√q: a and the sum of the roots have different signs only where their squares need be compared.
func signOfThree(a, b, p, c, q *big.Int) int {
	roots, first := signOfTwo(b, p, c, q), a.Sign()
	switch {
	case roots == 0 || roots == first:
		return first
	case first == 0:
		return roots
	}
	rest := new(big.Int).Mul(a, a) // a² - (b√p + c√q)² = rest - 2bc√(pq)
	rest.Sub(rest, squared(b, p))
	rest.Sub(rest, squared(c, q))
	mixed := new(big.Int).Mul(b, c)
	mixed.Lsh(mixed.Neg(mixed), 1)
	return first * signOfTwo(rest, big.NewInt(1), mixed, new(big.Int).Mul(p, q))
}

// earlier and later return the lesser and the greater of two numbers, x of equals.
func earlier(x, y surd) surd {
	if y.cmp(x) < 0 {
		return y
	}
	return x
}

func later(x, y surd) surd {
	if y.cmp(x) > 0 {
		return y
	}
	return x
}

// digits is the precision of numbers that are written, more than of two float64 together.
const digits = 192

// float returns the number with at least digits bits behind the point: u/d is known to more by as many bits as it has before the point.
func (x surd) float() *big.Float {
	precision := uint(digits + max(0, x.u.BitLen()-x.d.BitLen()))
	number := func(n *big.Int) *big.Float { return new(big.Float).SetPrec(precision).SetInt(n) }
	sum := number(x.u)
	if !x.rational() {
		root := number(x.w)
		root.Sqrt(root)
		sum.Add(sum, root.Mul(root, number(x.v)))
	}
	return sum.Quo(sum, number(x.d))
}
