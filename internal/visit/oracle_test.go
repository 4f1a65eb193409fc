package visit_test

import (
	"math"
	"math/big"
	"slices"

	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// oracle finds the visits to a zone from the definition, in numbers of oracleBits bits, of which two that are not equal differ by more than their rounding: it evaluates the distance, by projection of the
// position alone, at every s at which anything may change, and between them.
type oracle struct {
	earth    bool
	sides    []border // points have a side from themselves to themselves
	polygons []projection
	floor    float64
	ceiling  float64
}

// border is a side from g to h.
type border struct {
	g, h, n vec
	nn      num // n·n
}

// projection is a polygon in the plane of a central projection.
type projection struct {
	c, a, b vec
	sides   [][2][2]num
}

func (p *projection) of(v vec) [2]num {
	h := v.dot(p.c)
	return [2]num{quo(v.dot(p.a), h), quo(v.dot(p.b), h)}
}

// newOracle takes a zone of a set. Sides are taken from the set, so that the splitting of sides is not tested here.
func newOracle(s *zone.Set, of int) (o oracle) {
	o.earth = s.Frame() == trajectory.EarthCentred
	o.floor, o.ceiling, _ = s.Heights(of)
	first, last := s.SidesOf(of)
	polygons := map[int32][][2]vec{}
	for _, side := range s.Sides()[first:last] {
		b := border{g: v64(side.G), h: v64(side.H)}
		b.n = b.g.cross(b.h)
		b.nn = b.n.dot(b.n)
		o.sides = append(o.sides, b)
		if side.Polygon >= 0 {
			polygons[side.Polygon] = append(polygons[side.Polygon], [2]vec{b.g, b.h})
		}
	}
	for _, sides := range polygons {
		o.polygons = append(o.polygons, o.project(sides))
	}
	return o
}

// project makes the projection of a polygon.
func (o *oracle) project(sides [][2]vec) (p projection) {
	p = projection{c: vec{n64(0), n64(0), n64(1)}, a: vec{n64(1), n64(0), n64(0)}, b: vec{n64(0), n64(1), n64(0)}}
	if o.earth {
		p.c[2] = n64(0)
		for _, s := range sides {
			l := root(s[0].dot(s[0]))
			for k := range p.c {
				p.c[k] = add(p.c[k], quo(s[0][k], l))
			}
		}
		p.a = vec{n64(0.25), n64(0.5), n64(-0.75)}.cross(p.c)
		p.b = p.c.cross(p.a)
	}
	for _, s := range sides {
		p.sides = append(p.sides, [2][2]num{p.of(s[0]), p.of(s[1])})
	}
	return p
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
	for i := range o.polygons {
		if o.polygons[i].holds(x) {
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
		take(o.toVertex(x, s.g)) // each vertex is the g of a side
		if d := o.toSide(x, s); d != nil {
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
func (o *oracle) toSide(x vec, s border) num {
	g, h := s.g, s.h
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
	n := s.n
	if s.nn.Sign() == 0 {
		return nil
	}
	far := quo(n.dot(x), s.nn)
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

// holds reports whether a position is inside of a polygon by parity.
func (p *projection) holds(x vec) (odd bool) {
	if x.dot(p.c).Sign() <= 0 {
		return false
	}
	at := p.of(x)
	for _, s := range p.sides {
		g, h := s[0], s[1]
		if (g[1].Cmp(at[1]) > 0) == (h[1].Cmp(at[1]) > 0) {
			continue
		}
		right := add(g[0], mul(quo(sub(at[1], g[1]), sub(h[1], g[1])), sub(h[0], g[0])))
		if right.Cmp(at[0]) > 0 {
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
		g, h, n := s.g, s.h, s.n
		if o.earth {
			square(p0.cross(g), p1.cross(g), g.dot(g))
			zeroOf(p0.dot(g), p1.dot(g))
		} else {
			square(o.flat(p0.sub(g)), o.flat(p1.sub(g)), n64(1))
		}
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
	var steps []step
	for p := range s.PiecesOf(traj, traj+1) {
		if !p.Begun { // nothing goes on from the piece before
			all, steps = append(all, joined(steps)...), nil
		}
		for i := range p.Segments() {
			steps = append(steps, o.steps(s, p, p.First+i, reach, r)...)
		}
	}
	return append(all, joined(steps)...)
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
