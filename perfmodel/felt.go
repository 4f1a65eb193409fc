package perfmodel

import (
	"math"

	"flyby/perfmodel/estimate"
)

// felt is a mix as the device feels it: gamma that costs as much as alpha counts as alpha. A hit costs what
// it takes to solve, the share of it that a grazing interaction has too, and what it takes to return it.
//
// Hits are taken as scattered evenly over the interactions that share time, which neighbours in the order
// of the bins have in common. Where a device runs interactions in lockstep, spatial misses wait for a
// solve, or a hit, beside them: one solve costs as much as Lanes at once, one hit as much as HitLanes.
// Where hits get in each other's way, lanes are less than one. Hits that leave no misses cost what they
// cost.
func (k *Kernel) felt(m estimate.Mix) estimate.Mix {
	shared := m.Alpha + m.Gamma
	alpha := k.Grazing*scattered(m.Alpha+m.Grazing, shared, k.Lanes) + (1-k.Grazing)*scattered(m.Alpha, shared, k.HitLanes)
	m.Alpha, m.Gamma, m.Grazing = alpha, shared-alpha, 0
	return m
}

// scattered is the part of shared that waits for any of lanes to be of a part.
func scattered(part, shared, lanes float64) float64 {
	if part <= 0 || part >= shared || lanes == 1 {
		return min(max(part, 0), shared)
	}
	return shared * -math.Expm1(lanes*math.Log1p(-part/shared))
}

// concentrated is what the interactions that share time amount to for the candidates that have them: all
// query segments q of the invocation against c candidates are as busy, q'c' = q c (Alpha + Gamma) with
// q' = q Depth.
func concentrated(m estimate.Mix, c, q float64) (fewer, busy float64) {
	shared := m.Alpha + m.Gamma
	depth := min(max(m.Depth, shared), 1)
	if depth == 0 {
		return c, 0
	}
	return c * shared / depth, q * depth
}
