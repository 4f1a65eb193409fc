package visit_test

import (
	"math"
	"math/big"
	"slices"

	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// The oracle finds visits from the definition, in numbers of oracleBits bits, of which two that are not equal differ by more than their rounding: it evaluates the distance, by projection of the
// position alone, at every s at which anything may change, and between them.

const (
	oracleBits      = 1400
	oracleTolerance = -500 // numbers of about 1 nearer than 2 to the power of this are equal
)

type num = *big.Float

func n64(v float64) num { return new(big.Float).SetPrec(oracleBits).SetFloat64(v) }
func add(a, b num) num  { return new(big.Float).SetPrec(oracleBits).Add(a, b) }
func sub(a, b num) num  { return new(big.Float).SetPrec(oracleBits).Sub(a, b) }
func mul(a, b num) num  { return new(big.Float).SetPrec(oracleBits).Mul(a, b) }
func quo(a, b num) num  { return new(big.Float).SetPrec(oracleBits).Quo(a, b) }
func root(a num) num    { return new(big.Float).SetPrec(oracleBits).Sqrt(a) }

// order compares two numbers, which are equal within the tolerance.
func order(a, b num) int {
	d := sub(a, b)
	size := add(n64(1), add(new(big.Float).Abs(a), new(big.Float).Abs(b)))
	if d.Sign() == 0 || d.MantExp(nil)-size.MantExp(nil) < oracleTolerance {
		return 0
	}
	return d.Sign()
}

// sign is order against 0, of numbers of the size of another.
func sign(a, size num) int { return order(add(a, size), size) }

type vec [3]num

func v64(p [3]float64) vec { return vec{n64(p[0]), n64(p[1]), n64(p[2])} }
func (v vec) sub(o vec) vec {
	return vec{sub(v[0], o[0]), sub(v[1], o[1]), sub(v[2], o[2])}
}
func (v vec) dot(o vec) num { return add(mul(v[0], o[0]), add(mul(v[1], o[1]), mul(v[2], o[2]))) }
func (v vec) cross(o vec) vec {
	c := func(i, j int) num { return sub(mul(v[i], o[j]), mul(v[j], o[i])) }
	return vec{c(1, 2), c(2, 0), c(0, 1)}
}
func (v vec) between(o vec, s num) (x vec) {
	for k := range x {
		x[k] = add(v[k], mul(s, sub(o[k], v[k])))
	}
	return x
}

// oracle is a zone as the oracle has it.
type oracle struct {
	earth    bool
	sides    [][2]vec   // points have a side from themselves to themselves
	polygons [][][2]vec // their sides
	floor    float64
	ceiling  float64
}

// newOracle takes a zone of a set. Sides are taken from the set, so that the splitting of sides is not tested here.
func newOracle(s *zone.Set, of int) (o oracle) {
	o.earth = s.Frame() == trajectory.EarthCentred
	o.floor, o.ceiling, _ = s.Heights(of)
	first, last := s.SidesOf(of)
	number := int32(-1)
	for _, side := range s.Sides()[first:last] {
		at := [2]vec{v64(side.G), v64(side.H)}
		o.sides = append(o.sides, at)
		if side.Polygon < 0 {
			continue
		}
		if side.Polygon != number {
			o.polygons, number = append(o.polygons, nil), side.Polygon
		}
		k := len(o.polygons) - 1
		o.polygons[k] = append(o.polygons[k], at)
	}
	return o
}

// flat makes a position of the plane a place without a third coordinate.
func (o *oracle) flat(v vec) vec {
	if o.earth {
		return v
	}
	return vec{v[0], v[1], n64(0)}
}

// away returns the square of the distance from a position to the zone.
func (o *oracle) away(x vec) num {
	for _, sides := range o.polygons {
		if o.inside(x, sides) {
			return n64(0)
		}
	}
	var least num
	take := func(d num) {
		if least == nil || d.Cmp(least) < 0 {
			least = d
		}
	}
	if o.earth {
		take(x.dot(x))
	}
	for _, s := range o.sides {
		take(o.toVertex(x, s[0]))
		take(o.toVertex(x, s[1]))
		if d := o.toSide(x, s[0], s[1]); d != nil {
			take(d)
		}
	}
	if sign(least, o.size(x)) == 0 {
		return n64(0)
	}
	return least
}

// size returns the square of the length of a position.
func (o *oracle) size(x vec) num { return add(n64(1), x.dot(x)) }

func (o *oracle) toVertex(x, g vec) num {
	if !o.earth {
		d := x.sub(g)
		return d.dot(d)
	}
	if x.dot(g).Sign() <= 0 {
		return x.dot(x)
	}
	c := x.cross(g)
	return quo(c.dot(c), g.dot(g))
}

// toSide returns the square of the distance to the inner of a side, nil where the foot is not on it.
func (o *oracle) toSide(x, g, h vec) num {
	if !o.earth {
		e, r := o.flat(h.sub(g)), o.flat(x.sub(g))
		length := e.dot(e)
		if length.Sign() == 0 {
			return nil
		}
		part := quo(e.dot(r), length)
		if part.Sign() < 0 || part.Cmp(n64(1)) > 0 {
			return nil
		}
		d := o.flat(g).between(o.flat(h), part).sub(o.flat(x))
		return d.dot(d)
	}
	n := g.cross(h)
	nn := n.dot(n)
	if nn.Sign() == 0 {
		return nil
	}
	far := quo(n.dot(x), nn)
	var p vec
	for k := range p {
		p[k] = sub(x[k], mul(far, n[k]))
	}
	if g.cross(p).dot(n).Sign() < 0 || p.cross(h).dot(n).Sign() < 0 {
		return nil
	}
	d := x.sub(p)
	return d.dot(d)
}

// inside reports whether a position is inside of a polygon by parity, in the plane of a central projection.
func (o *oracle) inside(x vec, sides [][2]vec) bool {
	c := vec{n64(0), n64(0), n64(1)}
	if o.earth {
		c[2] = n64(0)
		for _, s := range sides {
			l := root(s[0].dot(s[0]))
			for k := range c {
				c[k] = add(c[k], quo(s[0][k], l))
			}
		}
	}
	if x.dot(c).Sign() <= 0 {
		return false
	}
	a := vec{n64(0.25), n64(0.5), n64(-0.75)}.cross(c)
	b := c.cross(a)
	if !o.earth {
		a, b = vec{n64(1), n64(0), n64(0)}, vec{n64(0), n64(1), n64(0)}
	}
	project := func(v vec) [2]num { h := v.dot(c); return [2]num{quo(v.dot(a), h), quo(v.dot(b), h)} }
	p, odd := project(x), false
	for _, s := range sides {
		g, h := project(s[0]), project(s[1])
		if (g[1].Cmp(p[1]) > 0) == (h[1].Cmp(p[1]) > 0) {
			continue
		}
		at := add(g[0], mul(quo(sub(p[1], g[1]), sub(h[1], g[1])), sub(h[0], g[0])))
		if at.Cmp(p[0]) > 0 {
			odd = !odd
		}
	}
	return odd
}

// instants returns all s in [0, 1] at which something may change for a motion, in order.
func (o *oracle) instants(p0, p1 vec, reach num, more ...num) (all []num) {
	all = append(all, n64(0), n64(1))
	take := func(s num) { all = append(all, s) }
	zeroOf := func(at0, at1 num) {
		if d := sub(at0, at1); d.Sign() != 0 {
			take(quo(at0, d))
		}
	}
	square := func(y0, y1 vec, norm num) {
		w := y1.sub(y0)
		a, b, c := w.dot(w), y0.dot(w), sub(y0.dot(y0), mul(mul(reach, reach), norm))
		if a.Sign() == 0 {
			return
		}
		take(quo(new(big.Float).Neg(b), a))
		d := sub(mul(b, b), mul(a, c))
		if sign(d, add(mul(b, b), n64(1e-300))) == 0 {
			d = n64(0)
		}
		if d.Sign() >= 0 {
			take(quo(sub(new(big.Float).Neg(b), root(d)), a))
			take(quo(add(new(big.Float).Neg(b), root(d)), a))
		}
	}
	if o.earth {
		square(p0, p1, n64(1))
	}
	for _, s := range o.sides {
		for _, g := range s {
			if o.earth {
				square(p0.cross(g), p1.cross(g), g.dot(g))
				zeroOf(p0.dot(g), p1.dot(g))
			} else {
				square(o.flat(p0.sub(g)), o.flat(p1.sub(g)), n64(1))
			}
		}
		g, h := s[0], s[1]
		n := g.cross(h)
		l0, l1 := n.dot(p0), n.dot(p1)
		norm := o.flat(n).dot(o.flat(n))
		if norm.Sign() == 0 {
			continue
		}
		zero := n64(0)
		square(vec{l0, zero, zero}, vec{l1, zero, zero}, norm)
		zeroOf(l0, l1)
		if o.earth {
			zeroOf(n.cross(g).dot(p0), n.cross(g).dot(p1))
			zeroOf(h.cross(n).dot(p0), h.cross(n).dot(p1))
		} else {
			e := o.flat(h.sub(g))
			zeroOf(e.dot(p0.sub(g)), e.dot(p1.sub(g)))
			zeroOf(e.dot(p0.sub(h)), e.dot(p1.sub(h)))
		}
	}
	all = append(all, more...)
	all = slices.DeleteFunc(all, func(s num) bool { return order(s, n64(0)) < 0 || order(s, n64(1)) > 0 })
	slices.SortFunc(all, func(a, b num) int { return a.Cmp(b) })
	return slices.CompactFunc(all, func(a, b num) bool { return order(a, b) == 0 })
}

// found is a visit as it is made.
type found struct {
	enter, exit, closest, least, inside num
	enterAway, exitAway                 num
	open                                trajectory.Open
}

// visits returns the visits of an object to the zone, for a rule.
func (o *oracle) visits(s *trajectory.Store, traj int, r visit.Rule) (all []found) {
	reach := add(n64(r.Distance), n64(s.Radius(traj)))
	for p := range s.PiecesOf(traj, traj+1) {
		var steps []step
		for i := range p.Segments() {
			steps = append(steps, o.steps(s, p, p.First+i, reach, r)...)
		}
		all = append(all, joined(steps)...)
	}
	return all
}

// step is an instant, or the open interval up to the next step.
type step struct {
	t      num
	within bool
	away   num // squared, 0 of an interval that is not in the zone
	zero   bool
	open   bool // an interval
}

// steps returns instants and the intervals between them, of a segment.
func (o *oracle) steps(s *trajectory.Store, p trajectory.Piece, row int, reach num, r visit.Rule) (all []step) {
	g := s.SegmentOf(p, row)
	lo, hi := max(g.T0, r.Window.From), min(g.T1, r.Window.To)
	if lo > hi || lo == hi && !g.Owns(lo) {
		return nil
	}
	if s.Space().Frame != trajectory.EarthCentred {
		g.P0[2], g.P1[2] = 1, 1
	}
	p0, p1 := v64(g.P0), v64(g.P1)
	t0, way := n64(g.T0), sub(n64(g.T1), n64(g.T0))
	heightAt := func(num) num { return n64(0) }
	var more []num
	if s.H() != nil {
		h0, h1 := n64(s.H()[row]), n64(s.H()[row])
		if g.T0 < g.T1 {
			h1 = n64(s.H()[row+1])
		}
		heightAt = func(at num) num { return add(h0, mul(at, sub(h1, h0))) }
		for _, b := range []float64{o.floor, o.ceiling} {
			if d := sub(h0, h1); d.Sign() != 0 && !math.IsInf(b, 0) {
				more = append(more, quo(sub(h0, n64(b)), d))
			}
		}
	}
	if way.Sign() > 0 {
		more = append(more, quo(sub(n64(lo), t0), way), quo(sub(n64(hi), t0), way))
	}
	instants := o.instants(p0, p1, reach, more...)
	if way.Sign() == 0 {
		instants = instants[:1]
	}
	look := func(at num, open bool) {
		t := add(t0, mul(at, way))
		if order(t, n64(lo)) < 0 || order(t, n64(hi)) > 0 {
			return
		}
		away := o.away(p0.between(p1, at))
		height := heightAt(at)
		allowed := (math.IsInf(o.floor, -1) || order(height, n64(o.floor)) >= 0) && (math.IsInf(o.ceiling, 1) || order(height, n64(o.ceiling)) <= 0)
		size := o.size(p0)
		all = append(all, step{t, allowed && order(add(away, size), add(mul(reach, reach), size)) <= 0, away, away.Sign() == 0, open})
	}
	for i, at := range instants {
		look(at, false)
		if i+1 < len(instants) {
			look(quo(add(at, instants[i+1]), n64(2)), true)
		}
	}
	return all
}

// joined makes visits of the steps of a piece.
func joined(steps []step) (all []found) {
	var last *found
	for i, s := range steps {
		if !s.within {
			last = nil
			continue
		}
		if last == nil && s.open {
			panic("a visit that begins in an open interval")
		}
		if last == nil {
			all = append(all, found{enter: s.t, inside: n64(0), enterAway: s.away})
			last = &all[len(all)-1]
			if i == 0 {
				last.open = trajectory.OpenStart
			}
		}
		if s.open {
			if s.zero {
				last.inside = add(last.inside, sub(steps[i+1].t, steps[i-1].t))
			}
			continue
		}
		last.exit, last.exitAway = s.t, s.away
		if last.least == nil || order(add(s.away, n64(1)), add(last.least, n64(1))) < 0 {
			last.closest, last.least = s.t, s.away
		}
		if i == len(steps)-1 {
			last.open |= trajectory.OpenEnd
		}
	}
	return all
}
