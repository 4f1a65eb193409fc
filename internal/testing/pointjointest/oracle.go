package pointjointest

import (
	"math"
	"math/big"
	"slices"

	"flyby/internal/pointjoin"
)

// isWithin decides a pair in rational numbers, unless float64 shows that its distance is far from eps.
func isWithin(p, q []float64, eps float64) bool {
	if eps == 0 {
		return slices.Equal(p, q) // 0 equals -0
	}
	if sum, e := roughly(p, q), eps*eps; e > 1e-200 && e < 1e200 {
		if sum > e*1.000001 {
			return false
		}
		if sum < e*0.999999 {
			return true
		}
	}
	e := rational(eps)
	return squares(p, q).Cmp(e.Mul(e, e)) <= 0
}

// roughly returns the squared distance in float64.
func roughly(p, q []float64) (sum float64) {
	for j, v := range p {
		sum += (v - q[j]) * (v - q[j])
	}
	return sum
}

// squares returns the exact squared distance.
func squares(p, q []float64) *big.Rat {
	sum, d := new(big.Rat), new(big.Rat)
	for j := range p {
		d.Sub(rational(p[j]), rational(q[j]))
		sum.Add(sum, d.Mul(d, d))
	}
	return sum
}

func rational(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// up and down return the next greater and the next smaller float.
func up(v float64) float64   { return math.Nextafter(v, math.Inf(1)) }
func down(v float64) float64 { return math.Nextafter(v, math.Inf(-1)) }

// selfJoin returns the pairs of rows a < b within eps, in order.
func selfJoin(rows [][]float64, eps float64) (pairs []pointjoin.Pair) {
	for a, p := range rows {
		for b := a + 1; b < len(rows); b++ {
			if isWithin(p, rows[b], eps) {
				pairs = append(pairs, pointjoin.PairOf(uint32(a), uint32(b)))
			}
		}
	}
	return pairs
}

// join returns the pairs of a query and a point within eps, in order.
func join(queries, rows [][]float64, eps float64) (pairs []pointjoin.Pair) {
	for a, p := range queries {
		for b, q := range rows {
			if isWithin(p, q, eps) {
				pairs = append(pairs, pointjoin.PairOf(uint32(a), uint32(b)))
			}
		}
	}
	return pairs
}

// degrees counts the pairs of each row: in a self-join at both rows of a pair.
func degrees(pairs []pointjoin.Pair, self bool, rows int) []uint32 {
	counts := make([]uint32, rows)
	for _, p := range pairs {
		a, b := pointjoin.Rows(p)
		counts[a]++
		if self {
			counts[b]++
		}
	}
	return counts
}
