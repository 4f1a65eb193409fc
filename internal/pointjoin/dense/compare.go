package dense

import (
	"math"

	"flyby/points"
)

// A comparer compares points, and counts the comparisons. Each goroutine has its own.
type comparer struct {
	*Index
	disc              disc
	candidates, exact uint64
}

func newComparer(x *Index) comparer {
	return comparer{Index: x, disc: disc{certainly: x.certainly, not: x.not, use: fastest()}}
}

// stats returns the counts.
func (c *comparer) stats() points.Stats {
	return points.Stats{Candidates: c.candidates, Float64: c.candidates, Exact: c.exact}
}

// point returns the coordinates at a place.
func (x *Index) point(place uint32) []float64 { return x.at[int(place)*x.n:][:x.n] }

// near reports whether two points are neighbours.
func (c *comparer) near(p, q []float64) bool {
	const checked = 8 // terms between checks whether the sum is already too large
	c.candidates++
	scale, sum := c.within.Scale(), 0.0
	for j, v := range p {
		d := (v - q[j]) * scale
		sum += float64(d * d)
		if j%checked == checked-1 && sum >= c.not {
			return false
		}
	}
	if sum <= c.certainly || sum >= c.not {
		return sum <= c.certainly
	}
	c.exact++
	return c.within.Settle(p, q)
}

// count returns the number of the points [first, last) that are neighbours of p.
func (c *comparer) count(p []float64, first, last uint32) (n int) {
	others := c.at[int(first)*c.n : int(last)*c.n]
	if !c.plain() {
		return c.countAny(p, others)
	}
	c.candidates += uint64(last - first)
	var within, below uint64
	switch c.n {
	case 1:
		within, below = c.count1(p, others)
	case 2:
		c.disc.aim(p)
		within, below = c.disc.count(others)
	case 3:
		within, below = c.count3(p, others)
	}
	if within != below { // some are borderline
		c.candidates -= uint64(last - first)
		return c.countAny(p, others)
	}
	return int(within)
}

// plain reports whether points are compared by loops specialised for their number of
// dimensions.
func (x *Index) plain() bool { return x.n <= mostDense && x.within.Scale() == 1 }

// flat reports whether points are compared by loops specialised for two dimensions.
func (x *Index) flat() bool { return x.n == 2 && x.within.Scale() == 1 }

// countAny compares p with one point after another.
func (c *comparer) countAny(p, others []float64) (n int) {
	for ; len(others) > 0; others = others[c.n:] {
		if c.near(p, others[:c.n]) {
			n++
		}
	}
	return n
}

// Counts in one and three dimensions compare the bits of sums, as disc's loops do.

// count1 counts points of one dimension.
func (c *comparer) count1(p, others []float64) (within, below uint64) {
	past, not, x := math.Float64bits(c.certainly)+1, math.Float64bits(c.not), p[0]
	for _, v := range others {
		d := x - v
		sum := math.Float64bits(d * d)
		within += (sum - past) >> 63
		below += (sum - not) >> 63
	}
	return within, below
}

// count3 counts points of three dimensions.
func (c *comparer) count3(p, others []float64) (within, below uint64) {
	past, not, x, y, z := math.Float64bits(c.certainly)+1, math.Float64bits(c.not), p[0], p[1], p[2]
	for i := 2; i < len(others); i += 3 {
		d, e, f := x-others[i-2], y-others[i-1], z-others[i]
		sum := math.Float64bits(float64(d*d) + float64(e*e) + float64(f*f))
		within += (sum - past) >> 63
		below += (sum - not) >> 63
	}
	return within, below
}
