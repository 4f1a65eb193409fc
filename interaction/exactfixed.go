package interaction

import (
	"math/bits"

	"flyby/trajectory"
)

// The exact decision (E8) in integers of fixed width, for pairs whose numbers fit:
// docs/exactness.md says which do. No memory is allocated.

// Widths of the integers, in bits without the sign.
const (
	mostTimes    = 63  // of the product of both durations, and of each time
	mostPosition = 124 // of a position or a motion along an axis, times both durations
)

// course is how a segment moves over a span, in whole numbers: the part from/duration
// of its way has passed as the span begins, to/duration as it ends.
type course struct {
	duration, from, to uint64
}

// coursesOf returns the courses of two segments over [lo, hi], in their lowest terms as
// far as factors of 2 go; ok is false where times take more than mostTimes bits. The course
// of a segment that rests, or whose times are the span's, has a duration of 1.
func coursesOf(q, e *trajectory.Segment, lo, hi float64) (of, other course, ok bool) {
	times := [...]float64{q.T0, q.T1, e.T0, e.T1, lo, hi}
	var n [len(times)]int64
	if !toWholes(times[:], n[:], mostTimes-1) {
		of, ok = courseOf(q, lo, hi)
		other, fits := courseOf(e, lo, hi)
		return of, other, ok && fits
	}
	of, other = course{1, 0, 1}, course{1, 0, 1}
	if !spans(q, lo, hi) {
		of = newCourse(uint64(n[1]-n[0]), uint64(n[4]-n[0]), uint64(n[5]-n[0]))
	}
	if !spans(e, lo, hi) {
		other = newCourse(uint64(n[3]-n[2]), uint64(n[4]-n[2]), uint64(n[5]-n[2]))
	}
	return of, other, true
}

// courseOf is coursesOf for one segment, whatever the other's times are.
func courseOf(s *trajectory.Segment, lo, hi float64) (c course, ok bool) {
	if spans(s, lo, hi) {
		return course{1, 0, 1}, true
	}
	times := [...]float64{s.T0, s.T1, lo, hi}
	g := newGrain()
	for _, t := range times {
		g.add(t)
	}
	if g.width() > mostTimes-1 {
		return course{}, false
	}
	start := g.integer(s.T0).lo
	return newCourse(g.integer(s.T1).lo-start, g.integer(lo).lo-start, g.integer(hi).lo-start), true
}

// newCourse takes common factors of 2 out.
func newCourse(duration, from, to uint64) course {
	even := bits.TrailingZeros64(duration | from | to)
	return course{duration >> even, from >> even, to >> even}
}

// fixedPair is an interaction in integers: lengths in units of a power of two,
// times both durations.
type fixedPair struct {
	start, end   [3]int128 // position of e relative to q at the ends of the span
	threshold    int128
	lo, hi       float64
	c0, c1, a, b int256 // start² - threshold², end² - threshold², and of E3, once known
}

// exactInFixed is the exact decision; ok is false where the numbers of the pair are
// too wide, or a time is too close to the middle of two float64 values.
func exactInFixed(q, e *trajectory.Segment, d, lo, hi float64) (enter, exit float64, hit, ok bool) {
	narrow := narrowPair{lo: lo, hi: hi}
	if spans(q, lo, hi) && spans(e, lo, hi) && narrow.setGaps(q, e, d) {
		return narrow.decide()
	}
	of, other, ok := coursesOf(q, e, lo, hi)
	if !ok {
		return 0, 0, false, false
	}
	if narrow.set(q, e, d, of, other) {
		return narrow.decide()
	}
	p := fixedPair{lo: lo, hi: hi}
	if !p.set(q, e, d, of, other) {
		return 0, 0, false, false
	}
	p.setMargins()
	return p.decide()
}

// decide is the exact decision, once the integers and the margins are set.
func (p *fixedPair) decide() (enter, exit float64, hit, ok bool) {
	in0, in1 := p.c0.sign() <= 0, p.c1.sign() <= 0
	if in0 && in1 {
		return p.lo, p.hi, true, true
	}
	p.setMotion()
	if !in0 && !in1 && !p.turns() {
		return 0, 0, false, true
	}
	discriminant, real := p.discriminant()
	if !real {
		return 0, 0, false, true
	}
	b, c := p.b.size(), p.c0.size()
	x := crossings{
		lo: p.lo, hi: p.hi, past: p.b.sign() > 0,
		a: doubleOf(p.a[:]), c: doubleOf(c[:]), far: doubleOf(b[:]).plus(rootOf(doubleOf(discriminant[:]))),
	}
	return x.interval(in0, in1)
}

// turns reports whether the distance is least inside the span.
func (p *fixedPair) turns() bool {
	past := p.a.add(&p.b)
	return p.b.sign() < 0 && past.sign() > 0
}

// set makes the integers, and reports whether they fit. of and other are the courses of
// q and e.
func (p *fixedPair) set(q, e *trajectory.Segment, d float64, of, other course) bool {
	times := bits.Len64(of.duration) + bits.Len64(other.duration)
	if times > mostTimes {
		return false
	}
	g := newGrain()
	for k := range 3 {
		g.add(q.P0[k])
		g.add(q.P1[k])
		g.add(e.P0[k])
		g.add(e.P1[k])
	}
	g.add(q.R)
	g.add(e.R)
	g.add(d)
	// A coordinate's difference takes one bit more, and three of them are added up.
	if g.width()+3+times > mostPosition {
		return false
	}
	both := of.duration * other.duration
	for k := range 3 {
		q0, e0 := g.integer(q.P0[k]), g.integer(e.P0[k])
		dq, de := g.integer(q.P1[k]).sub(q0).times(other.duration), g.integer(e.P1[k]).sub(e0).times(of.duration)
		base := e0.sub(q0).times(both)
		p.start[k] = base.add(de.times(other.from)).sub(dq.times(of.from))
		p.end[k] = base.add(de.times(other.to)).sub(dq.times(of.to))
	}
	p.threshold = g.integer(d).add(g.integer(q.R)).add(g.integer(e.R)).times(both)
	return true
}

// setMargins sets c0 and c1.
func (p *fixedPair) setMargins() {
	limit := p.threshold.square()
	p.c0, p.c1 = margin(&p.start, &limit), margin(&p.end, &limit)
}

// margin returns the square of a distance less a limit.
func margin(r *[3]int128, limit *int256) int256 {
	x, y, z := r[0].square(), r[1].square(), r[2].square()
	x = x.add(&y)
	x = x.add(&z)
	return x.sub(limit)
}

// setMotion sets a and b of E3.
func (p *fixedPair) setMotion() {
	for k := range 3 {
		w := p.end[k].sub(p.start[k])
		ww, rw := w.square(), p.start[k].mul(w)
		p.a, p.b = p.a.add(&ww), p.b.add(&rw)
	}
}

// discriminant returns b² - a*c0, and false if it is below 0.
func (p *fixedPair) discriminant() (uint512, bool) {
	b, c := p.b.size(), p.c0.size()
	bb, ac := product(&b, &b), product(&p.a, &c)
	if p.c0.sign() < 0 {
		return bb.add(&ac), true
	}
	return bb.sub(&ac)
}
