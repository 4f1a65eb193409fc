package visit

import (
	"math/big"
	"strconv"

	"flyby/internal/dyadic"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// A leg is a segment as zones see it: in the plane the third coordinate of its positions is 1.
type leg struct {
	trajectory.Segment
	h0, h1 float64 // its heights, where zones have bounds of them
	reach  float64 // the threshold without the radius
	lo, hi float64 // its times, cut to the window
}

// window returns the part of the leg in the window.
func (l *leg) window() interval {
	if l.T0 == l.T1 {
		return interval{whole(0), whole(0)}
	}
	in := whole01()
	scale := dyadic.ScaleOf([]float64{l.T0, l.T1, l.lo, l.hi})
	start := scale.Integer(l.T0)
	duration := new(big.Int).Sub(scale.Integer(l.T1), start)
	if l.lo != l.T0 {
		in.from = ratio(new(big.Int).Sub(scale.Integer(l.lo), start), duration)
	}
	if l.hi != l.T1 {
		in.to = ratio(new(big.Int).Sub(scale.Integer(l.hi), start), duration)
	}
	return in
}

// Where a zone counts in a leg.
const (
	everywhere = iota
	inPart
	nowhere
)

// counting says where a zone counts in the leg, by heights: decimals are in the order of the numbers that they stand for.
func (l *leg) counting(set *zone.Set, of int32) int {
	floor, ceiling, _ := set.Heights(int(of))
	low, high := min(l.h0, l.h1), max(l.h0, l.h1)
	switch {
	case low >= floor && high <= ceiling:
		return everywhere
	case high < floor || low > ceiling:
		return nowhere
	}
	return inPart
}

// heights returns the part of an interval in which a zone counts, by the decimals of heights and bounds. ok is false where it is nowhere.
func (l *leg) heights(set *zone.Set, of int32, in interval) (cut interval, ok bool) {
	floor, ceiling, bounded := set.Heights(int(of))
	if !bounded {
		return in, true
	}
	h0, h1 := shortest(l.h0), shortest(l.h1)
	if bound := shortest(floor); bound != nil {
		if in, ok = above(new(big.Rat).Sub(h0, bound), new(big.Rat).Sub(h1, bound)).cut(in); !ok {
			return in, false
		}
	}
	if bound := shortest(ceiling); bound != nil {
		return above(new(big.Rat).Sub(bound, h0), new(big.Rat).Sub(bound, h1)).cut(in)
	}
	return in, true
}

// above returns a line from one number to another, times a positive one.
func above(at0, at1 *big.Rat) line {
	return line{new(big.Int).Mul(at0.Num(), at1.Denom()), new(big.Int).Mul(at1.Num(), at0.Denom())}
}

// shortest returns the shortest decimal that reads back as a number (docs/decisions/0082-heights-are-decimals.md); nil for a number that is not finite.
func shortest(v float64) *big.Rat {
	d, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'e', -1, 64))
	if !ok {
		return nil
	}
	return d
}
