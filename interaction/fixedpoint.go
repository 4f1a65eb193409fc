package interaction

import (
	"math"
	"math/bits"
)

// int128 is an integer in two's complement. Sums and products wrap around;
// whoever makes them sees to it that the true result fits.
type int128 struct{ hi, lo uint64 }

func (x int128) add(y int128) int128 {
	lo, carry := bits.Add64(x.lo, y.lo, 0)
	hi, _ := bits.Add64(x.hi, y.hi, carry)
	return int128{hi, lo}
}

func (x int128) sub(y int128) int128 {
	lo, borrow := bits.Sub64(x.lo, y.lo, 0)
	hi, _ := bits.Sub64(x.hi, y.hi, borrow)
	return int128{hi, lo}
}

// times returns x*m.
func (x int128) times(m uint64) int128 {
	hi, lo := bits.Mul64(x.lo, m)
	return int128{hi + x.hi*m, lo}
}

// half returns x/2 of an even number.
func (x int128) half() int128 {
	return int128{uint64(int64(x.hi) >> 1), x.hi<<63 | x.lo>>1}
}

// size returns |x|, and whether x < 0.
func (x int128) size() (int128, bool) {
	if int64(x.hi) >= 0 {
		return x, false
	}
	return int128{}.sub(x), true
}

// sign returns -1, 0 or 1.
func (x int128) sign() int {
	switch {
	case int64(x.hi) < 0:
		return -1
	case x.hi|x.lo == 0:
		return 0
	}
	return 1
}

// double returns |x|, to 106 bits.
func (x int128) double() double {
	x, _ = x.size()
	if x.hi == 0 {
		return doubleOf3(x.lo, 0, 0, 64)
	}
	return doubleOf3(x.hi, x.lo, 0, 128)
}

// int256 is an integer in two's complement, its least word first.
type int256 [4]uint64

func (x *int256) add(y *int256) (z int256) {
	var c uint64
	z[0], c = bits.Add64(x[0], y[0], 0)
	z[1], c = bits.Add64(x[1], y[1], c)
	z[2], c = bits.Add64(x[2], y[2], c)
	z[3], _ = bits.Add64(x[3], y[3], c)
	return z
}

func (x *int256) sub(y *int256) (z int256) {
	var c uint64
	z[0], c = bits.Sub64(x[0], y[0], 0)
	z[1], c = bits.Sub64(x[1], y[1], c)
	z[2], c = bits.Sub64(x[2], y[2], c)
	z[3], _ = bits.Sub64(x[3], y[3], c)
	return z
}

// sign returns -1, 0 or 1.
func (x *int256) sign() int {
	switch {
	case int64(x[3]) < 0:
		return -1
	case x[0]|x[1]|x[2]|x[3] == 0:
		return 0
	}
	return 1
}

// size returns |x|.
func (x *int256) size() int256 {
	if int64(x[3]) >= 0 {
		return *x
	}
	return new(int256).sub(x)
}

// square returns x*x, |x| < 2^127.
func (x int128) square() (z int256) {
	x, _ = x.size()
	if x.hi == 0 {
		z[1], z[0] = bits.Mul64(x.lo, x.lo)
		return z
	}
	var c uint64
	h1, h0 := bits.Mul64(x.hi, x.hi)
	m1, m0 := bits.Mul64(x.hi, x.lo) // below 2^127: twice it fits
	m1, m0 = m1<<1|m0>>63, m0<<1
	z[1], z[0] = bits.Mul64(x.lo, x.lo)
	z[1], c = bits.Add64(z[1], m0, 0)
	z[2], c = bits.Add64(h0, m1, c)
	z[3] = h1 + c
	return z
}

// mul returns x*y, |x| and |y| < 2^127.
func (x int128) mul(y int128) (z int256) {
	x, below := x.size()
	y, other := y.size()
	var c uint64
	h1, h0 := bits.Mul64(x.hi, y.hi)
	a1, a0 := bits.Mul64(x.hi, y.lo)
	b1, b0 := bits.Mul64(x.lo, y.hi)
	m0, c := bits.Add64(a0, b0, 0)
	m1, _ := bits.Add64(a1, b1, c) // both products are below 2^127
	z[1], z[0] = bits.Mul64(x.lo, y.lo)
	z[1], c = bits.Add64(z[1], m0, 0)
	z[2], c = bits.Add64(h0, m1, c)
	z[3] = h1 + c
	if below != other {
		return new(int256).sub(&z)
	}
	return z
}

// uint512 is a natural number, its least word first.
type uint512 [8]uint64

// product returns x*y, neither below 0.
func product(x, y *int256) (z uint512) {
	for i, f := range x {
		if f == 0 {
			continue
		}
		var carry uint64
		for k, g := range y {
			hi, lo := bits.Mul64(f, g)
			var c uint64
			lo, c = bits.Add64(lo, z[i+k], 0)
			hi += c
			lo, c = bits.Add64(lo, carry, 0)
			z[i+k], carry = lo, hi+c
		}
		z[i+4] = carry
	}
	return z
}

// add returns x+y.
func (x *uint512) add(y *uint512) (z uint512) {
	var c uint64
	for i := range z {
		z[i], c = bits.Add64(x[i], y[i], c)
	}
	return z
}

// sub returns x-y, and false if it is below 0.
func (x *uint512) sub(y *uint512) (z uint512, ok bool) {
	var c uint64
	for i := range z {
		z[i], c = bits.Sub64(x[i], y[i], c)
	}
	return z, c == 0
}

// grain is the least exponent of the last bits of some numbers, and the greatest exponent of the bits
// before their first: in units of 2^last all numbers are integers below 2^(top-last).
type grain struct{ last, top int }

func newGrain() grain { return grain{math.MaxInt32, math.MinInt32} }

// width is the length in bits of the longest of the integers, 0 if all are 0.
func (g grain) width() int { return max(g.top-g.last, 0) }

const (
	mantissa = 1<<52 - 1
	// exponentBias less, the exponent bits of a float64 are the exponent of the last of its mantissa's 53 bits.
	exponentBias = 1075
)

// add takes a number in.
func (g *grain) add(v float64) {
	m, e := split(v)
	if m == 0 {
		return
	}
	g.last = min(g.last, e+bits.TrailingZeros64(m))
	g.top = max(g.top, e+bits.Len64(m))
}

// split returns m and e of |v| = m * 2^e, m < 2^53.
func split(v float64) (m uint64, e int) {
	b := math.Float64bits(v) &^ (1 << 63)
	m, e = b&mantissa, int(b>>52)
	if e == 0 {
		return m, 1 - exponentBias
	}
	return m | (mantissa + 1), e - exponentBias
}

// integer returns v in units of 2^last, for a number that was taken in where the
// width is below 127.
func (g grain) integer(v float64) int128 {
	m, e := split(v)
	x := int128{lo: m}
	switch shift := e - g.last; { // to the left by 64 or more is 0 in Go
	case m == 0:
	case shift <= 0:
		x.lo = m >> -shift
	case shift < 64:
		x = int128{m >> (64 - shift), m << shift}
	default:
		x = int128{m << (shift - 64), 0}
	}
	if math.Signbit(v) {
		return int128{}.sub(x)
	}
	return x
}
