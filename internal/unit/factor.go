package unit

import (
	"math"
	"math/big"
	"math/bits"
)

// A Factor converts numbers in one unit to numbers in another of its dimension, each rounded once
// (doc.go).
type Factor struct {
	exact  *big.Rat
	hi, lo uint64 // exact is at least (hi<<64 + lo) * 2^exp, and less than (hi<<64 + lo + 1) * 2^exp; hi has its top bit set
	exp    int
}

// Between returns the factor from a unit to another. Where only one of them counts in parsecs it
// has a hundred digits.
func Between(from, to Unit) Factor {
	f := Factor{exact: convert(big.NewRat(1, 1), from, to)}
	over, under := new(big.Int).Set(f.exact.Num()), new(big.Int).Set(f.exact.Denom())
	shift := 128 - over.BitLen() + under.BitLen()
	if shift > 0 {
		over.Lsh(over, uint(shift))
	} else {
		under.Lsh(under, uint(-shift))
	}
	over.Quo(over, under)
	if over.BitLen() > 128 {
		over.Rsh(over, 1)
		shift--
	}
	f.lo = new(big.Int).And(over, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	f.hi, f.exp = over.Rsh(over, 64).Uint64(), -shift
	return f
}

// Of converts a number to the other unit. It is infinite where the result is beyond float64.
func (f Factor) Of(v float64) float64 {
	if r, ok := f.near(v); ok {
		return r
	}
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return v
	}
	r := new(big.Rat).SetFloat64(v)
	out, _ := r.Mul(r, f.exact).Float64()
	return out
}

// near is Of by the first 128 bits of the factor. ok is false where they do not decide between two
// numbers, and where v or the result is no normal number.
func (f Factor) near(v float64) (r float64, ok bool) {
	const digits, half = 1<<52 - 1, 1 << 10
	all := math.Float64bits(v)
	e := int(all >> 52 & 0x7ff)
	if e == 0 || e == 0x7ff {
		return 0, false
	}
	m := (all&digits | 1<<52) << 11 // v is m * 2^(e-1086)
	top, next := bits.Mul64(m, f.hi)
	more, _ := bits.Mul64(m, f.lo)
	next, carry := bits.Add64(next, more, 0)
	top += carry
	e += f.exp - 1086 + 128
	if top>>63 == 0 {
		top = top<<1 | next>>63
		e--
	}
	// The part of the product that was left out adds one to top, or nothing.
	whole, rest := top>>11, top&(2*half-1)
	if rest == half-1 || rest == half {
		return 0, false
	}
	if rest > half {
		whole++
	}
	r = math.Ldexp(float64(whole), e+11)
	return math.Copysign(r, v), e+63 > -1022 && e+64 < 1024
}
