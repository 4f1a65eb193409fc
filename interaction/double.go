package interaction

import (
	"math"
	"math/bits"
)

// double is h + l, |l| <= 2^-50 h: a number of about 106 bits without a sign, 0 or
// from 2^-256 to 2^512, so that nothing underflows and powers of two need no care.
// docs/exactness.md bounds what each operation loses: no more than one rounding of l each
// step, and l² where it is left out.
type double struct{ h, l float64 }

// doubleOf returns the natural number of some words, the least first.
func doubleOf(words []uint64) double {
	n := len(words)
	for n > 0 && words[n-1] == 0 {
		n--
	}
	switch n {
	case 0:
		return double{}
	case 1:
		return doubleOf3(words[0], 0, 0, 64)
	case 2:
		return doubleOf3(words[1], words[0], 0, 128)
	}
	return doubleOf3(words[n-1], words[n-2], words[n-3], 64*n)
}

// doubleOf3 returns the natural number that begins with these words and is size bits long
// with all of them; 0 where the first is 0.
func doubleOf3(first, second, third uint64, size int) double {
	shift := bits.LeadingZeros64(first) & 63
	first, second = first<<shift|second>>1>>(63-shift), second<<shift|third>>1>>(63-shift)
	unit := math.Float64frombits(uint64(1023-53+size-shift) << 52) // of the 53rd bit
	return double{
		h: float64(int64(first>>11)) * unit,
		l: float64(int64(first&(1<<11-1)<<42|second>>22)) * (unit * 0x1p-53),
	}
}

// sum returns x + y in two parts, exactly, |x| >= |y| or x = 0.
func sum(x, y float64) (h, l float64) {
	h = x + y
	return h, y - (h - x)
}

// rootOf returns the square root.
func rootOf(x double) double {
	if x.h == 0 {
		return x
	}
	h := math.Sqrt(x.h)
	rest := math.FMA(-h, h, x.h)
	return double{h, (rest + x.l) / (2 * h)}
}

// plus returns x + y. A difference, y < 0, is of numbers that do not cancel.
func (x double) plus(y double) double {
	h, l := twoSum(x.h, y.h)
	h, l = sum(h, l+(x.l+y.l))
	return double{h, l}
}

// times returns x * y.
func (x double) times(y double) double {
	h := float64(x.h * y.h) // not fused with what follows
	l := math.FMA(x.h, y.h, -h)
	return double{h, l + (float64(x.h*y.l) + float64(x.l*y.h))}
}

// over returns x / y, y > 0; 0/0 is 0.
func (x double) over(y double) double {
	if x.h == 0 {
		return x
	}
	h := x.h / y.h
	rest := math.FMA(-h, y.h, x.h)
	return double{h, (rest + (x.l - float64(h*y.l))) / y.h}
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
	if length < 0x1p-600 {
		return 0, false
	}
	passed := float64(s.h * length) // not fused with what follows
	below := math.FMA(s.h, length, -passed)
	below += float64(s.h*rest) + float64(s.l*length)
	t, low := twoSum(lo, passed)
	t, low = sum(t, low+below)
	err := float64(doubleError * (math.Abs(lo) + passed))
	return t + 0, t+(low+err) == t && t+(low-err) == t
}

// crossings is where a quadratic a*s² + 2b*s + c is 0, s in [0, 1] over the span: |a|,
// |c|, and far, |b| and the root of b² - a*c.
type crossings struct {
	lo, hi    float64
	a, c, far double
	past      bool // b > 0: it is least before the span
}

// interval is the exact decision of a hit, given which ends of the span are within.
func (x *crossings) interval(in0, in1 bool) (enter, exit float64, hit, ok bool) {
	enter, exit, ok = x.lo, x.hi, true
	if !in0 {
		enter, ok = x.instant(-1)
	}
	if !in1 && ok {
		exit, ok = x.instant(+1)
	}
	return enter, exit, true, ok
}

// instant returns the time nearest to the smaller (sign -1) or larger (+1) crossing; ok
// is false where it cannot tell.
func (x *crossings) instant(sign int) (t float64, ok bool) {
	return instantNearest(x.lo, x.hi, x.part(sign))
}

// part returns s at the smaller or larger crossing, of the two forms of E8 by the one
// whose terms do not cancel.
func (x *crossings) part(sign int) double {
	if sign > 0 && !x.past {
		return x.far.over(x.a)
	}
	return x.c.over(x.far)
}
