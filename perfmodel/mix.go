package perfmodel

import "math"

// Mix is what the interactions of a kernel invocation turn out to be, as fractions: Alpha, Beta and Gamma
// add up to 1 (paper §8.1.1).
type Mix struct {
	Alpha float64 `json:"alpha"` // hits
	Beta  float64 `json:"beta"`  // temporal misses
	Gamma float64 `json:"gamma"` // temporal hits but spatial misses
	// Grazing is the part of Gamma whose spatial extremities lie within the threshold: a spatial miss
	// that only the solve finds out.
	Grazing float64 `json:"grazing,omitempty"`
	// Depth is the largest fraction of the query segments that share time with one candidate, where it is
	// more than Alpha + Gamma, that of the average candidate. A device with room for more work-items than
	// there are candidates is as slow as the busiest of them.
	Depth float64 `json:"depth,omitempty"`
}

// concentrated is what the interactions that share time amount to for the candidates that have them: all
// query segments q of the invocation against c candidates are as busy, q'c' = q c (Alpha + Gamma) with
// q' = q Depth.
func (m Mix) concentrated(c, q float64) (fewer, busy float64) {
	shared := m.Alpha + m.Gamma
	depth := min(max(m.Depth, shared), 1)
	if depth == 0 {
		return c, 0
	}
	return c * shared / depth, q * depth
}

// newMix is the mix of a number of interactions of which some share time and, of these, some hit and some
// graze. Estimates that contradict each other are cut to what is possible.
func newMix(interactions, overlaps, hits, grazing float64) Mix {
	if interactions <= 0 {
		return Mix{Beta: 1}
	}
	overlaps = min(max(overlaps, 0), interactions)
	hits = min(max(hits, 0), overlaps)
	return Mix{
		Alpha:   hits / interactions,
		Beta:    (interactions - overlaps) / interactions,
		Gamma:   (overlaps - hits) / interactions,
		Grazing: min(max(grazing, 0), overlaps-hits) / interactions,
	}
}

// felt is the mix as a device feels it. A grazing interaction costs as much as share of a hit. Hits are taken
// as scattered evenly over the interactions that share time, which neighbours in the order of the bins have
// in common, and each costs as much as lanes hits that come all together: on a device that runs
// interactions in lockstep, spatial misses wait for a hit beside them and lanes are more than one; where
// hits get in each other's way, lanes are less. Hits that leave no misses cost what they cost.
func (m Mix) felt(share, lanes float64) Mix {
	moved := share * m.Grazing
	m.Alpha, m.Gamma, m.Grazing = m.Alpha+moved, m.Gamma-moved, 0
	shared := m.Alpha + m.Gamma
	if lanes == 1 || m.Alpha <= 0 || m.Gamma <= 0 {
		return m
	}
	m.Alpha = shared * -math.Expm1(lanes*math.Log1p(-m.Alpha/shared))
	m.Gamma = shared - m.Alpha
	return m
}
