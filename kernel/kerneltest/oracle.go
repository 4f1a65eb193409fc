package kerneltest

import (
	"math"
	"math/big"

	"flyby/trajectory"
)

// Oracle decides one interaction as docs/architecture.md §2 defines it, in rational
// numbers. It shares nothing with interaction.Exact but the question.
type Oracle struct {
	// Met says that there is an instant to decide: the common span, cut to the
	// window, has positive length or is an instant that both segments own.
	Met bool
	// From and To are the ends of the common span, in order where Met.
	From, To *big.Rat
	// Threshold is d + q.R + e.R.
	Threshold *big.Rat

	atFrom, atTo vector // position of e relative to q at the ends of the span
}

// vector is a position or a displacement in rational numbers.
type vector [3]*big.Rat

// Ask puts an interaction to a new Oracle.
func Ask(p Pair) *Oracle {
	o := &Oracle{Threshold: sum(rat(p.Distance), rat(p.Query.R), rat(p.Entry.R))}
	o.From = later(rat(p.Query.T0), rat(p.Entry.T0))
	o.To = earlier(rat(p.Query.T1), rat(p.Entry.T1))
	if isFinite(p.Window.From) {
		o.From = later(o.From, rat(p.Window.From))
	}
	if isFinite(p.Window.To) {
		o.To = earlier(o.To, rat(p.Window.To))
	}
	switch o.From.Cmp(o.To) {
	case -1:
		o.Met = true
	case 0:
		o.Met = owns(p.Query, o.From) && owns(p.Entry, o.From)
	}
	if p.Window.From > math.MaxFloat64 || p.Window.To < -math.MaxFloat64 {
		o.Met = false
	}
	if o.Met {
		o.atFrom = minus(position(p.Entry, o.From), position(p.Query, o.From))
		o.atTo = minus(position(p.Entry, o.To), position(p.Query, o.To))
	}
	return o
}

// owns is the ownership rule (docs/architecture.md §2.3) for an instant in the extent of s.
func owns(s trajectory.Segment, t *big.Rat) bool {
	return s.Last || t.Cmp(rat(s.T1)) < 0
}

// position is where linear motion from P0 at T0 to P1 at T1 is at t.
func position(s trajectory.Segment, t *big.Rat) vector {
	var at vector
	for k := range 3 {
		at[k] = rat(s.P0[k])
		if s.T0 == s.T1 {
			continue
		}
		part := new(big.Rat).Sub(t, rat(s.T0))
		part.Quo(part, new(big.Rat).Sub(rat(s.T1), rat(s.T0)))
		part.Mul(part, new(big.Rat).Sub(rat(s.P1[k]), rat(s.P0[k])))
		at[k].Add(at[k], part)
	}
	return at
}

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

// SquareAt returns the squared distance at a part of the span, 0 being From and
// 1 being To.
func (o *Oracle) SquareAt(part *big.Rat) *big.Rat {
	v := minus(o.atTo, o.atFrom)
	for k := range v {
		v[k].Add(v[k].Mul(v[k], part), o.atFrom[k])
	}
	return v.dot(v)
}

// Part returns where in the span an instant is: 0 at From, 1 at To.
func (o *Oracle) Part(t float64) *big.Rat {
	if o.From.Cmp(o.To) == 0 {
		return new(big.Rat)
	}
	part := new(big.Rat).Sub(rat(t), o.From)
	return part.Quo(part, new(big.Rat).Sub(o.To, o.From))
}

// Agrees reports whether an answer has the membership that the oracle finds, and
// ends that are From and To exactly where the objects are within there.
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

// float converts a rational that is a float64 by its making.
func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

func isFinite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }
