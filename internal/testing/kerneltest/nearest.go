package kerneltest

import (
	"math"
	"math/big"
)

// This file checks reported times and distances in rational numbers alone: no
// precision would be enough for all magnitudes.

// EntersNearest reports whether t is the float64 nearest to the first instant of a hit
// within the threshold; of two equally near the even one.
func (o *Oracle) EntersNearest(t float64) bool {
	if o.AtFrom() {
		return rat(t).Cmp(o.From) == 0
	}
	return isNearest(t, o.enterAgainst)
}

// ExitsNearest is EntersNearest for the last instant.
func (o *Oracle) ExitsNearest(t float64) bool {
	if o.AtTo() {
		return rat(t).Cmp(o.To) == 0
	}
	return isNearest(t, o.exitAgainst)
}

// isNearest reports whether an instant lies between the middles of t and its
// neighbours, or is one of the middles and t is even. against compares the instant
// with another.
func isNearest(t float64, against func(*big.Rat) int) bool {
	after, before := against(beside(t, -1)), against(beside(t, +1))
	if math.Float64bits(t)&1 == 0 {
		return after >= 0 && before <= 0
	}
	return after > 0 && before < 0
}

// beside returns the middle between t and the next float64 towards a side.
func beside(t float64, sign int) *big.Rat {
	next := rat(math.Nextafter(t, math.Inf(sign)))
	return next.Quo(next.Add(next, rat(t)), big.NewRat(2, 1))
}

// part is Part for an instant that is a rational number.
func (o *Oracle) part(at *big.Rat) *big.Rat {
	part := new(big.Rat).Sub(at, o.From)
	return part.Quo(part, new(big.Rat).Sub(o.To, o.From))
}

// enterAgainst compares the first instant within the threshold, which is not From,
// with another: before the closest approach the distance only falls.
func (o *Oracle) enterAgainst(at *big.Rat) int {
	part := o.part(at)
	if part.Cmp(o.closest()) > 0 {
		return -1
	}
	return o.SquareAt(part).Cmp(new(big.Rat).Mul(o.Threshold, o.Threshold))
}

// exitAgainst compares the last instant within the threshold, which is not To, with
// another.
func (o *Oracle) exitAgainst(at *big.Rat) int {
	part := o.part(at)
	if part.Cmp(o.closest()) < 0 {
		return +1
	}
	return -o.SquareAt(part).Cmp(new(big.Rat).Mul(o.Threshold, o.Threshold))
}

// Bound returns β of E7 for the pair, the error that docs/exactness.md allows to a
// distance computed in float64: 64u (S + D) + 2^-500, and 0 where S is 0.
func (p Pair) Bound() *big.Rat {
	s := new(big.Rat)
	for k := range 3 {
		for _, ends := range [][2]float64{{p.Entry.P0[k], p.Query.P0[k]}, {p.Entry.P1[k], p.Entry.P0[k]}, {p.Query.P1[k], p.Query.P0[k]}} {
			x := new(big.Rat).Sub(rat(ends[0]), rat(ends[1]))
			s.Add(s, x.Abs(x))
		}
	}
	if s.Sign() == 0 {
		return s
	}
	s = sum(s, rat(p.Distance), rat(p.Query.R), rat(p.Entry.R))
	return s.Add(s.Mul(s, rat(0x1p-47)), rat(0x1p-500))
}

// Rounding returns the relative motion, along the span of a pair that meets, during
// one unit in the last place of a time: no less, and little more.
func (o *Oracle) Rounding(t float64) *big.Rat {
	if o.From.Cmp(o.To) == 0 {
		return new(big.Rat)
	}
	v := minus(o.atTo, o.atFrom)
	moved := rootAbove(v.dot(v))
	moved.Mul(moved, rat(ulp(math.Abs(t))))
	return moved.Quo(moved, new(big.Rat).Sub(o.To, o.From))
}

// rootAbove returns a number no less than the root of square, and greater by less than
// one part in 2^499.
func rootAbove(square *big.Rat) *big.Rat {
	root := new(big.Float).SetPrec(referencePrecision).SetMode(big.ToPositiveInf).SetRat(square)
	root.Sqrt(root)
	above, _ := root.Rat(nil)
	if above == nil {
		return new(big.Rat)
	}
	return above.Mul(above, new(big.Rat).Add(big.NewRat(1, 1), rat(0x1p-500)))
}

// AtThreshold reports whether the true distance at a time of the span is within
// slack of the threshold.
func (o *Oracle) AtThreshold(t float64, slack *big.Rat) bool {
	return between(o.SquareAt(o.Part(t)), o.Threshold, slack)
}

// LeastIs reports whether the least distance in the span is within slack of distance.
func (o *Oracle) LeastIs(distance float64, slack *big.Rat) bool {
	return between(o.LeastSquare(), rat(distance), slack)
}

// DistanceIs reports whether the true distance at a time of the span is within
// slack of distance.
func (o *Oracle) DistanceIs(t, distance float64, slack *big.Rat) bool {
	return between(o.SquareAt(o.Part(t)), rat(distance), slack)
}

// SpeedIs reports whether speed is within slack, a length divided by the span, and
// some units in the last place of the true relative speed; 0 where the span is an
// instant.
func (o *Oracle) SpeedIs(speed float64, slack *big.Rat) bool {
	span := new(big.Rat).Sub(o.To, o.From)
	if span.Sign() == 0 {
		return speed == 0
	}
	v := minus(o.atTo, o.atFrom)
	square := v.dot(v)
	if !isFinite(speed) {
		return false
	}
	if speed == math.MaxFloat64 { // the true speed is beyond it, or less by the error at most
		most := new(big.Rat).Add(rootAbove(square), slack)
		return most.Cmp(span.Mul(span, rat(math.MaxFloat64))) > 0
	}
	moved := new(big.Rat).Mul(rat(speed), span)
	few := new(big.Rat).Mul(sum(rat(speed), rat(0x1p-1022)), rat(0x1p-48))
	return between(square, moved, few.Add(few.Mul(few, span), slack))
}

// between reports whether the root of a square is within slack of a number.
func between(square, number, slack *big.Rat) bool {
	over, under := new(big.Rat).Add(number, slack), new(big.Rat).Sub(number, slack)
	return square.Cmp(over.Mul(over, over)) <= 0 && (under.Sign() <= 0 || square.Cmp(under.Mul(under, under)) >= 0)
}

// Nearest returns the float64 nearest to the root of a square.
func Nearest(square *big.Rat) float64 {
	root := bigFloat(square)
	f, _ := root.Sqrt(root).Float64()
	return f
}

// LeastIsThreshold reports whether the least distance in the span is the threshold.
func (o *Oracle) LeastIsThreshold() bool { return between(o.LeastSquare(), o.Threshold, new(big.Rat)) }

// LeastBelow reports whether the least distance in the span is below distance, by
// more than slack.
func (o *Oracle) LeastBelow(distance float64, slack *big.Rat) bool {
	under := new(big.Rat).Sub(rat(distance), slack)
	return under.Sign() > 0 && o.LeastSquare().Cmp(under.Mul(under, under)) < 0
}

// Spans reports whether the span of a pair that meets contains t.
func (o *Oracle) Spans(t float64) bool {
	return isFinite(t) && o.From.Cmp(rat(t)) <= 0 && rat(t).Cmp(o.To) <= 0
}
