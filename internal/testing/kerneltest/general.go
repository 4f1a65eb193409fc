package kerneltest

import (
	"math"
	"math/rand/v2"

	"flyby/interaction"
	"flyby/trajectory"
)

// segment makes a random segment in a cube about a place, in a span of time.
func segment(r *rand.Rand, at, size, from, length float64) trajectory.Segment {
	s := trajectory.Segment{T0: from + length*r.Float64()/2, Last: r.IntN(2) == 0}
	s.T1 = s.T0 + length*(1+r.Float64())/2
	for k := range 3 {
		s.P0[k], s.P1[k] = at+size*(r.Float64()-0.5), at+size*(r.Float64()-0.5)
	}
	if r.IntN(3) == 0 {
		s.P0[2], s.P1[2] = 0, 0
	}
	return s
}

// random makes two random segments.
func random(r *rand.Rand) Pair {
	p := Pair{
		Query: segment(r, 0, 1, 0, 1), Entry: segment(r, 0, 1, 0, 1),
		Distance: r.Float64(), Window: interaction.Unbounded(),
	}
	if r.IntN(3) == 0 {
		p.Query.R, p.Entry.R = r.Float64()/4, r.Float64()/4
	}
	return p
}

// atSquare sets the threshold of a pair to the float64 nearest to a distance, or
// a few ulps from it.
func atSquare(r *rand.Rand, p Pair, square func(*Oracle) float64) Pair {
	if o := Ask(p); o.Met {
		p.Distance = max(0, math.Sqrt(square(o))-p.Query.R-p.Entry.R)
		for range r.IntN(4) {
			nudge(r, &p)
		}
	}
	return p
}

func least(o *Oracle) float64 { f, _ := o.LeastSquare().Float64(); return f }

// grazing makes segments with a least distance of nearly d.
func grazing(r *rand.Rand) Pair {
	return atSquare(r, random(r), least)
}

// endsAtD makes segments with a distance of nearly d at an end of the span.
func endsAtD(r *rand.Rand) Pair {
	return atSquare(r, random(r), func(o *Oracle) float64 {
		f, _ := o.atFrom.dot(o.atFrom).Float64()
		if r.IntN(2) == 0 {
			f, _ = o.atTo.dot(o.atTo).Float64()
		}
		return f
	})
}

// epoch makes segments with Unix times in steps of a millisecond.
func epoch(r *rand.Rand) Pair {
	step := func() float64 { return float64(1_700_000_000_000+r.IntN(4)) / 1000 }
	p := random(r)
	for _, s := range []*trajectory.Segment{&p.Query, &p.Entry} {
		s.T0 = step()
		s.T1 = s.T0
		if s.T1 = step() + 0.001; s.T1 <= s.T0 {
			s.T1 = s.T0
			event(s)
		}
	}
	return atSquare(r, p, least)
}

// far makes segments a long way from the origin, with d = 0.001.
func far(r *rand.Rand) Pair {
	p := Pair{
		Query: segment(r, 1e7, 1e-2, 0, 1), Entry: segment(r, 1e7, 1e-2, 0, 1),
		Distance: 1e-3, Window: interaction.Unbounded(),
	}
	if r.IntN(2) == 0 {
		return p
	}
	return atSquare(r, p, least)
}

// longShort makes one segment far longer than the other, in time and space.
func longShort(r *rand.Rand) Pair {
	long := math.Ldexp(1, 10+r.IntN(40))
	p := Pair{Query: segment(r, 0, long, 0, long), Window: interaction.Unbounded(), Distance: 1}
	at := long / 4 * (1 + r.Float64())
	p.Entry = segment(r, 0, 1, at, 1)
	if o := Ask(p); o.Met {
		for k := range 3 { // put the short one near the long one's course
			x, _ := position(p.Query, float(o.From))[k].Float64()
			p.Entry.P0[k] += x
			p.Entry.P1[k] += x
		}
	}
	return atSquare(r, p, least)
}

// nearlyParallel makes segments with velocities that differ in their last bits.
func nearlyParallel(r *rand.Rand) Pair {
	p := random(r)
	p.Entry.T0, p.Entry.T1 = p.Query.T0, p.Query.T1
	for k := range 3 {
		offset := r.Float64()
		p.Entry.P0[k], p.Entry.P1[k] = p.Query.P0[k]+offset, p.Query.P1[k]+offset*(1+0x1p-52*float64(r.IntN(5)-2))
	}
	return atSquare(r, p, least)
}

// tinyMotion makes segments that move far less than the distance, down to motions
// whose squares underflow.
func tinyMotion(r *rand.Rand) Pair {
	small := math.Ldexp(pick(r, -1.0, 1), -r.IntN(560))
	o, h := leg(r)
	p := ruled(r, o, o, h)
	p.Entry.P0, p.Query.P0, p.Query.P1 = o, ints{}, ints{}
	p.Query.P1[0] = -small * r.Float64()
	p.Query.P1[1] = small * small * r.Float64()
	p.Entry.P0[2] += small * (r.Float64() - 0.5)
	p.Entry.P1 = p.Entry.P0
	p.Distance, p.Query.R, p.Entry.R = h, 0, 0
	return p
}

// magnitudes makes segments with numbers of every magnitude.
func magnitudes(r *rand.Rand) Pair {
	p := random(r)
	for _, s := range []*trajectory.Segment{&p.Query, &p.Entry} {
		for k := range 3 {
			s.P0[k] = math.Ldexp(s.P0[k], pick(r, 0, 0, r.IntN(80)-40, r.IntN(1800)-900))
			s.P1[k] = math.Ldexp(s.P1[k], pick(r, 0, 0, r.IntN(80)-40, r.IntN(1800)-900))
		}
	}
	p.Distance = math.Ldexp(p.Distance, pick(r, 0, r.IntN(80)-40, r.IntN(1800)-900))
	if r.IntN(2) == 0 {
		return p
	}
	return atSquare(r, p, least)
}

// RandomPair returns a pair of random segments with overlapping spans, whose
// distance is not chosen near the threshold.
func RandomPair(r *rand.Rand) Pair {
	p := random(r)
	p.Kind = "random"
	return p
}
