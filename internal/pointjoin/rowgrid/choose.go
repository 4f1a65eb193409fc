package rowgrid

import (
	"math"

	"flyby/internal/pointindex"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// choice is the frame of points whose number of indexed dimensions makes a self-join cheapest.
type choice struct {
	frame   *frame
	pairs   float64 // estimated, of the join
	seconds float64 // estimated, of the join on one core
	half    bool    // looking at half of the rows saves more time than sorting pairs takes
}

// choose makes the choice from a sample of one or more points.
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

// Predict returns about the number of seconds that a self-join of points takes on one core, from the
// sample that chooses the number of indexed dimensions.
func Predict(s *points.Store, within pointjoin.Threshold) float64 {
	if s.Len() == 0 {
		return 0
	}
	return choose(s, within.Eps()).seconds
}
