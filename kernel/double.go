package kernel

import (
	"math"
	"math/bits"
)

// double is (h + l) * 2^e, h + l in [1/4, 1] or 0, |l| <= 2^-52: a number of about
// 106 bits without a sign. Each operation has a relative error below doubleError,
// docs/exactness.md says why.
type double struct {
	h, l float64
	e    int
}

// doubleOf returns the natural number of some words, the least first.
func doubleOf(words []uint64) double {
	n := len(words)
	for n > 0 && words[n-1] == 0 {
		n--
	}
	if n == 0 {
		return double{}
	}
	word := func(k int) uint64 {
		if k < 0 {
			return 0
		}
		return words[k]
	}
	first, second, third := words[n-1], word(n-2), word(n-3)
	shift := bits.LeadingZeros64(first)
	first, second = first<<shift|second>>(64-shift), second<<shift|third>>(64-shift)
	return double{
		h: float64(first>>11) * 0x1p-53,
		l: float64(first&(1<<11-1)<<42|second>>22) * 0x1p-106,
		e: 64*n - shift,
	}
}

// sum returns x + y in two parts, exactly, |x| >= |y| or x = 0.
func sum(x, y float64) (h, l float64) {
	h = x + y
	return h, y - (h - x)
}

// normal moves the number into [1/2, 1], with its exponent.
func (x double) normal() double {
	h, e := math.Frexp(x.h)
	return double{h, math.Ldexp(x.l, -e), x.e + e}
}

// rootOf returns the square root of a natural number.
func rootOf(n *uint512) double {
	x := doubleOf(n[:])
	if x.h == 0 {
		return x
	}
	if x.e&1 != 0 {
		x = double{x.h / 2, x.l / 2, x.e + 1}
	}
	h := math.Sqrt(x.h)
	rest := math.FMA(-h, h, x.h)
	l := (rest + x.l) / (2 * h)
	h, l = sum(h, l)
	return double{h, l, x.e / 2}
}

// plus returns x + y.
func (x double) plus(y double) double {
	if x.h == 0 || y.h != 0 && x.e < y.e {
		x, y = y, x
	}
	if y.h == 0 || x.e-y.e > 200 { // nothing beside the error
		return x
	}
	part := math.Ldexp(1, y.e-x.e)
	h, l := twoSum(x.h, float64(y.h*part))
	l += x.l + float64(y.l*part)
	h, l = sum(h, l)
	return double{h, l, x.e}.normal()
}

// over returns x / y, y > 0; 0/0 is 0.
func (x double) over(y double) double {
	if x.h == 0 {
		return x
	}
	h := x.h / y.h
	rest := math.FMA(-h, y.h, x.h)
	l := (rest + (x.l - float64(h*y.l))) / y.h
	h, l = sum(h, l)
	return double{h, l, x.e - y.e}.normal()
}

// twoSum returns x + y in two parts, exactly.
func twoSum(x, y float64) (h, l float64) {
	h = x + y
	v := h - x
	return h, (x - (h - v)) + (y - v)
}

// doubleError bounds what instantNearest loses, relative to the larger of its terms.
const doubleError = 0x1p-96

// instantNearest returns the float64 nearest to lo + s*(hi-lo), s in [0, 1]; ok is
// false where the error of s leaves two of them, or where numbers are so small that
// an operation might underflow.
func instantNearest(lo, hi float64, s double) (t float64, ok bool) {
	if s.h == 0 {
		return lo, true
	}
	length, rest := twoSum(hi, -lo)
	if s.e < -200 || length < 0x1p-600 {
		return 0, false
	}
	h, l := math.Ldexp(s.h, s.e), math.Ldexp(s.l, s.e)
	passed := float64(h * length) // not fused with what follows
	below := math.FMA(h, length, -passed)
	below += float64(h*rest) + float64(l*length)
	t, low := twoSum(lo, passed)
	t, low = sum(t, low+below)
	err := float64(doubleError * (math.Abs(lo) + passed))
	return t + 0, t+(low+err) == t && t+(low-err) == t
}
