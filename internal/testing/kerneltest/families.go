package kerneltest

import (
	"math"
	"math/rand/v2"

	"flyby/interaction"
	"flyby/trajectory"
)

// family makes pairs of one kind.
type family struct {
	name string
	make func(*rand.Rand) Pair
}

// families lists every family: first families of integers times a power of two,
// whose distances at the deciding instant are exact, then general ones.
func families() []family {
	return []family{
		{"parallel", func(r *rand.Rand) Pair { o, h := leg(r); return ruled(r, o, o, h) }},
		{"tangent", tangent},
		{"end touch", endTouch},
		{"stationary", stationary},
		{"meeting", meeting},
		{"instant", instant},
		{"event and event", eventEvent},
		{"event and segment", eventSegment},
		{"joint", joint},
		{"random", random},
		{"grazing", grazing},
		{"ends at d", endsAtD},
		{"epoch", epoch},
		{"far", far},
		{"long and short", longShort},
		{"nearly parallel", nearlyParallel},
		{"tiny motion", tinyMotion},
		{"magnitudes", magnitudes},
	}
}

// ints is an integer vector.
type ints [3]float64

func (a ints) plus(b ints, times float64) ints {
	return ints{a[0] + times*b[0], a[1] + times*b[1], a[2] + times*b[2]}
}

// leg returns an integer vector of integer length.
func leg(r *rand.Rand) (o ints, length float64) {
	l := pick(r, [4]float64{3, 4, 0, 5}, [4]float64{5, 12, 0, 13}, [4]float64{1, 2, 2, 3}, [4]float64{2, 3, 6, 7},
		[4]float64{1, 4, 8, 9}, [4]float64{4, 4, 7, 9}, [4]float64{2, 6, 9, 11}, [4]float64{6, 6, 7, 11},
		[4]float64{20, 21, 0, 29}, [4]float64{8, 9, 12, 17}, [4]float64{0, 0, 1, 1})
	n := float64(1 + r.IntN(1000))
	return ints{l[0] * n, l[1] * n, l[2] * n}, l[3] * n
}

// across returns an integer vector perpendicular to o, not zero.
func across(r *rand.Rand, o ints) ints {
	a, b := float64(r.IntN(9)-4), float64(r.IntN(9)-4)
	w := ints{-o[1]*a - o[2]*b, o[0] * a, o[0] * b}
	if w == (ints{}) {
		return ints{0, -o[2], o[1]}.plus(ints{o[1], -o[0], 0}, 1)
	}
	return w
}

func anyInts(r *rand.Rand, limit int) ints {
	var v ints
	for k := range v {
		v[k] = float64(r.IntN(2*limit+1) - limit)
	}
	return v
}

// ruled makes two moving segments whose relative position is exactly a at the start
// of their common span and b at its end. The threshold is h; then nudge may move one
// number of the pair.
func ruled(r *rand.Rand, a, b ints, h float64) Pair {
	length := pick(r, 1.0, 3, 0x1p-10, 60, 0x1p20)
	from := pick(r, 0.0, -17, 1.7e9, 0x1p-3, 3e15)
	at, move := anyInts(r, 1e6), anyInts(r, 1000)
	if r.IntN(4) == 0 {
		at, move = ints{}, ints{}
	}
	p := Pair{Distance: h, Window: interaction.Unbounded()}
	reach := [2]float64{float64(r.IntN(4)), float64(r.IntN(4))} // at each end one of the two segments ends with the span
	p.Query = extended(r, from, length, at, at.plus(move, 1), reach)
	reach = [2]float64{zeroIf(reach[0] > 0, r), zeroIf(reach[1] > 0, r)}
	p.Entry = extended(r, from, length, at.plus(a, 1), at.plus(move, 1).plus(b, 1), reach)
	if r.IntN(3) == 0 {
		share(r, &p)
	}
	rescale(&p, math.Ldexp(1, r.IntN(41)-20), 1)
	nudge(r, &p)
	return p
}

func zeroIf(zero bool, r *rand.Rand) float64 {
	if zero {
		return 0
	}
	return float64(r.IntN(4))
}

// extended makes a segment that is at a when a span begins and at b when it ends,
// and that begins reach[0] spans before it and ends reach[1] spans after it.
func extended(r *rand.Rand, from, length float64, a, b ints, reach [2]float64) trajectory.Segment {
	move := b.plus(a, -1)
	return trajectory.Segment{
		T0: from - reach[0]*length, T1: from + (1+reach[1])*length,
		P0: a.plus(move, -reach[0]), P1: b.plus(move, reach[1]),
		Last: r.IntN(2) == 0,
	}
}

// share takes part of the threshold for radii.
func share(r *rand.Rand, p *Pair) {
	d := int(p.Distance)
	p.Query.R = float64(r.IntN(d/2 + 1))
	p.Entry.R = float64(r.IntN(d/2 + 1))
	p.Distance -= p.Query.R + p.Entry.R
}

