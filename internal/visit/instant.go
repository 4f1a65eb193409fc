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

// tells reports whether a bound says a time to an error in units in the last place.
func (z *solver) tells(s bound, error float64) bool {
	err := s.err
	if s.fine > 0 {
		err = s.fine
	}
	return (z.leg.T1-z.leg.T0)*err <= error*z.unit
}

// instantOf returns a time, if it is known to an error in units in the last place.
func (z *solver) instantOf(s bound, error float64) instant {
	l := z.leg
	switch s {
	case beginning():
		return instant{l.T0, 0}
	case end():
		return instant{l.T1, 0}
	}
	z.unsure = z.unsure || !z.tells(s, error)
	way, rest := twoSum(l.T1, -l.T0)
	passed := product([2]float64{way, rest}, [2]float64{s.at, s.rest})
	t, more := twoSum(l.T0, passed[0])
	i := twoSumOf(t, more+passed[1])
	return instant{min(max(i[0], l.T0), l.T1), i[1]}
}

// span makes the span of an interval within the threshold.
func (z *solver) span(r *proximity) {
	s := span{enter: z.instantOf(r.from, timeError), exit: z.instantOf(r.to, timeError), enterAway: z.threshold, exitAway: z.threshold}
	s.atStart, s.atEnd = r.from == beginning(), r.to == end()
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
		if s.inside = added(s.inside, z.instantOf(o.to, insideError).since(z.instantOf(o.from, insideError))); s.atStart && o.from == beginning() {
			s.enterAway = 0
		}
		if s.atEnd && o.to == end() {
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
