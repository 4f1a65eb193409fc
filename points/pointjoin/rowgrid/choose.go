package rowgrid

import (
	"math"

	"flyby/points"
	"flyby/points/pointindex"
	"flyby/points/pointjoin"
)

// choice is the frame of points whose number of indexed dimensions makes a self-join cheapest.
type choice struct {
	frame   *frame
	pairs   float64 // that the join has, about
	seconds float64 // that it takes on one core, about
	half    bool    // looking at half of the rows saves more than putting pairs in order takes
}

// choose makes the choice by a sample of points, of which there is one at least.
func choose(s *points.Store, eps float64) choice {
	low, high := Bounds(s)
	order := pointindex.ByVariance(s.Columns())
	full := newFrame(low, high, order, len(order), eps)
	p := newSample(s, full)
	best := choice{full, p.pairs, math.Inf(1), false}
	indexed := full.indexed
	for k := 1; k <= full.indexed; k++ {
		if c := p.cost(k); c < best.seconds {
			indexed, best.seconds = k, c
		}
	}
	if indexed < full.indexed {
		best.frame = newFrame(low, high, order, indexed, eps)
	}
	best.half = p.compare(indexed)/2 > p.pairs*perPair
	return best
}

// Predict returns about how many seconds of one core a self-join of points takes, by the sample that
// chooses how many dimensions are indexed.
func Predict(s *points.Store, within pointjoin.Threshold) float64 {
	if s.Len() == 0 {
		return 0
	}
	return choose(s, within.Eps()).seconds
}
