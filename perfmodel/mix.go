package perfmodel

import "math"

// Mix is what the interactions of a kernel invocation turn out to be, as fractions that add up to 1
// (paper §8.1.1).
type Mix struct {
	Alpha float64 `json:"alpha"` // hits
	Beta  float64 `json:"beta"`  // temporal misses
	Gamma float64 `json:"gamma"` // temporal hits but spatial misses
}

// newMix is the mix of a number of interactions of which some share time and, of these, some hit.
// Estimates that contradict each other are cut to what is possible.
func newMix(interactions, overlaps, hits float64) Mix {
	if interactions <= 0 {
		return Mix{Beta: 1}
	}
	overlaps = min(max(overlaps, 0), interactions)
	hits = min(max(hits, 0), overlaps)
	return Mix{
		Alpha: hits / interactions,
		Beta:  (interactions - overlaps) / interactions,
		Gamma: (overlaps - hits) / interactions,
	}
}

// spread is the mix as a device that runs lanes interactions in lockstep feels it: a spatial miss waits
// for a hit in any other lane. Hits are taken as scattered evenly over the interactions that share time,
// which neighbours in the order of the bins have in common. lanes = 1 leaves the mix as it is.
func (m Mix) spread(lanes float64) Mix {
	shared := m.Alpha + m.Gamma
	if lanes <= 1 || m.Alpha <= 0 || m.Gamma <= 0 {
		return m
	}
	m.Alpha = shared * -math.Expm1(lanes*math.Log1p(-m.Alpha/shared))
	m.Gamma = shared - m.Alpha
	return m
}
