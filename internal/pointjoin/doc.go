// Package pointjoin says which points are a pair: two points p and q of n dimensions are, if and
// only if the sum of (p_j - q_j)² is at most eps² in real arithmetic on the float64 values of the
// input and of eps.
//
// A float64 sum decides nearly all pairs by a bound on its error (docs/exactness.md, P1). Pairs whose
// distance is eps to some ulps are decided by expansions of floats (J. R. Shewchuk, Adaptive precision
// floating-point arithmetic, 1997), which add without rounding, and where their exponents do not
// fit, by integers of any length. Membership is the only result, so it matters neither in which
// order operations are done nor whether they are fused.
package pointjoin
