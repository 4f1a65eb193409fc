package visit

import (
	"math"
	"math/big"
)

// Of the errors of times, in units of the last place of the largest time of a segment: of an end of a visit, and of an end of the time in a zone, of which many may be added up.
const (
	timeError   = 1
	insideError = 0x1p-10
)

// instantOf returns a time, if it is known to an error in units in the last place.
func (z *solver) instantOf(s bound, error float64) instant {
	l := z.leg
	switch {
	case s == bound{}:
		return instant{l.T0, 0}
	case s == bound{1, 0}:
		return instant{l.T1, 0}
	}
	largest := max(math.Abs(l.T0), math.Abs(l.T1))
	if way := l.T1 - l.T0; !(way*s.err <= error*(math.Nextafter(largest, math.Inf(1))-largest)) {
		z.unsure = true
	}
	way, rest := twoSum(l.T1, -l.T0)
	product := way * s.at
	rest = math.FMA(way, s.at, -product) + float64(rest*s.at)
	t, more := twoSum(l.T0, product)
	i := twoSumOf(t, more+rest)
	return instant{min(max(i[0], l.T0), l.T1), i[1]}
}

// span makes the span of an interval within the threshold.
func (z *solver) span(r *proximity) {
	s := span{enter: z.instantOf(r.from, timeError), exit: z.instantOf(r.to, timeError), enterAway: z.threshold, exitAway: z.threshold}
	s.atStart, s.atEnd = r.from == bound{}, r.to == bound{1, 0}
	s.single = r.from == r.to
	if s.atStart {
		s.enterAway = z.away0
	}
	if s.atEnd {
		s.exitAway = z.away1
	}
	for i := range z.zeros {
		o := &z.zeros[i]
		if o.from.at < r.from.at || o.from.at > r.to.at {
			continue
		}
		if s.inside = added(s.inside, z.instantOf(o.to, insideError).since(z.instantOf(o.from, insideError))); s.atStart && o.from == (bound{}) {
			s.enterAway = 0
		}
		if s.atEnd && o.to == (bound{1, 0}) {
			s.exitAway = 0
		}
	}
	s.nearest = approach{at: z.instantOf(r.nearest, timeError), row: z.row, side: r.side, vertex: r.vertex}
	switch {
	case r.least.at < 0:
		s.nearest.square = new(big.Rat)
	case r.least.err <= float64(1e-12*r.least.at)+float64(0x1p-50*z.largest()):
		s.nearest.distance, s.nearest.err = min(r.least.at, z.threshold), r.least.err
	default:
		z.unsure = true
	}
	z.spans = append(z.spans, s)
}

// largest returns the greatest coordinate of the leg, whatever its sign.
func (z *solver) largest() (most float64) {
	for k := range z.leg.P0 {
		most = max(most, math.Abs(z.leg.P0[k]), math.Abs(z.leg.P1[k]))
	}
	return most
}
