package kerneltest

import (
	"math"
	"math/big"

	"flyby/trajectory"
)

// Oracle decides one interaction as docs/architecture.md §2 defines it, in rational
// numbers. It shares no code with interaction.Window.Exact.
type Oracle struct {
	// Met is true if there is an instant to decide: the common span, cut to the
	// window, has positive length or is an instant that both segments own.
	Met bool
	// From and To are the ends of the common span; nil unless Met.
	From, To *big.Rat
	// Threshold is d + q.R + e.R; nil unless Met.
	Threshold *big.Rat

	atFrom, atTo vector // position of e relative to q at the ends of the span
}

// vector is a position or a displacement in rational numbers.
type vector [3]*big.Rat

// Ask returns the Oracle of an interaction. It compares times as float64s, which compare like rational numbers, so
// segments that do not meet cost no rational numbers.
func Ask(p Pair) *Oracle {
	from, to := max(p.Query.T0, p.Entry.T0), min(p.Query.T1, p.Entry.T1)
	if isFinite(p.Window.From) {
		from = max(from, p.Window.From)
	}
	if isFinite(p.Window.To) {
		to = min(to, p.Window.To)
	}
	o := &Oracle{Met: from < to || from == to && owns(p.Query, from) && owns(p.Entry, from)}
	if p.Window.From > math.MaxFloat64 || p.Window.To < -math.MaxFloat64 {
		o.Met = false
	}
	if o.Met {
		o.From, o.To = rat(from), rat(to)
		o.Threshold = sum(rat(p.Distance), rat(p.Query.R), rat(p.Entry.R))
		o.atFrom = minus(position(p.Entry, from), position(p.Query, from))
		o.atTo = minus(position(p.Entry, to), position(p.Query, to))
	}
	return o
}

// Apart reports, without rational numbers, that a pair is no hit: along an axis the segments, each between its ends, are
// more than twice the threshold from each other. A difference of two float64s, and a sum of float64s that are not below
// 0, is wrong by a factor of 1 ± 2^-53 per operation at most. If Apart returns false, the pair may be a hit or not.
func Apart(p Pair) bool {
	most := 2 * (p.Distance + p.Query.R + p.Entry.R)
	for k := range 3 {
		q0, q1, e0, e1 := p.Query.P0[k], p.Query.P1[k], p.Entry.P0[k], p.Entry.P1[k]
		if max(min(q0, q1)-max(e0, e1), min(e0, e1)-max(q0, q1)) > most {
			return true
		}
	}
	return false
}

// owns is the ownership rule (docs/architecture.md §2.3) for an instant in the extent of s.
func owns(s trajectory.Segment, t float64) bool { return s.Last || t < s.T1 }

// position returns the position at t, in the extent of s, of linear motion from P0 at T0 to P1 at T1.
func position(s trajectory.Segment, t float64) vector {
	switch t {
	case s.T0:
		return vectorOf(s.P0)
	case s.T1:
		return vectorOf(s.P1)
	}
	at, part := vectorOf(s.P0), new(big.Rat).Sub(rat(t), rat(s.T0))
	part.Quo(part, new(big.Rat).Sub(rat(s.T1), rat(s.T0)))
	for k, moved := range minus(vectorOf(s.P1), at) {
		at[k].Add(at[k], moved.Mul(moved, part))
	}
	return at
}

func vectorOf(p [3]float64) vector { return vector{rat(p[0]), rat(p[1]), rat(p[2])} }

// AtFrom reports whether the objects are within the threshold at From.
func (o *Oracle) AtFrom() bool { return o.Met && o.within(o.atFrom.dot(o.atFrom)) }

// AtTo reports whether the objects are within the threshold at To.
func (o *Oracle) AtTo() bool { return o.Met && o.within(o.atTo.dot(o.atTo)) }

// Hit reports whether the objects are ever within the threshold in the span.
func (o *Oracle) Hit() bool { return o.Met && o.within(o.LeastSquare()) }

// within compares a squared distance with the threshold, closed.
func (o *Oracle) within(square *big.Rat) bool {
	return square.Cmp(new(big.Rat).Mul(o.Threshold, o.Threshold)) <= 0
}

// LeastSquare returns the square of the least distance in the span.
func (o *Oracle) LeastSquare() *big.Rat {
	return o.SquareAt(o.closest())
}

// closest returns the part of the span, in [0, 1], at which the distance is least.
func (o *Oracle) closest() *big.Rat {
	v := minus(o.atTo, o.atFrom)
	a, b := v.dot(v), o.atFrom.dot(v)
	if a.Sign() == 0 {
		return new(big.Rat)
	}
	s := b.Neg(b.Quo(b, a))
	return earlier(later(s, new(big.Rat)), big.NewRat(1, 1))
}

// FirstLeast returns the first instant at which the distance is least.
func (o *Oracle) FirstLeast() *big.Rat {
	length := new(big.Rat).Sub(o.To, o.From)
	return length.Add(length.Mul(length, o.closest()), o.From)
}

// SquareAt returns the squared distance at a part of the span, 0 being From and
// 1 being To.
func (o *Oracle) SquareAt(part *big.Rat) *big.Rat {
	v := minus(o.atTo, o.atFrom)
	for k := range v {
		v[k].Add(v[k].Mul(v[k], part), o.atFrom[k])
	}
	return v.dot(v)
}

// Part returns the part of the span at an instant: 0 at From, 1 at To.
func (o *Oracle) Part(t float64) *big.Rat {
	if o.From.Cmp(o.To) == 0 {
		return new(big.Rat)
	}
	part := new(big.Rat).Sub(rat(t), o.From)
	return part.Quo(part, new(big.Rat).Sub(o.To, o.From))
}

// Agrees reports whether an answer is a hit exactly where the oracle finds one, with
// times in order and in the span: a hit must enter at From if the objects are within
// the threshold at From, and exit at To if they are at To.
func (o *Oracle) Agrees(enter, exit float64, hit bool) bool {
	if hit != o.Hit() {
		return false
	}
	if !hit {
		return true
	}
	from, to := float(o.From), float(o.To)
	return from <= enter && enter <= exit && exit <= to &&
		(!o.AtFrom() || enter == from) && (!o.AtTo() || exit == to)
}

func minus(a, b vector) vector {
	var d vector
	for k := range d {
		d[k] = new(big.Rat).Sub(a[k], b[k])
	}
	return d
}

func (a vector) dot(b vector) *big.Rat {
	return sum(new(big.Rat).Mul(a[0], b[0]), new(big.Rat).Mul(a[1], b[1]), new(big.Rat).Mul(a[2], b[2]))
}

func sum(first *big.Rat, rest ...*big.Rat) *big.Rat {
	for _, r := range rest {
		first.Add(first, r)
	}
	return first
}

func later(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

func earlier(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// float converts a rational that is known to be a float64.
func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

func isFinite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }
