package interaction

import (
	"math/big"

	"flyby/internal/dyadic"
	"flyby/trajectory"
)

// Decide is Solve with every Borderline verdict settled by exact arithmetic on
// the input's float64 values: membership is what real arithmetic says
// (docs/architecture.md §2.5), and so is whether each end of the span is within.
func (w Window) Decide(q, e trajectory.Segment, d float64) (enter, exit float64, hit bool) {
	enter, exit, v := w.Solve(q, e, d)
	if v == Borderline {
		return w.Exact(q, e, d)
	}
	return enter, exit, v == Hit
}

// Exact decides one interaction in integers (E8): of fixed width where its numbers
// fit, else of any length. Times are the nearest float64. It is symmetric in q and e.
func (w Window) Exact(q, e trajectory.Segment, d float64) (enter, exit float64, hit bool) {
	return w.Settle(&q, &e, d)
}

// Settle is Exact without copying its arguments, for drivers.
func (w *Window) Settle(q, e *trajectory.Segment, d float64) (enter, exit float64, hit bool) {
	lo, hi, ok := commonSpan(q, e, w)
	if !ok {
		return 0, 0, false
	}
	if enter, exit, hit, ok = exactInFixed(q, e, d, lo, hi); ok {
		return enter, exit, hit
	}
	return exactInBig(q, e, d, lo, hi)
}

// exactInBig is the exact decision in integers of any length.
func exactInBig(q, e *trajectory.Segment, d, lo, hi float64) (enter, exit float64, hit bool) {
	p := exactQuadratic(q, e, d, lo, hi)
	in0, in1 := p.start.Sign() <= 0, p.end.Sign() <= 0
	if !in0 && !in1 && !p.dips() {
		return 0, 0, false
	}
	enter, exit = lo, hi
	if !in0 {
		enter = p.root(-1, lo, hi)
	}
	if !in1 {
		exit = p.root(+1, lo, hi)
	}
	return enter, exit, true
}

// quadratic is a*s² + 2b*s + start over s in [0, 1], in integers with a common
// positive factor; end is its value at 1.
type quadratic struct {
	a, b, start, end big.Int
}

// dips reports whether a quadratic positive at both ends is <= 0 in between:
// its vertex is inside and b² >= a*start.
func (p *quadratic) dips() bool {
	if p.b.Sign() >= 0 || new(big.Int).Add(&p.a, &p.b).Sign() <= 0 {
		return false
	}
	var bb, ac big.Int
	return bb.Mul(&p.b, &p.b).Cmp(ac.Mul(&p.a, &p.start)) >= 0
}

// exactQuadratic builds |r(s)|² - threshold² times (Te*Tq)², Te and Tq the
// durations (1 for a point event), with lengths and times scaled to integers.
func exactQuadratic(q, e *trajectory.Segment, d, lo, hi float64) *quadratic {
	length := dyadic.ScaleOf(q.P0[:], q.P1[:], e.P0[:], e.P1[:], []float64{q.R, e.R, d})
	time := dyadic.ScaleOf([]float64{q.T0, q.T1, e.T0, e.T1, lo, hi})
	tq, bq, span := exactTimes(q, lo, hi, time)
	te, be, _ := exactTimes(e, lo, hi, time)
	p := new(quadratic)
	var tt, x big.Int
	tt.Mul(tq, te)
	for k := range 3 {
		r0, w := exactAxis(q, e, k, length, axisTimes{tq, te, bq, be, span, &tt})
		p.a.Add(&p.a, x.Mul(w, w))
		p.b.Add(&p.b, x.Mul(r0, w))
		p.start.Add(&p.start, x.Mul(r0, r0))
		r0.Add(r0, w)
		p.end.Add(&p.end, x.Mul(r0, r0))
	}
	threshold := length.Integer(d)
	threshold.Add(threshold, length.Integer(q.R))
	threshold.Add(threshold, length.Integer(e.R))
	threshold.Mul(threshold, &tt)
	threshold.Mul(threshold, threshold)
	p.start.Sub(&p.start, threshold)
	p.end.Sub(&p.end, threshold)
	return p
}

// axisTimes holds the durations of q and e, the times from their starts to lo,
// the span's length, and the product of the durations.
type axisTimes struct {
	tq, te, bq, be, span, tt *big.Int
}

// exactAxis returns r0 and w of one coordinate, times Te*Tq.
func exactAxis(q, e *trajectory.Segment, k int, length dyadic.Scale, t axisTimes) (r0, w *big.Int) {
	return alongAxis(length.Integer(q.P0[k]), length.Integer(q.P1[k]), length.Integer(e.P0[k]), length.Integer(e.P1[k]), t)
}

// alongAxis is exactAxis of the coordinates of q and e at their starts and ends.
func alongAxis(q0, q1, e0, e1 *big.Int, t axisTimes) (r0, w *big.Int) {
	dq, de := new(big.Int).Sub(q1, q0), new(big.Int).Sub(e1, e0)
	r0 = new(big.Int).Sub(e0, q0)
	r0.Mul(r0, t.tt)
	de.Mul(de, t.tq)
	dq.Mul(dq, t.te)
	var x big.Int
	r0.Add(r0, x.Mul(de, t.be))
	r0.Sub(r0, x.Mul(dq, t.bq))
	w = new(big.Int).Sub(de, dq)
	return r0, w.Mul(w, t.span)
}

// exactTimes returns a segment's duration, the time from its start to lo, and
// the span's length. A point event stays where it is: 1, 0.
func exactTimes(s *trajectory.Segment, lo, hi float64, time dyadic.Scale) (duration, before, span *big.Int) {
	span = new(big.Int).Sub(time.Integer(hi), time.Integer(lo))
	if s.T0 == s.T1 {
		return big.NewInt(1), new(big.Int), span
	}
	start := time.Integer(s.T0)
	duration = new(big.Int).Sub(time.Integer(s.T1), start)
	return duration, new(big.Int).Sub(time.Integer(lo), start), span
}
