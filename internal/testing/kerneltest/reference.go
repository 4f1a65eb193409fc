package kerneltest

import (
	"math"
	"math/big"
)

// referencePrecision is the mantissa of reference times, in bits.
const referencePrecision = 640

// Enter returns the first instant within the threshold of a hit.
func (o *Oracle) Enter() *big.Float {
	if o.AtFrom() {
		return bigFloat(o.From)
	}
	return o.crossing(-1)
}

// Exit returns the last instant within the threshold of a hit.
func (o *Oracle) Exit() *big.Float {
	if o.AtTo() {
		return bigFloat(o.To)
	}
	return o.crossing(+1)
}

// crossing returns the time of the smaller (-1) or larger (+1) root of
// D²(s) = threshold², in the form whose terms do not cancel.
func (o *Oracle) crossing(sign int) *big.Float {
	v := minus(o.atTo, o.atFrom)
	a, b := v.dot(v), o.atFrom.dot(v)
	c := o.atFrom.dot(o.atFrom)
	c.Sub(c, new(big.Rat).Mul(o.Threshold, o.Threshold))
	d := new(big.Rat).Sub(new(big.Rat).Mul(b, b), new(big.Rat).Mul(a, c))
	root := bigFloat(d)
	root.Sqrt(root)
	var part *big.Float
	switch {
	case sign > 0 && b.Sign() <= 0: // (√d - b)/a
		part = root.Quo(root.Sub(root, bigFloat(b)), bigFloat(a))
	case sign > 0: // -c/(b + √d)
		part = root.Quo(bigFloat(c.Neg(c)), root.Add(root, bigFloat(b)))
	case b.Sign() < 0: // c/(√d - b)
		part = root.Quo(bigFloat(c), root.Sub(root, bigFloat(b)))
	default: // (-b - √d)/a
		part = root.Quo(root.Neg(root.Add(root, bigFloat(b))), bigFloat(a))
	}
	length := bigFloat(new(big.Rat).Sub(o.To, o.From))
	return part.Add(part.Mul(part, length), bigFloat(o.From))
}

// TimeError returns how far a reported time is from the reference, in units in
// the last place of the larger of the time and the span's length.
func (o *Oracle) TimeError(reported float64, reference *big.Float) float64 {
	diff := new(big.Float).SetPrec(referencePrecision).SetFloat64(reported)
	d, _ := diff.Sub(diff, reference).Float64()
	length, _ := new(big.Rat).Sub(o.To, o.From).Float64()
	return math.Abs(d) / ulp(max(math.Abs(reported), length))
}

// ThresholdError returns the difference of the true distance at a reported time and
// the threshold.
func (o *Oracle) ThresholdError(reported float64) float64 {
	square := o.SquareAt(o.Part(reported))
	diff := new(big.Rat).Sub(square, new(big.Rat).Mul(o.Threshold, o.Threshold))
	s := bigFloat(square)
	t := bigFloat(o.Threshold)
	if square.Sign() == 0 && t.Sign() == 0 {
		return 0
	}
	e, _ := s.Quo(bigFloat(diff), s.Add(s.Sqrt(s), t)).Float64()
	return math.Abs(e)
}

// Moved returns the length of the relative motion over the span.
func (o *Oracle) Moved() float64 {
	v := minus(o.atTo, o.atFrom)
	s := bigFloat(v.dot(v))
	f, _ := s.Sqrt(s).Float64()
	return f
}

// Slope returns the rate of change of the distance at a reported time, in length per
// span: near 0, a pass is grazing.
func (o *Oracle) Slope(reported float64) float64 {
	part := o.Part(reported)
	v := minus(o.atTo, o.atFrom)
	var at vector
	for k := range at {
		at[k] = sum(new(big.Rat).Mul(v[k], part), o.atFrom[k])
	}
	distance := bigFloat(at.dot(at))
	if distance.Sign() == 0 {
		return o.Moved()
	}
	slope := bigFloat(at.dot(v))
	f, _ := slope.Quo(slope, distance.Sqrt(distance)).Float64()
	return math.Abs(f)
}

// Span returns the length of the common span.
func (o *Oracle) Span() float64 {
	f, _ := new(big.Rat).Sub(o.To, o.From).Float64()
	return f
}

func bigFloat(r *big.Rat) *big.Float {
	return new(big.Float).SetPrec(referencePrecision).SetRat(r)
}

// ulp returns the distance from x >= 0 to the next float64.
func ulp(x float64) float64 {
	return math.Nextafter(x, math.Inf(1)) - x
}
