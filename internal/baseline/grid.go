package baseline

import (
	"math"

	"flyby/trajectory"
)

// A cell packs the grid coordinates of a position into 64 bits: a lane of
// laneBits for each axis, whose topmost bit is the guard of a comparison.
type cell uint64

const (
	laneBits = 21
	cells    = 1 << (laneBits - 1) // grid cells along an axis
	lane     = cell(cells - 1)     // the coordinate in the lowest lane
	guards   = cell(1<<(laneBits-1) | 1<<(2*laneBits-1) | 1<<(3*laneBits-1))
)

// grid maps positions to cells. Each coordinate is mapped by a function that
// never decreases, so boxes that overlap in space overlap in cells.
type grid struct {
	origin, scale [3]float64
}

// newGrid spreads the cells over the extent of a store, radii included.
func newGrid(s *trajectory.Store) grid {
	var g grid
	e, r := s.Extent(), s.MaxRadius()
	for k := range 3 {
		g.origin[k] = e.Min[k] - r
		g.scale[k] = cells / (e.Max[k] + r - g.origin[k])
	}
	return g
}

// at returns the cell of a position. A position outside of the grid is in the
// nearest cell of its border; the NaN of 0 * Inf, where the grid has no size or
// no limit, is in cell 0.
func (g *grid) at(p [3]float64) cell {
	var c cell
	for k := range 3 {
		v := (p[k] - g.origin[k]) * g.scale[k]
		if v >= cells {
			c |= lane << (laneBits * k)
		} else if v > 0 {
			c |= cell(v) << (laneBits * k)
		}
	}
	return c
}

// box is a box of the tree: the instants from first to last, and the cells of
// its corners.
type box struct {
	first, last float64
	min, max    cell
}

// box returns the box of bounds.
func (g *grid) box(b bounds) box {
	return box{b.first, b.last, g.at(b.min), g.at(b.max)}
}

// meets reports whether two boxes share an instant and a cell, in one test:
// several branches would be mispredicted. In every lane max|guard - min keeps
// the guard if and only if max >= min, and borrows from no other lane; a
// difference of times has the sign of a later - an earlier one, exactly.
func (b *box) meets(o *box) bool {
	space := ((b.max | guards) - o.min) & ((o.max | guards) - b.min)
	time := math.Float64bits(o.last-b.first) | math.Float64bits(b.last-o.first)
	return (space&guards^guards)|cell(time>>63) == 0
}

// extend grows the box to cover another.
func (b *box) extend(o *box) {
	b.first, b.last = min(b.first, o.first), max(b.last, o.last)
	for k := range 3 {
		mask := lane << (laneBits * k)
		b.min = b.min&^mask | min(b.min&mask, o.min&mask)
		b.max = b.max&^mask | max(b.max&mask, o.max&mask)
	}
}
