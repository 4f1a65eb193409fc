package interaction

import (
	"math"

	"flyby/trajectory"
)

// The functions of this file are the interaction of docs/equations.md in
// float64. kernel/opencl/internal/pair/interaction.cl is their twin, and internal/asm/solve.go
// writes their vector versions: the same names, the same order of operations, no
// fused multiply-add. The conversions float64(x*y) forbid the Go compiler to
// fuse; comparisons stand where max and min would, since OpenCL's fmax and fmin
// leave the sign of zero open.

// Verdict is the decision of the float64 solve about an interaction.
type Verdict uint8

const (
	// Miss is certain: never within the threshold.
	Miss Verdict = iota
	// Hit is certain, and so is whether each end of the span is within.
	Hit
	// Borderline means that a margin lies inside the error bound: only exact
	// arithmetic can tell.
	Borderline
)

// Error bound of a computed distance (E7 in docs/equations.md): the distance of
// the two objects at an instant, as computed here, is within
// DistanceError*(scale + threshold) + Underflow of the true one.
const (
	DistanceError = 0x1p-47  // 64 u, u = 2^-53: three times the 18 u that E7 derives
	Underflow     = 0x1p-500 // covers products that underflow
)

// Window cuts every common span to [From, To].
type Window struct {
	From, To float64
}

// Unbounded returns the window that cuts nothing.
func Unbounded() Window {
	return Window{math.Inf(-1), math.Inf(1)}
}

// Solve decides one interaction in float64: do the query segment q and the
// entry segment e come within d + q.R + e.R of each other on their common span
// cut to w (E1 to E6)? For a Hit [enter, exit] is the closed interval, inside
// the span; for other verdicts it is [0, 0].
//
// Solve is symmetric in q and e to the bit. It never fails: d >= 0 and finite
// segments are the caller's duty.
func (w Window) Solve(q, e trajectory.Segment, d float64) (enter, exit float64, v Verdict) {
	return w.Interact(&q, &e, d)
}

// Interact is Solve without copying its arguments, for drivers.
func (w *Window) Interact(q, e *trajectory.Segment, d float64) (enter, exit float64, v Verdict) {
	lo, hi, ok := commonSpan(q, e, w)
	if !ok {
		return 0, 0, Miss
	}
	m := relativeMotion(q, e, lo, hi)
	return m.within((q.R+e.R)+d, lo, hi)
}

// commonSpan returns [max(starts), min(ends)] cut to the window (E1). A span of
// zero length counts only where both segments own its instant.
func commonSpan(q, e *trajectory.Segment, w *Window) (lo, hi float64, ok bool) {
	lo, hi = q.T0, q.T1
	if e.T0 > lo {
		lo = e.T0
	}
	if e.T1 < hi {
		hi = e.T1
	}
	if lo == hi && !(q.Owns(lo) && e.Owns(lo)) {
		return lo, hi, false
	}
	if w.From > lo {
		lo = w.From
	}
	if w.To < hi {
		hi = w.To
	}
	if lo == hi && !(q.Owns(lo) && e.Owns(lo)) {
		return lo, hi, false
	}
	return lo, hi, lo <= hi
}

// motion is the relative motion of e seen from q over a span: r(s) = r0 + s*w
// for s in [0, 1] (E2). scale bounds the magnitudes that went into it (E7).
type motion struct {
	r0, w [3]float64
	scale float64
}

// relativeMotion takes differences before it multiplies, so that large common
// offsets in space and time cost no accuracy (E2).
func relativeMotion(q, e *trajectory.Segment, lo, hi float64) motion {
	fq, hq := fractions(q, lo, hi)
	fe, he := fractions(e, lo, hi)
	var m motion
	for k := range 3 {
		dq, de := q.P1[k]-q.P0[k], e.P1[k]-e.P0[k]
		base := e.P0[k] - q.P0[k]
		m.r0[k] = base + (float64(de*fe) - float64(dq*fq))
		m.w[k] = float64(de*he) - float64(dq*hq)
		m.scale += math.Abs(base) + (math.Abs(de) + math.Abs(dq))
	}
	return m
}

// fractions returns how far lo is into the segment, and how much of it the
// span [lo, hi] is, both as fractions of its duration; 0, 0 for a point event.
func fractions(s *trajectory.Segment, lo, hi float64) (before, covered float64) {
	duration := s.T1 - s.T0
	if duration == 0 {
		return 0, 0
	}
	return (lo - s.T0) / duration, (hi - lo) / duration
}

