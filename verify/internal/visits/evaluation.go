package visits

import (
	"math"
	"math/big"
	"slices"

	"flyby/internal/dyadic"
	"flyby/internal/zone"
)

// A span is a maximal interval of a leg within the threshold.
type span struct {
	interval
	inZone    *big.Rat // the sum of the parts in the zone
	least     *big.Rat // the square of the least distance, in units of length
	closest   surd     // where it is least first
	enterAway *big.Rat // the squares of the distances at both ends
	exitAway  *big.Rat
}

// A nearness is a feature of the zone, and the interval of a leg in which it is within the threshold.
type nearness struct {
	interval
	feature
}

// An evaluation is a leg against the sides of a zone that are near.
type evaluation struct {
	zone  *Zone
	leg   *leg
	sides []zone.Side
	unit  dyadic.Scale
	way   way
}

// spans returns the spans of a leg, in order. isIn tells whether the object is inside of a polygon as the leg begins, unless it touches a side then, and is set to the same for its end.
func (z *Zone) spans(l *leg, isIn *bool) []span {
	near := z.nests.near(&l.ball, l.far)
	if len(near) == 0 && !*isIn && !l.first {
		return nil
	}
	e := evaluation{zone: z, leg: l}
	allowed, ok := e.allowed()
	near, covered := e.deciding(near, allowed)
	for _, i := range near {
		e.sides = append(e.sides, z.sides[i])
	}
	e.scale()
	features := e.features()
	inZone := e.inZone(isIn, nearnesses(features, new(big.Rat), l.window))
	if !ok {
		return nil
	}
	var zeros []interval
	for _, i := range inZone {
		if i, ok := i.cut(allowed); ok {
			zeros = append(zeros, i)
		}
	}
	within := nearnesses(features, e.threshold(), allowed)
	all := slices.Concat(zeros, intervals(within))
	if covered {
		all = append(all, allowed)
	}
	var spans []span
	for _, i := range united(all) {
		spans = append(spans, e.span(i, zeros, within))
	}
	return spans
}

// deciding leaves sides out that decide nothing, where a side is certainly within the threshold of all of the leg: covered. Then only the sides do that may be the nearest to the leg, or to an end of the
// part that heights allow.
func (e *evaluation) deciding(near []int, allowed interval) (some []int, covered bool) {
	l, balls := e.leg, e.zone.nests[0]
	least, most := 1.0, 1.0 // what lengths between directions are at least and at most
	if e.zone.earth {
		least, most = l.altitudes()
		least *= 0.86 // the sine of an angle up to 60 degrees, of which a chord is 1
	}
	for _, i := range near {
		covered = covered || (apart(balls[i].middle, l.ball.middle)+l.ball.radius)*most*(1+1e-9) < l.reach[0]+l.reach[1]
	}
	if !covered || len(near) < 3 {
		return near, covered
	}
	at := []ball{l.ball, e.ballAt(allowed.from), e.ballAt(allowed.to)}
	high := []float64{math.Inf(1), math.Inf(1), math.Inf(1)}
	for _, i := range near {
		for k := range at {
			high[k] = min(high[k], apart(balls[i].middle, at[k].middle)*most)
		}
	}
	for _, i := range near {
		for k := range at {
			if !at[k].isFar(&balls[i], (high[k]+float64(1e-9*high[k]))/least) {
				some = append(some, i)
				break
			}
		}
	}
	return some, true
}

// ballAt returns a ball around the position at a rational part of the leg.
func (e *evaluation) ballAt(s surd) ball {
	part, _ := s.u.Float64()
	at := e.leg.P0
	for k := range at {
		at[k] += float64(part * (e.leg.P1[k] - e.leg.P0[k]))
	}
	return ballOf(e.zone.earth, at, at)
}

// scale makes integers of all lengths.
func (e *evaluation) scale() {
	lengths := [][]float64{e.leg.P0[:], e.leg.P1[:], e.leg.reach[:]}
	for i := range e.sides {
		lengths = append(lengths, e.sides[i].G[:], e.sides[i].H[:])
	}
	e.unit = dyadic.ScaleOf(lengths...)
	e.way = way{e.zone.earth, vectorOf(e.leg.P0, e.unit), vectorOf(e.leg.P1, e.unit)}
}

// threshold returns the square of the threshold.
func (e *evaluation) threshold() *big.Rat {
	sum := new(big.Int).Add(e.unit.Integer(e.leg.reach[0]), e.unit.Integer(e.leg.reach[1]))
	return new(big.Rat).SetInt(sum.Mul(sum, sum))
}

