package interaction

import (
	"math"
	"math/bits"

	"flyby/trajectory"
)

// narrowPair is an interaction as fixedPair has it, for numbers of so few bits that
// positions fit 64 bits and their squares 128, as on lattices and in convoys.
type narrowPair struct {
	n      [7]int64 // positions as the span begins and as it ends, below 2^narrowest; the threshold
	lo, hi float64
}

// narrowest is the bits of a position along an axis, times both durations.
const narrowest = 61

// toWholes writes some numbers to n, in the unit that makes the longest as long as size
// bits; ok is false if it is no whole number of each, where all are 0 or so small
// that the unit is no float64, and where the unit is above 1: the smallest would be lost.
func toWholes(from []float64, n []int64, size uint64) (ok bool) {
	n = n[:len(from)]
	var most uint64
	for _, v := range from {
		most = max(most, math.Float64bits(v)<<1)
	}
	exponent := most >> 53 // all are below 2^(exponent-1022)
	if exponent < 100 || exponent > 1022+size {
		return false
	}
	scale := math.Float64frombits((1023 + 1022 + size - exponent) << 52)
	for i, v := range from {
		y := v * scale
		n[i] = int64(y)
		if float64(n[i]) != y {
			return false
		}
	}
	return true
}

// spans reports whether a segment is at P0 as the span begins and at P1 as it ends.
func spans(s *trajectory.Segment, lo, hi float64) bool {
	return s.T0 == lo && s.T1 == hi || s.P0 == s.P1
}

// setGaps makes the integers of segments that rest, or begin and end with the span, from
// the differences of their places; ok is false where those are no float64 values, or
// too long. Far from the origin they are shorter than the places.
func (p *narrowPair) setGaps(q, e *trajectory.Segment, d float64) (ok bool) {
	var v [len(p.n)]float64
	lost := 0.0
	for k := range 3 {
		var l, m float64
		v[k], l = twoSum(e.P0[k], -q.P0[k])
		v[3+k], m = twoSum(e.P1[k], -q.P1[k])
		lost += math.Abs(l) + math.Abs(m)
	}
	radii, l := twoSum(q.R, e.R)
	threshold, m := twoSum(radii, d)
	if v[6] = threshold; lost+(math.Abs(l)+math.Abs(m)) != 0 {
		return false
	}
	return toWholes(v[:], p.n[:], narrowest)
}

// set makes the integers, and reports whether they fit. of and other are the courses of
// q and e.
func (p *narrowPair) set(q, e *trajectory.Segment, d float64, of, other course) bool {
	if bits.Len64(of.duration)+bits.Len64(other.duration) >= narrowest {
		return false
	}
	v := [...]float64{
		d, q.R, e.R,
		q.P0[0], q.P1[0], e.P0[0], e.P1[0], q.P0[1], q.P1[1], e.P0[1], e.P1[1], q.P0[2], q.P1[2], e.P0[2], e.P1[2],
	}
	var n [len(v)]int64
	count := len(v)
	if v[11] == 0 && v[12] == 0 && v[13] == 0 && v[14] == 0 {
		count -= 4 // in the plane
	}
	both := of.duration * other.duration
	if !toWholes(v[:count], n[:], uint64(narrowest-1-bits.Len64(both-1))) {
		return false
	}
	for k := range 3 {
		q0, e0 := n[3+4*k], n[5+4*k]
		dq, de := (n[4+4*k]-q0)*int64(other.duration), (n[6+4*k]-e0)*int64(of.duration)
		base := (e0 - q0) * int64(both)
		p.n[k] = base + de*int64(other.from) - dq*int64(of.from)
		p.n[3+k] = base + de*int64(other.to) - dq*int64(of.to)
	}
	p.n[6] = (n[0] + n[1] + n[2]) * int64(both)
	return true
}

// decide is the exact decision; ok is false where a time is too close to the middle of
// two float64 values.
func (p *narrowPair) decide() (enter, exit float64, hit, ok bool) {
	limit := product64(p.n[6], p.n[6])
	start, end := p.places()
	c0, c1 := inner(start, start).sub(limit), inner(end, end).sub(limit)
	in0, in1 := c0.sign() <= 0, c1.sign() <= 0
	if in0 && in1 {
		return p.lo, p.hi, true, true
	}
	x := crossings{lo: p.lo, hi: p.hi}
	if !p.cross(c0, c1, &x) {
		return 0, 0, false, true
	}
	return x.interval(in0, in1)
}

// places returns the positions as the span begins and as it ends.
func (p *narrowPair) places() (start, end *[3]int64) {
	return (*[3]int64)(p.n[:3]), (*[3]int64)(p.n[3:6])
}

// cross writes to x where the quadratic of E3 is 0 that is c0 and c1 at the ends of the
// span, one of them above 0, and reports whether it is at all.
func (p *narrowPair) cross(c0, c1 int128, x *crossings) bool {
	start, end := p.places()
	w := [3]int64{end[0] - start[0], end[1] - start[1], end[2] - start[2]}
	a := inner(&w, &w)
	b := c1.sub(c0).sub(a).half() // c1 = a + 2b + c0
	outside := c0.sign() > 0
	if outside && c1.sign() > 0 && (b.sign() >= 0 || a.add(b).sign() <= 0) {
		return false
	}
	x.a, x.c, x.past = a.double(), c0.double(), b.sign() > 0
	far := b.double()
	discriminant, ok := discriminantOf(far, x.a, x.c, outside)
	if !ok {
		bb, ac := b.square(), a.mul(c0)
		exact := bb.sub(&ac)
		if exact.sign() < 0 {
			return false
		}
		discriminant = doubleOf(exact[:])
	}
	x.far = far.plus(rootOf(discriminant))
	return true
}

// discriminantOf returns b² - a*c0, given the sizes of b, a and c0 and whether c0 is above
// 0; ok is false where the terms might cancel.
func discriminantOf(b, a, c double, above bool) (d double, ok bool) {
	bb, ac := b.times(b), a.times(c)
	if above {
		return bb.plus(double{-ac.h, -ac.l}), 2*ac.h < bb.h
	}
	return bb.plus(ac), true
}

// product64 returns x*y.
func product64(x, y int64) int128 {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	return int128{hi - uint64(x>>63&y) - uint64(y>>63&x), lo}
}

// inner returns the inner product.
func inner(a, b *[3]int64) int128 {
	return product64(a[0], b[0]).add(product64(a[1], b[1])).add(product64(a[2], b[2]))
}
