package predict

import (
	"math"

	"flyby/internal/estimate"
)

// costMix returns a mix by its costs on the device: gamma that costs as much as alpha counts as alpha. The cost of
// a hit is the cost of solving it, the share that a grazing interaction has too, and the cost of returning it.
//
// Hits are assumed to be scattered evenly over the interactions that share time; neighbours in the order of
// the bins share time with the same queries. Where a device runs interactions in lockstep, spatial misses
// wait for a solve, or a hit, among them: one solve costs as much as Lanes solves at once, one hit as much as
// HitLanes hits. Where hits hinder each other, lanes are less than one. Hits without misses among them cost
// only their own time.
func (k *Kernel) costMix(m estimate.Mix) estimate.Mix {
	shared := m.Alpha + m.Gamma
	alpha := k.Grazing*scattered(m.Alpha+m.Grazing, shared, k.Lanes) + (1-k.Grazing)*scattered(m.Alpha, shared, k.HitLanes)
	m.Alpha, m.Gamma, m.Grazing = alpha, shared-alpha, 0
	return m
}

// scattered returns the fraction of interactions, out of shared, for which any of lanes is one of part.
func scattered(part, shared, lanes float64) float64 {
	if part <= 0 || part >= shared || lanes == 1 {
		return min(max(part, 0), shared)
	}
	return shared * -math.Expm1(lanes*math.Log1p(-part/shared))
}

// concentrated returns the numbers c' of candidates and q' of query segments of an invocation in which all
// pairs share time, and that has as many such pairs as the invocation of q query segments against c
// candidates: q'c' = q c (Alpha + Gamma) with q' = q Depth.
func concentrated(m estimate.Mix, c, q float64) (fewer, busy float64) {
	shared := m.Alpha + m.Gamma
	depth := min(max(m.Depth, shared), 1)
	if depth == 0 {
		return c, 0
	}
	return c * shared / depth, q * depth
}