// dot returns the inner product.
func dot(a, b [3]float64) float64 {
	return (float64(a[0]*b[0]) + float64(a[1]*b[1])) + float64(a[2]*b[2])
}

// along returns r0 + s*w.
func (m motion) along(s float64) [3]float64 {
	return [3]float64{
		m.r0[0] + float64(s*m.w[0]),
		m.r0[1] + float64(s*m.w[1]),
		m.r0[2] + float64(s*m.w[2]),
	}
}

// closest returns the s in [0, 1] of least distance, the first if all are
// equal (E3): s = -b/a, a = w.w, b = r0.w.
func closest(a, b float64) float64 {
	if !(a > 0) || b >= 0 {
		return 0
	}
	if -b >= a {
		return 1
	}
	return -b / a
}

// side compares a squared distance with the threshold, give or take the error
// bound: Hit inside, Miss outside, Borderline where it cannot tell (E7). NaN
// and overflow end in Borderline.
func side(square, threshold, bound float64) Verdict {
	outer, inner := threshold+bound, threshold-bound
	if square > float64(outer*outer) {
		return Miss
	}
	if inner >= 0 && square <= float64(inner*inner) && square <= math.MaxFloat64 {
		return Hit
	}
	return Borderline
}

// boundOf returns the bound of the error of a distance (E7).
func boundOf(scale, threshold float64) (bound float64) {
	if scale > 0 {
		bound = float64(DistanceError*(scale+threshold)) + Underflow
	}
	return bound
}

// within solves D(s) <= threshold on the span (E3 to E6).
func (m motion) within(threshold, lo, hi float64) (enter, exit float64, v Verdict) {
	bound := boundOf(m.scale, threshold)
	a, b := dot(m.w, m.w), dot(m.r0, m.w)
	if a > math.MaxFloat64 {
		return 0, 0, Borderline // a motion whose square overflows has no known minimum
	}
	s := closest(a, b)
	rs, r1 := m.along(s), m.along(1)
	least := dot(rs, rs)
	if v := side(least, threshold, bound); v != Hit {
		return 0, 0, v
	}
	start, end := dot(m.r0, m.r0), dot(r1, r1)
	atStart, atEnd := side(start, threshold, bound), side(end, threshold, bound)
	if atStart == Borderline || atEnd == Borderline {
		return 0, 0, Borderline
	}
	s0, s1 := 0.0, 1.0
	switch {
	case atStart == Hit && atEnd == Miss:
		s1 = leave(a, b, start, threshold)
	case atStart == Miss && atEnd == Hit:
		s0 = 1 - leave(a, -dot(r1, m.w), end, threshold)
	case atStart == Miss && atEnd == Miss:
		h := halfWidth(a, least, threshold)
		s0, s1 = s-h, s+h
	}
	enter, exit = instant(lo, hi, s0), instant(lo, hi, s1)
	return enter, exit, Hit
}

// leave returns the s >= 0 at which a motion that begins inside goes out: the
// larger root of s² + 2h*s + c, h = b/a, c = (D²(0) - threshold²)/a <= 0, with no
// cancellation in the discriminant or the numerator (E4). Divided by a, no
// intermediate can overflow or underflow: a motion that crosses the threshold
// moves by more than the error bound.
func leave(a, b, start, threshold float64) float64 {
	n := math.Sqrt(start)
	h, c := b/a, float64((n-threshold)*(n+threshold))/a
	root := math.Sqrt(float64(h*h) - c)
	if h <= 0 {
		return root - h
	}
	return -c / (h + root)
}

// halfWidth returns half the length, in s, of a pass that begins and ends
// outside: sqrt((threshold² - least²)/a) (E5).
func halfWidth(a, least, threshold float64) float64 {
	n := math.Sqrt(least)
	return math.Sqrt(float64((threshold-n)*(threshold+n)) / a)
}

// instant maps s to a time inside [lo, hi] (E6); the ends map exactly.
func instant(lo, hi, s float64) float64 {
	if s <= 0 {
		return lo
	}
	if s >= 1 {
		return hi
	}
	t := lo + float64(s*(hi-lo))
	if t > hi {
		return hi
	}
	return t
}
