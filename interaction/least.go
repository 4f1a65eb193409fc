package interaction

import (
	"math"
	"math/big"

	"flyby/internal/dyadic"
	"flyby/trajectory"
)

// Apart returns bounds of the least distance of the centres on the common span of two segments cut to w, by the bound of E7; ok is false where
// they share no span. Both bounds are 0 where the two are in one place throughout.
func (w *Window) Apart(q, e *trajectory.Segment) (low, high float64, ok bool) {
	lo, hi, ok := commonSpan(q, e, w)
	if !ok {
		return 0, 0, false
	}
	m, unit := relativeMotion(q, e, lo, hi).inUnits()
	rs := m.along(closest(dot(m.w, m.w), dot(m.r0, m.w)))
	distance, bound := float64(math.Sqrt(dot(rs, rs))*unit), boundOf(m.scale, 0)
	return max(distance-bound, 0), distance + bound, true
}

// Least returns in rational numbers the least squared distance of the centres on the common span of two segments cut to w, and the first instant at
// which it is taken (E3); ok is false where they share no span.
func (w *Window) Least(q, e *trajectory.Segment) (square, at *big.Rat, ok bool) {
	lo, hi, ok := commonSpan(q, e, w)
	if !ok {
		return nil, nil, false
	}
	q0, e0 := *q, *e
	q0.R, e0.R = 0, 0
	p := exactQuadratic(&q0, &e0, 0, lo, hi)
	s := new(big.Rat)
	square = new(big.Rat).SetInt(&p.start)
	switch {
	case p.b.Sign() >= 0:
	case new(big.Int).Add(&p.a, &p.b).Sign() <= 0:
		s.SetInt64(1)
		square.SetInt(&p.end)
	default:
		s.SetFrac(new(big.Int).Neg(&p.b), &p.a)
		square.Sub(square, new(big.Rat).SetFrac(new(big.Int).Mul(&p.b, &p.b), &p.a))
	}
	square.Quo(square, leastUnit(&q0, &e0, lo, hi))
	from := new(big.Rat).SetFloat64(lo)
	at = new(big.Rat).SetFloat64(hi)
	return square, at.Add(at.Mul(at.Sub(at, from), s), from), true
}

// leastUnit returns the factor by which exactQuadratic multiplies squares of distances.
func leastUnit(q, e *trajectory.Segment, lo, hi float64) *big.Rat {
	length := dyadic.ScaleOf(q.P0[:], q.P1[:], e.P0[:], e.P1[:])
	time := dyadic.ScaleOf([]float64{q.T0, q.T1, e.T0, e.T1, lo, hi})
	tq, _, _ := exactTimes(q, lo, hi, time)
	te, _, _ := exactTimes(e, lo, hi, time)
	unit := new(big.Rat).SetInt(tq.Mul(tq, te))
	power := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(length, -length))))
	if length < 0 {
		power.Inv(power)
	}
	unit.Mul(unit, power)
	return unit.Mul(unit, unit)
}
