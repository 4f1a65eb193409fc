package agree_test

import (
	"math"
	"math/big"
)

// gaps returns the samples of a path that a limit of speed keeps, and after which of them no segment follows,
// by the definition (docs/formats.md) in rational numbers.
func (c *differCase) gaps(p differPath) (kept differPath, after []bool) {
	apart := func(i int) bool { return c.maxGap > 0 && p.t[i+1]-p.t[i] > c.maxGap }
	fast := make([]bool, len(p.t)+1) // motion to each sample
	for i := 1; i < len(p.t); i++ {
		fast[i] = c.maxSpeed > 0 && !apart(i-1) && c.faster(p, i-1)
	}
	kept.id, kept.r = p.id, p.r
	for i := range p.t {
		if fast[i] && fast[i+1] {
			continue
		}
		kept.t, kept.p = append(kept.t, p.t[i]), append(kept.p, p.p[i])
		after = append(after, i+1 < len(p.t) && (apart(i) || fast[i+1]))
	}
	return kept, after
}

// faster reports whether the motion from a sample to the next exceeds the limit; never where input breaks a
// rule, and is refused.
func (c *differCase) faster(p differPath, i int) bool {
	sum := p.t[i+1] - p.t[i]
	if !(sum > 0) {
		return false
	}
	for k := range c.dim {
		sum += math.Abs(p.p[i][k]) + math.Abs(p.p[i+1][k])
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return false
	}
	rational := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	took := new(big.Rat).Sub(rational(p.t[i+1]), rational(p.t[i]))
	speed := new(big.Rat)
	for k := range c.dim {
		v := new(big.Rat).Sub(rational(p.p[i+1][k]), rational(p.p[i][k]))
		v.Quo(v, took)
		speed.Add(speed, v.Mul(v, v))
	}
	limit := rational(c.maxSpeed)
	return speed.Cmp(limit.Mul(limit, limit)) > 0
}

// speed returns about the speed of a segment of the entries, 0 where no limit is set.
func (m *differMaker) speed(c *differCase) float64 {
	p := c.entries[m.IntN(len(c.entries))]
	if len(p.t) < 2 {
		return 0
	}
	i := 1 + m.IntN(len(p.t)-1)
	v := 0.0
	for k := range c.dim {
		v = math.Hypot(v, (p.p[i][k]-p.p[i-1][k])/(p.t[i]-p.t[i-1]))
	}
	if m.oneIn(2) {
		v = math.Nextafter(v, 0)
	}
	if !(v > 0) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
