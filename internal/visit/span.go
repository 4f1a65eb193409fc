package visit

import (
	"math/big"

	"flyby/trajectory"
)

// An instant is a time: the float64 nearest to it, and the rest to about twice the precision.
type instant struct{ t, rest float64 }

// A span is a maximal interval within a segment at which an object is within the threshold of a zone.
type span struct {
	enter, exit         instant
	enterAway, exitAway float64    // the distances then
	inside              [2]float64 // the time in the zone, the sum of both
	nearest             approach
	atStart, atEnd      bool // it holds the beginning, or the end, of the segment cut to the window
	single              bool // it is a single instant
}

// An approach is where an object is nearest to a zone. Where the square is not known, the feature of a segment tells it.
type approach struct {
	at       instant
	distance float64
	err      float64  // of distance
	square   *big.Rat // of the distance, exactly, in units of the scale; nil: not known
	scale    int
	row      int // the segment
	side     int32
	vertex   bool // of the side, otherwise its inner
}

// timeOf returns the time at a part of a segment that has passed.
func timeOf(g *trajectory.Segment, s surd) instant {
	switch {
	case g.T0 == g.T1 || s.u.Sign() == 0 && s.v.Sign() == 0:
		return instant{g.T0, 0}
	case s.v.Sign() == 0 && s.u.Cmp(s.d) == 0:
		return instant{g.T1, 0}
	}
	part := s.float()
	start := new(big.Float).SetPrec(part.Prec()).SetFloat64(g.T0)
	way := new(big.Float).SetPrec(part.Prec()).SetFloat64(g.T1)
	way.Sub(way, start)
	t := start.Add(start, way.Mul(way, part))
	i := instant{}
	i.t, _ = t.Float64()
	i.rest, _ = t.Sub(t, new(big.Float).SetFloat64(i.t)).Float64()
	return i
}

// since returns the time from an earlier instant, as a sum of two.
func (i instant) since(o instant) [2]float64 {
	d, rest := twoSum(i.t, -o.t)
	return twoSumOf(d, rest+(i.rest-o.rest))
}

// twoSum returns a + b, and the error of it (Knuth).
func twoSum(a, b float64) (sum, err float64) {
	sum = a + b
	of := sum - a
	return sum, (a - (sum - of)) + (b - of)
}

func twoSumOf(a, b float64) [2]float64 {
	sum, err := twoSum(a, b)
	return [2]float64{sum, err}
}

// added returns the sum of two sums.
func added(a, b [2]float64) [2]float64 {
	sum, err := twoSum(a[0], b[0])
	return twoSumOf(sum, err+(a[1]+b[1]))
}

// settledLess reports whether a distance is less than an earlier one. sure is false where only exact squares tell.
func (a *approach) settledLess(o *approach) (less, sure bool) {
	switch {
	case o.distance == 0 && o.err == 0:
		return false, true
	case a.distance-a.err > o.distance+o.err:
		return false, true
	case a.distance+a.err < o.distance-o.err:
		return true, true
	}
	return false, false
}

// less reports whether a distance is less than an earlier one, by their squares.
func (a *approach) less(o *approach) bool {
	scaled := func(x *big.Rat, by int) *big.Rat {
		power := new(big.Int).Lsh(big.NewInt(1), uint(2*max(by, 0)))
		return new(big.Rat).Mul(x, new(big.Rat).SetInt(power))
	}
	return scaled(a.square, o.scale-a.scale).Cmp(scaled(o.square, a.scale-o.scale)) < 0
}
