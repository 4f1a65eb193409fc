package interaction

import (
	"math"
	"math/big"

	"flyby/internal/dyadic"
	"flyby/trajectory"
)

// Closest returns the first instant of least distance on the common span cut
// to w, the distance there, and the relative speed: 0 on a span of zero length, and
// the largest float64 where it is beyond that. ok is false when the segments share no
// span.
func (w Window) Closest(q, e trajectory.Segment) (t, distance, speed float64, ok bool) {
	lo, hi, ok := commonSpan(&q, &e, &w)
	if !ok {
		return 0, 0, 0, false
	}
	m, unit := relativeMotion(&q, &e, lo, hi).inUnits()
	a := dot(m.w, m.w)
	s := closest(a, dot(m.r0, m.w))
	rs := m.along(s)
	if hi > lo {
		speed = speedOver(&q, &e, lo, hi, math.Sqrt(a), unit)
	}
	return instant(lo, hi, s), math.Sqrt(dot(rs, rs)) * unit, speed, true
}

// ClosestOfHit is Closest of a hit within d + q.R + e.R, with the time moved into the hit's interval [enter, exit], and with a
// distance above the threshold lowered to the float64 nearest to it. Either is outside only where exact numbers settled the hit (E7):
// devices, which join no such hit, have no twin of this.
func (w Window) ClosestOfHit(q, e trajectory.Segment, d float64, enter, exit float64) (a Approach) {
	a.Time, a.Distance, a.Speed, _ = w.Closest(q, e)
	a.Time = heldIn(a.Time, enter, exit)
	a.lower(&q, &e, d)
	return a
}

// ClosestOfOwners is ClosestOfHit of the segments that own the first instant of least distance of their trajectories, with the speed of one relative to the
// other also where the span that they share is that instant alone. The speed is NaN where one of the two is a point event.
func (w Window) ClosestOfOwners(q, e trajectory.Segment, d float64) Approach {
	a := w.ClosestOfHit(q, e, d, math.Inf(-1), math.Inf(1))
	if lo, hi, _ := commonSpan(&q, &e, &w); lo == hi {
		a.Speed = ownSpeed(&q, &e)
	}
	return a
}

// ownSpeed returns the relative speed of two segments from their velocities, as over the duration of the shorter one, which keeps E7's bound; NaN where one of the
// two is a point event.
func ownSpeed(q, e *trajectory.Segment) float64 {
	lo, hi := q.T0, q.T1
	if e.T1-e.T0 < hi-lo {
		lo, hi = e.T0, e.T1
	}
	if lo == hi {
		return math.NaN()
	}
	m, unit := relativeMotion(q, e, lo, hi).inUnits()
	return speedOver(q, e, lo, hi, math.Sqrt(dot(m.w, m.w)), unit)
}

// lower makes a distance above d + q.R + e.R the float64 nearest to that sum.
func (a *Approach) lower(q, e *trajectory.Segment, d float64) {
	if a.Distance > d { // otherwise it is below the sum, whatever the radii
		a.Distance = min(a.Distance, nearestSum(d, q.R, e.R))
	}
}

// nearestSum returns the float64 nearest to x + y + z, the even one of two: the exact sum of two errors of rounding is rounded to the odd
// one of its neighbours, which tells the last sum on which side of a middle it is (S. Boldo and G. Melquiond, Emulation of a FMA and
// correctly rounded sums, IEEE Transactions on Computers 57, 2008, algorithm 5).
func nearestSum(x, y, z float64) float64 {
	high, low := twoSum(y, z)
	sum, rest := twoSum(x, high)
	odd, lost := twoSum(rest, low)
	if lost != 0 && math.Float64bits(odd)&1 == 0 {
		odd = math.Nextafter(odd, math.Copysign(math.MaxFloat64, lost))
	}
	return sum + odd
}

// heldIn returns the number in [from, to] nearest to x: x itself where it is inside, the sign of a zero included.
func heldIn(x, from, to float64) float64 {
	switch {
	case x < from:
		return from
	case x > to:
		return to
	}
	return x
}

// inUnits returns the motion in units of a power of two in which no square
// overflows, nor underflows against the others.
func (m motion) inUnits() (motion, float64) {
	if m.scale >= 0x1p-400 && m.scale <= 0x1p500 || m.scale == 0 {
		return m, 1
	}
	_, exp := math.Frexp(m.scale)
	unit := math.Ldexp(1, max(exp, -1000))
	for k := range 3 {
		m.r0[k], m.w[k] = m.r0[k]/unit, m.w[k]/unit
	}
	return m, unit
}

// speedOver returns the relative speed of two segments that move some units of length relative to each other while lo becomes hi.
func speedOver(q, e *trajectory.Segment, lo, hi, moved, unit float64) float64 {
	speed := speedOf(moved, hi-lo, unit)
	if !(speed <= math.MaxFloat64) {
		speed = exactSpeed(q, e, lo, hi)
	}
	return speed
}

// speedOf returns moved units of length over a time. The quotient neither overflows
// nor underflows where the speed does not.
func speedOf(moved, time, unit float64) float64 {
	if unit == 1 {
		return moved / time
	}
	m, exp := math.Frexp(moved)
	t, by := math.Frexp(time)
	_, scale := math.Frexp(unit)
	return math.Ldexp(m/t, exp-by+scale-1)
}

// exactSpeed returns the relative speed on a span of positive length from the exact
// motion, rounded once from 128 bits: where float64 has no number for the speed of either
// object, it may have one for the difference.
func exactSpeed(q, e *trajectory.Segment, lo, hi float64) float64 {
	length := dyadic.ScaleOf(q.P0[:], q.P1[:], e.P0[:], e.P1[:])
	time := dyadic.ScaleOf([]float64{q.T0, q.T1, e.T0, e.T1, lo, hi})
	tq, bq, span := exactTimes(q, lo, hi, time)
	te, be, _ := exactTimes(e, lo, hi, time)
	var tt, a, x big.Int
	tt.Mul(tq, te)
	for k := range 3 {
		_, w := exactAxis(q, e, k, length, axisTimes{tq, te, bq, be, span, &tt})
		a.Add(&a, x.Mul(w, w))
	}
	number := func(x *big.Int) *big.Float { return new(big.Float).SetPrec(firstPrecision).SetInt(x) }
	moved := number(&a)
	moved.Quo(moved.Sqrt(moved), number(x.Mul(&tt, span)))
	speed, _ := moved.SetMantExp(moved, int(time)-int(length)).Float64()
	return min(speed, math.MaxFloat64)
}