// nudge moves one number of a pair by an ulp, or the distance by more, or nothing.
func nudge(r *rand.Rand, p *Pair) {
	toward := pick(r, math.Inf(-1), math.Inf(1))
	s := pick(r, &p.Query, &p.Entry)
	switch r.IntN(10) {
	case 0, 1, 2:
		p.Distance = max(0, math.Nextafter(p.Distance, toward))
	case 5, 6:
		p.Distance *= 1 + math.Copysign(math.Ldexp(1, -r.IntN(50)), toward)
	case 3:
		k := r.IntN(3)
		s.P0[k] = math.Nextafter(s.P0[k], toward)
		if s.T0 == s.T1 {
			s.P1 = s.P0
		}
	case 4:
		k := r.IntN(3)
		s.P1[k] = math.Nextafter(s.P1[k], toward)
		if s.T0 == s.T1 {
			s.P0 = s.P1
		}
	}
}

// tangent makes segments that pass each other at distance h exactly within the span.
func tangent(r *rand.Rand) Pair {
	o, h := leg(r)
	w := across(r, o)
	return ruled(r, o.plus(w, -float64(1+r.IntN(9))), o.plus(w, float64(1+r.IntN(9))), h)
}

// endTouch makes segments at distance h exactly at one end of the span, and farther
// before or after.
func endTouch(r *rand.Rand) Pair {
	o, h := leg(r)
	v := anyInts(r, 1000)
	if v[0]*o[0]+v[1]*o[1]+v[2]*o[2] < 0 {
		v = ints{}.plus(v, -1)
	}
	if r.IntN(2) == 0 {
		return ruled(r, o, o.plus(v, 1), h)
	}
	return ruled(r, o.plus(v, 1), o, h)
}

// stationary makes segments at rest relative to each other, at distance h exactly.
func stationary(r *rand.Rand) Pair {
	o, h := leg(r)
	p := ruled(r, o, o, h)
	p.Query.P1, p.Entry.P1 = p.Query.P0, p.Entry.P0
	for k := range 3 { // extended moved the ends
		p.Entry.P0[k] = p.Query.P0[k] + o[k]
	}
	p.Entry.P1 = p.Entry.P0
	p.Distance, p.Query.R, p.Entry.R = h, 0, 0
	nudge(r, &p)
	return p
}

// meeting makes segments that pass through one place, or stay in it, with a threshold
// of 0 or next to it.
func meeting(r *rand.Rand) Pair {
	w := anyInts(r, 1000)
	before, after := float64(r.IntN(4)), float64(r.IntN(4))
	p := ruled(r, ints{}.plus(w, -before), ints{}.plus(w, after), 0)
	if r.IntN(4) == 0 {
		p.Distance = math.SmallestNonzeroFloat64
	}
	return p
}

// instant makes segments that share one instant only, at distance h.
func instant(r *rand.Rand) Pair {
	o, h := leg(r)
	p := ruled(r, o, o, h)
	shift := p.Query.T1 - p.Entry.T0
	p.Entry.T0, p.Entry.T1 = p.Query.T1, p.Entry.T1+shift
	for k := range 3 {
		move := p.Entry.P1[k] - p.Entry.P0[k]
		p.Entry.P0[k] = p.Query.P1[k] + o[k]
		p.Entry.P1[k] = p.Entry.P0[k] + move
	}
	p.Distance, p.Query.R, p.Entry.R = h, 0, 0
	nudge(r, &p)
	return p
}

// event turns a segment into a point event at its start.
func event(s *trajectory.Segment) {
	s.T1, s.P1, s.Last = s.T0, s.P0, true
}

func eventEvent(r *rand.Rand) Pair {
	o, h := leg(r)
	p := ruled(r, o, o, h)
	p.Entry.T0 = p.Query.T0
	for k := range 3 {
		p.Entry.P0[k] = p.Query.P0[k] + o[k]
	}
	p.Distance, p.Query.R, p.Entry.R = h, 0, 0
	event(&p.Query)
	event(&p.Entry)
	if r.IntN(4) == 0 {
		p.Query.T0 = math.Nextafter(p.Query.T0, math.Inf(1))
		event(&p.Query)
	}
	nudge(r, &p)
	return p
}

// eventSegment makes a point event at the start, at the end or within a segment.
func eventSegment(r *rand.Rand) Pair {
	o, h := leg(r)
	v := anyInts(r, 1000)
	part := pick(r, 0.0, 0.25, 0.5, 1)
	p := ruled(r, o.plus(v, -4*part), o.plus(v, 4*(1-part)), h)
	e := p.Entry
	p.Query.T0 = e.T0 + part*(e.T1-e.T0)
	for k := range 3 {
		p.Query.P0[k] = e.P0[k] + part*(e.P1[k]-e.P0[k]) - o[k]
	}
	p.Distance, p.Query.R, p.Entry.R = h, 0, 0
	event(&p.Query)
	nudge(r, &p)
	return p
}

// joint chooses one side from two successive segments of a polyline, exactly one of
// which owns the instant.
func joint(r *rand.Rand) Pair {
	p := instant(r)
	if r.IntN(2) == 0 {
		event(&p.Entry)
	}
	p.Query.Last = r.IntN(2) == 0
	return p
}
