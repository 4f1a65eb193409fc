package visits

import (
	"math/big"
	"strconv"

	"flyby/internal/zone"
	"flyby/trajectory"
)

// A Zone is a zone of a set, prepared for visits to it.
type Zone struct {
	earth          bool
	sides          []zone.Side
	nests          nests
	polygons       []polygon
	floor, ceiling *big.Rat // nil: there is no bound
}

// NewZone prepares a zone of a set.
func NewZone(set *zone.Set, number int) *Zone {
	first, last := set.SidesOf(number)
	z := Zone{earth: set.Frame() == trajectory.EarthCentred, sides: set.Sides()[first:last]}
	balls := make([]ball, len(z.sides))
	for i := range z.sides {
		balls[i] = ballOf(z.earth, z.sides[i].G, z.sides[i].H)
	}
	z.nests, z.polygons = newNests(balls), polygonsOf(z.earth, z.sides)
	floor, ceiling, _ := set.Heights(number)
	z.floor, z.ceiling = Decimal(floor), Decimal(ceiling)
	return &z
}

// Decimal returns the shortest decimal that reads back as a number (docs/decisions/0082-heights-are-decimals.md), nil of an infinite one.
func Decimal(v float64) *big.Rat {
	d, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	if !ok {
		return nil
	}
	return d
}

// contains reports whether one of the polygons holds a position that is not on their sides.
func (z *Zone) contains(x vector) bool {
	for i := range z.polygons {
		if z.polygons[i].holds(x) {
			return true
		}
	}
	return false
}
