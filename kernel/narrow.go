package kernel

import (
	"math"
	"math/bits"

	"flyby/trajectory"
)

// The first part of the exact decision in fixed width: lattices have numbers of so few
// bits that positions fit 64, and most of their ties need no more than a look at both
// ends of the span.

const (
	narrowBits = 61 // of each of the numbers, in the unit that makes the largest as long
	narrowest  = 62 // of a position along an axis, times both durations
)

// wholes is some numbers in units of their last bit. Those after the first count are
// not set.
type wholes struct {
	from  [pairNumbers]float64
	n     [pairNumbers]int64
	count int
}

// pairNumbers is the most lengths that a pair has.
const pairNumbers = 15

// set makes the integers, and returns how many bits the longest has; ok is false where
// that is more than narrowBits, and where all are 0 or so small or large that their
// scale is no float64.
func (w *wholes) set() (width int, ok bool) {
	var most uint64
	for i := range w.from[:w.count] {
		most = max(most, math.Float64bits(w.from[i])<<1)
	}
	exponent := most >> 53 // all are below 2^(exponent-1022)
	if exponent < 100 || exponent > 1900 {
		return 0, false
	}
	scale := math.Float64frombits((1023 + 1022 + narrowBits - exponent) << 52)
	var all int64
	for i := range w.from[:w.count] {
		y := w.from[i] * scale
		n := int64(y)
		if float64(n) != y {
			return 0, false
		}
		w.n[i] = n
		all |= n
	}
	even := bits.TrailingZeros64(uint64(all))
	for i := range w.n[:w.count] {
		w.n[i] >>= even & 63
	}
	return narrowBits - even, true
}

// narrowPair is an interaction as fixedPair has it, in 64 bits.
type narrowPair struct {
	start, end [3]int64
	threshold  int64
}

// set makes the integers, and reports whether they fit. of and other are the courses of
// q and e.
func (p *narrowPair) set(q, e *trajectory.Segment, d float64, of, other course) bool {
	var w wholes
	v := &w.from
	v[0], v[1], v[2] = d, q.R, e.R
	at := 3
	for k := range 3 {
		v[at], v[at+1], v[at+2], v[at+3] = q.P0[k], q.P1[k], e.P0[k], e.P1[k]
		if k < 2 || v[at] != 0 || v[at+1] != 0 || v[at+2] != 0 || v[at+3] != 0 {
			at += 4 // else they are in the plane
		}
	}
	w.count = at
	width, ok := w.set()
	if !ok || width+3+bits.Len64(of.duration)+bits.Len64(other.duration) > narrowest {
		return false
	}
	n := &w.n
	both := int64(of.duration * other.duration)
	for k := range 3 {
		q0, q1, e0, e1 := n[3+4*k], n[4+4*k], n[5+4*k], n[6+4*k]
		base := (e0 - q0) * both
		dq, de := (q1-q0)*int64(other.duration), (e1-e0)*int64(of.duration)
		p.start[k] = base + de*int64(other.from) - dq*int64(of.from)
		p.end[k] = base + de*int64(other.to) - dq*int64(of.to)
	}
	p.threshold = (n[0] + n[1] + n[2]) * both
	return true
}

// areWithin reports whether a distance at an end of the span is at most the threshold.
func (p *narrowPair) areWithin(r *[3]int64) bool {
	var hi, lo, c uint64
	for _, x := range r {
		h, l := square64(x)
		lo, c = bits.Add64(lo, l, 0)
		hi += h + c
	}
	h, l := square64(p.threshold)
	return hi < h || hi == h && lo <= l
}

func square64(x int64) (hi, lo uint64) {
	size := uint64(max(x, -x))
	return bits.Mul64(size, size)
}

// widened writes the integers to those of a fixedPair.
func (p *narrowPair) widened(w *fixedPair) {
	for k := range 3 {
		w.start[k], w.end[k] = wide(p.start[k]), wide(p.end[k])
	}
	w.threshold = wide(p.threshold)
}

func wide(x int64) int128 { return int128{uint64(x >> 63), uint64(x)} }