// allowed returns the part of the window in which heights allow the zone.
func (e *evaluation) allowed() (in interval, ok bool) {
	in, ok = e.leg.window, true
	if floor := e.zone.floor; floor != nil {
		above := func(h float64) *big.Rat { return new(big.Rat).Sub(Decimal(h), floor) }
		in, ok = in.where(above(e.leg.heights[0]), above(e.leg.heights[1]))
	}
	if ceiling := e.zone.ceiling; ok && ceiling != nil {
		below := func(h float64) *big.Rat { return new(big.Rat).Sub(ceiling, Decimal(h)) }
		in, ok = in.where(below(e.leg.heights[0]), below(e.leg.heights[1]))
	}
	return in, ok
}

// features returns the features of the near sides, and the Earth's centre.
func (e *evaluation) features() (all []feature) {
	for i := range e.sides {
		g, h := vectorOf(e.sides[i].G, e.unit), vectorOf(e.sides[i].H, e.unit)
		all = append(all, e.way.vertex(g))
		if f, ok := e.way.side(g, h); ok {
			all = append(all, f)
		}
	}
	if e.zone.earth {
		all = append(all, e.way.centre())
	}
	return all
}

// nearnesses returns where in an interval the squares of distances are at most a number.
func nearnesses(features []feature, square *big.Rat, in interval) (all []nearness) {
	for _, f := range features {
		if i, ok := f.within(square, in); ok {
			all = append(all, nearness{i, f})
		}
	}
	return all
}

func intervals(near []nearness) (all []interval) {
	for i := range near {
		all = append(all, near[i].interval)
	}
	return all
}

// united returns the union of intervals as intervals that are apart, in order.
func united(all []interval) (apart []interval) {
	slices.SortFunc(all, func(a, b interval) int { return a.from.compare(b.from) })
	for _, i := range all {
		if n := len(apart); n > 0 && i.from.compare(apart[n-1].to) <= 0 {
			if last := &apart[n-1]; i.to.compare(last.to) > 0 {
				last.to = i.to
			}
			continue
		}
		apart = append(apart, i)
	}
	return apart
}

// inZone returns the intervals of the window in the zone, in order: where the leg touches a side, and the gaps between in which a polygon holds it.
func (e *evaluation) inZone(isIn *bool, touching []nearness) []interval {
	on := united(intervals(touching))
	all, from := slices.Clone(on), e.leg.window.from
	gap := func(to surd) {
		order := from.compare(to)
		if order > 0 || order == 0 && len(on) > 0 {
			return
		}
		if len(on) > 0 || e.leg.first { // otherwise it is as it was
			middle := new(big.Rat).Add(from.u, to.u)
			*isIn = e.zone.contains(e.way.p0.between(e.way.p1, middle.Quo(middle, big.NewRat(2, 1))))
		}
		if *isIn {
			all = append(all, interval{from, to})
		}
	}
	for _, i := range on {
		gap(i.from)
		from = i.to
	}
	gap(e.leg.window.to)
	return united(all)
}

// span describes a maximal interval.
func (e *evaluation) span(i interval, zeros []interval, near []nearness) span {
	s := span{interval: i, inZone: new(big.Rat), enterAway: e.awayAt(i.from, zeros, near), exitAway: e.awayAt(i.to, zeros, near)}
	take := func(at, square *big.Rat) {
		order := -1
		if s.least != nil {
			if order = square.Cmp(s.least); order == 0 {
				order = at.Cmp(s.closest.u)
			}
		}
		if order < 0 {
			s.least, s.closest = square, rational(at)
		}
	}
	for _, z := range zeros {
		if i.holds(z.from) {
			s.inZone.Add(s.inZone, z.to.u).Sub(s.inZone, z.from.u)
			take(z.from.u, new(big.Rat))
		}
	}
	for k := range near {
		if n := &near[k]; i.holds(n.from) {
			at := n.least(n.interval)
			take(at, e.inLengths(n.square(at)))
		}
	}
	return s
}

// awayAt returns the square of the distance at an end of a span: an end that is not rational has the distance of the threshold.
func (e *evaluation) awayAt(s surd, zeros []interval, near []nearness) *big.Rat {
	for _, z := range zeros {
		if z.holds(s) {
			return new(big.Rat)
		}
	}
	least := e.threshold()
	for i := range near {
		if n := &near[i]; s.sign == 0 && n.holds(s) {
			if square := n.square(s.u); square.Cmp(least) < 0 {
				least = square
			}
		}
	}
	return e.inLengths(least)
}

// inLengths returns the square of a length from the square in units of the scale.
func (e *evaluation) inLengths(square *big.Rat) *big.Rat {
	unit := new(big.Rat).SetFloat64(1)
	power := new(big.Int).Lsh(big.NewInt(1), uint(2*max(int(e.unit), -int(e.unit))))
	if unit.SetInt(power); e.unit > 0 {
		unit.Inv(unit)
	}
	return unit.Mul(unit, square)
}
