package visit

import (
	"flyby/internal/zone"
	"flyby/trajectory"
)

// Cut returns the rule with jobs of some segments.
func (r Rule) Cut(segments int) Rule {
	r.cut = segments
	return r
}

// Refined returns at + rest, where a leg crosses a side, and the bound of its error.
func Refined(of *zone.Side, p0, p1 [3]float64) (at, rest, fine float64) {
	z := solver{leg: &leg{Segment: trajectory.Segment{P0: p0, P1: p1}}}
	b := z.refined(of, bound{})
	return b.at, b.rest, b.fine
}
