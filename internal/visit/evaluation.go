package visit

import (
	"cmp"
	"math/big"
	"slices"

	"flyby/internal/dyadic"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// evaluation is a segment against a zone, in integers.
type evaluation struct {
	motion
	set     *zone.Set
	of      *trajectory.Segment
	sides   []int32 // of the zone that are near, in order
	scale   dyadic.Scale
	reach   *big.Int // the threshold with the radius
	cut     interval // to the window of time
	allowed interval // in it, heights allow the zone
}

// newEvaluation makes one of a segment whose positions are in the frame of the zones. ok is false where heights never allow the zone.
func newEvaluation(set *zone.Set, at *leg, zone int32, sides []int32) (e *evaluation, ok bool) {
	e = &evaluation{set: set, of: &at.Segment, sides: sides}
	e.earth = set.Frame() == trajectory.EarthCentred
	lengths := [][]float64{at.P0[:], at.P1[:], {at.reach, at.R}}
	for _, i := range sides {
		of := &set.Sides()[i]
		lengths = append(lengths, of.G[:], of.H[:])
	}
	e.scale = dyadic.ScaleOf(lengths...)
	e.p0, e.p1 = vectorOf(at.P0, e.scale), vectorOf(at.P1, e.scale)
	e.reach = e.scale.Integer(at.reach)
	e.reach.Add(e.reach, e.scale.Integer(at.R))
	e.cut = at.window()
	e.allowed, ok = at.heights(set, zone, e.cut)
	return e, ok
}

// spans finds the intervals within the threshold, in order, and what holds the end. before says which polygons of the zone hold the beginning.
func (e *evaluation) spans(before []int32) (all []span, after []int32) {
	zeros, after := e.inZone(before)
	near := e.near()
	within := slices.Clone(zeros)
	for _, n := range near {
		within = append(within, n.interval)
	}
	for _, i := range merged(within) {
		all = append(all, e.span(i, zeros, near))
	}
	return all, after
}

// nearness is a feature within the threshold.
type nearness struct {
	interval
	*feature
}

// near returns all features within the threshold, at the s that heights and window allow.
func (e *evaluation) near() (all []nearness) {
	if e.allowed.from.cmp(e.allowed.to) > 0 {
		return nil
	}
	add := func(f *feature) {
		if i, ok := f.within(e.reach, e.allowed); ok {
			all = append(all, nearness{i, f})
		}
	}
	for _, i := range e.sides {
		of := &e.set.Sides()[i]
		for _, f := range e.featuresOf(vectorOf(of.G, e.scale), vectorOf(of.H, e.scale), of) {
			add(f)
		}
	}
	if e.earth {
		add(e.centreOf())
	}
	return all
}

// inZone returns the intervals in the closed zone, merged, at the s that are allowed, and which polygons hold the end, by number.
func (e *evaluation) inZone(before []int32) (all []interval, after []int32) {
	add := func(of []interval) {
		for _, i := range of {
			i.from, i.to = later(i.from, e.allowed.from), earlier(i.to, e.allowed.to)
			if i.from.cmp(i.to) <= 0 {
				all = append(all, i)
			}
		}
	}
	met := e.boundaries(before)
	for _, b := range met {
		if b.polygon < 0 {
			add(b.contacts)
			continue
		}
		held, now := b.within(&e.motion, func(s surd) bool { return e.holds(b.polygon, s) })
		if now {
			after = append(after, b.polygon)
		}
		add(b.contacts)
		add(held)
	}
	if i, ok := e.centreOf().within(new(big.Int), whole01()); e.earth && ok {
		add([]interval{i})
	}
	return merged(all), after
}

// boundaries returns what the motion meets of each polygon that has near sides or holds the object, by number, and of lines and points before them.
func (e *evaluation) boundaries(before []int32) (all []*boundary) {
	at := func(polygon int32) *boundary {
		i, known := slices.BinarySearchFunc(all, polygon, func(b *boundary, polygon int32) int { return cmp.Compare(b.polygon, polygon) })
		if !known {
			all = slices.Insert(all, i, &boundary{polygon: polygon})
		}
		return all[i]
	}
	for _, polygon := range before {
		at(polygon).before = true
	}
	for _, i := range e.sides {
		of := &e.set.Sides()[i]
		e.meet(at(of.Polygon), vectorOf(of.G, e.scale), vectorOf(of.H, e.scale), of)
	}
	if i, ok := e.centreOf().within(new(big.Int), whole01()); e.earth && ok {
		for _, b := range all {
			b.contacts = append(b.contacts, i)
		}
	}
	return all
}

// span describes a maximal interval.
func (e *evaluation) span(i interval, zeros []interval, near []nearness) (s span) {
	s.enter, s.exit = timeOf(e.of, i.from), timeOf(e.of, i.to)
	s.atStart, s.atEnd = i.from.cmp(e.cut.from) == 0, i.to.cmp(e.cut.to) == 0
	s.single = i.from.cmp(i.to) == 0
	s.enterAway, s.exitAway = e.distanceAt(i.from, zeros, near), e.distanceAt(i.to, zeros, near)
	for _, z := range zeros {
		if z.from.cmp(i.from) < 0 || z.from.cmp(i.to) > 0 {
			continue
		}
		from := timeOf(e.of, z.from)
		if s.nearest.square == nil {
			s.nearest = approach{at: from, square: new(big.Rat)}
		}
		s.inside = added(s.inside, timeOf(e.of, z.to).since(from))
	}
	if s.nearest.square == nil {
		s.nearest = e.nearest(i, near)
	}
	s.nearest.scale = int(e.scale)
	s.nearest.err = float64(s.nearest.distance * 0x1p-51)
	return s
}

// nearest returns the first s of the least distance in an interval that does not meet the zone.
func (e *evaluation) nearest(in interval, near []nearness) (a approach) {
	var first surd
	for _, n := range near {
		if n.from.cmp(in.from) < 0 || n.from.cmp(in.to) > 0 {
			continue
		}
		at, square := n.least(n.interval, e.reach)
		if order := -1; a.square != nil {
			if order = square.Cmp(a.square); order == 0 {
				order = at.cmp(first)
			}
			if order >= 0 {
				continue
			}
		}
		first, a.square = at, square
	}
	a.at, a.distance = timeOf(e.of, first), e.length(a.square)
	return a
}

// distanceAt returns the distance at an end of an interval.
func (e *evaluation) distanceAt(s surd, zeros []interval, near []nearness) float64 {
	holds := func(i interval) bool { return i.from.cmp(s) <= 0 && s.cmp(i.to) <= 0 }
	if slices.ContainsFunc(zeros, holds) {
		return 0
	}
	var least *big.Rat
	for _, n := range near {
		if !holds(n.interval) {
			continue
		}
		if square := n.squareAt(s, e.reach); least == nil || square.Cmp(least) < 0 {
			least = square
		}
	}
	return e.length(least)
}

// length returns the float64 nearest to the root of a square, but for the last place in rare cases.
func (e *evaluation) length(square *big.Rat) float64 {
	number := new(big.Float).SetPrec(digits).SetRat(square)
	root, _ := number.SetMantExp(number.Sqrt(number), -int(e.scale)).Float64()
	return root
}

// holds reports whether a polygon holds the position at a rational s, which is not on its boundary.
func (e *evaluation) holds(polygon int32, s surd) bool {
	x := e.p0.at(e.p1, s.u, s.d)
	part, _ := s.float().Float64()
	var about [3]float64
	for k := range about {
		about[k] = e.of.P0[k] + float64(part*(e.of.P1[k]-e.of.P0[k]))
	}
	if !e.set.Faces(polygon, about) {
		return false
	}
	axis := e.set.RayAxis(about)
	towards := vector{new(big.Int), new(big.Int), new(big.Int)}
	towards[axis] = big.NewInt(1)
	plane, odd := x.cross(towards), false
	e.set.RaySides(about, axis, func(side int32) {
		of := &e.set.Sides()[side]
		if of.Polygon != polygon {
			return
		}
		scale := dyadic.ScaleOf(of.G[:], of.H[:])
		g, h := vectorOf(of.G, scale), vectorOf(of.H, scale)
		before, behind := plane.dot(g).Sign() > 0, plane.dot(h).Sign() > 0
		if before == behind {
			return
		}
		if at := g.cross(h).dot(x).Sign(); at > 0 && behind || at < 0 && before {
			odd = !odd
		}
	})
	return odd
}
