package trajectory

import (
	"math"
	"math/big"
)

// Faster reports whether an object that goes straight from one sample to another, which is later,
// goes faster than v, a length by a time of the data: whether the distance of their positions, and
// of their heights where they have some, is more than v times the time between. It is what real
// arithmetic says of the float64 values, so every reader decides the same: see
// docs/decisions/0042-a-limit-of-speed.md.
func Faster(from, to Sample, v float64) bool {
	dx, dy, dz, dh := to.X-from.X, to.Y-from.Y, to.Z-from.Z, to.H-from.H
	way := float64(dx*dx) + float64(dy*dy) + float64(dz*dz) + float64(dh*dh)
	most := v * (to.T - from.T)
	most = float64(most * most)
	// Each square is off by six roundings at most, 2^-50 of itself, where neither the greatest float64
	// nor the least is near.
	const far, margin = 0x1p900, 0x1p-48
	if most < far && most > 1/far {
		if way > most*(1+margin) {
			return true
		}
		if way < most*(1-margin) {
			return false
		}
	}
	return !math.IsInf(v, 1) && fasterExactly(from, to, v)
}

// fasterExactly is Faster in rational numbers.
func fasterExactly(from, to Sample, v float64) bool {
	way := new(big.Rat)
	for _, d := range []*big.Rat{difference(from.X, to.X), difference(from.Y, to.Y), difference(from.Z, to.Z), difference(from.H, to.H)} {
		way.Add(way, d.Mul(d, d))
	}
	most := difference(from.T, to.T)
	most.Mul(most, new(big.Rat).SetFloat64(v))
	return way.Cmp(most.Mul(most, most)) > 0
}

// difference is that of two finite values.
func difference(from, to float64) *big.Rat {
	d := new(big.Rat).SetFloat64(to)
	return d.Sub(d, new(big.Rat).SetFloat64(from))
}

// fastRows marks the rows to which the way from the row before in their trajectory is faster than
// o.MaxSpeed. Rows are in the store's order. It returns nil where there are none.
func (c *Columns) fastRows(owners []uint32, o BuildOptions) (fast []bool) {
	for row := 1; row < len(owners); row++ {
		if owners[row-1] != owners[row] || c.apart(row-1, row, o.MaxGap) || !Faster(c.Sample(row-1), c.Sample(row), o.MaxSpeed) {
			continue
		}
		if fast == nil {
			fast = make([]bool, len(owners))
		}
		fast[row] = true
	}
	return fast
}

// leaveCutOff marks ways that are too fast and leaves out the samples that have one on both sides, and
// counts them. Rows are in the store's order. The first and the last of a trajectory stay: each has
// one side.
func (s *Store) leaveCutOff(c *Columns, owners []uint32, o BuildOptions) []uint32 {
	if c.Fast == nil && o.MaxSpeed > 0 {
		c.Fast = c.fastRows(owners, o)
	}
	if c.Fast == nil {
		return owners
	}
	var keep []bool
	for row := 1; row+1 < len(owners); row++ {
		if !c.Fast[row] || !c.Fast[row+1] || owners[row-1] != owners[row] || owners[row] != owners[row+1] {
			continue
		}
		if keep == nil {
			keep = allTrue(len(owners))
		}
		keep[row] = false
		s.left.CutOff++
	}
	if keep == nil {
		return owners
	}
	return s.drop(c, owners, keep)
}
