package interaction_test

import (
	"math/big"

	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// referenceBits is the mantissa of the reference distances: their error is about 2^-200 of the
// bound.
const referenceBits = 256

// reference computes true distances, reusing its numbers: the bound test asks for a million.
// TestReference compares it with the oracle.
type reference struct {
	from, to   [3]big.Float
	x, y, part big.Float
}

func newReference() *reference {
	r := new(reference)
	for _, f := range []*big.Float{&r.x, &r.y, &r.part} {
		f.SetPrec(referenceBits)
	}
	for k := range 3 {
		r.from[k].SetPrec(referenceBits)
		r.to[k].SetPrec(referenceBits)
	}
	return r
}

// squares returns the squared distances as the span [lo, hi] starts, at the
// minimum, and as it ends.
func (r *reference) squares(p kerneltest.Pair, lo, hi float64) (start, least, end *big.Float) {
	r.relative(&r.from, p, lo)
	r.relative(&r.to, p, hi)
	a, b := newFloat(), newFloat()
	start, end = newFloat(), newFloat()
	for k := range 3 {
		start.Add(start, r.x.Mul(&r.from[k], &r.from[k]))
		end.Add(end, r.x.Mul(&r.to[k], &r.to[k]))
		r.x.Sub(&r.to[k], &r.from[k])
		b.Add(b, r.y.Mul(&r.from[k], &r.x))
		a.Add(a, r.y.Mul(&r.x, &r.x))
	}
	switch {
	case b.Sign() >= 0:
		return start, start, end
	case r.x.Add(a, b).Sign() <= 0:
		return start, end, end
	}
	least = newFloat()
	return start, least.Sub(start, r.x.Quo(r.x.Mul(b, b), a)), end
}

// relative sets at to the position of the entry relative to the query.
func (r *reference) relative(at *[3]big.Float, p kerneltest.Pair, t float64) {
	for k := range at {
		at[k].SetFloat64(0)
	}
	r.add(at, p.Entry, t, 1)
	r.add(at, p.Query, t, -1)
}

// add adds a position times a sign.
func (r *reference) add(at *[3]big.Float, s trajectory.Segment, t float64, sign float64) {
	r.part.SetFloat64(0)
	if s.T1 > s.T0 {
		r.part.Sub(r.x.SetFloat64(t), r.y.SetFloat64(s.T0))
		r.x.Sub(r.x.SetFloat64(s.T1), &r.y)
		r.part.Quo(&r.part, &r.x)
	}
	for k := range at {
		r.x.SetFloat64(s.P0[k])
		r.y.Sub(r.y.SetFloat64(s.P1[k]), &r.x)
		r.x.Add(&r.x, r.y.Mul(&r.y, &r.part))
		at[k].Add(&at[k], r.x.Mul(&r.x, r.y.SetFloat64(sign)))
	}
}

// thresholdError returns how far the computed threshold is from the true one.
func (r *reference) thresholdError(p kerneltest.Pair, computed float64) float64 {
	r.x.SetFloat64(p.Distance)
	r.x.Add(&r.x, r.y.SetFloat64(p.Query.R))
	r.x.Add(&r.x, r.y.SetFloat64(p.Entry.R))
	e, _ := r.x.Sub(&r.x, r.y.SetFloat64(computed)).Float64()
	return max(e, -e)
}

func newFloat() *big.Float { return new(big.Float).SetPrec(referenceBits) }
