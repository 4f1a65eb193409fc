package visit

import (
	"cmp"
	"math"
	"slices"

	"flyby/internal/vec3"
	"flyby/internal/zone"
)

// solver finds the spans of a leg within the threshold of a zone in float64, where its error bounds (E12 in docs/exactness.md) decide everything. What they leave open is
// for an evaluation. It is filled again and again, in the same memory.
type solver struct {
	set   *zone.Set
	earth bool

	leg       *leg
	row       int
	threshold float64     // with the radius
	unit      float64     // in the last place of the largest time of the object
	within    []proximity // in the threshold, of features and inside of polygons
	crossings []crossing
	zeros     []proximity // in the zone
	spans     []span
	after     []int32 // the polygons that hold the end of the leg
	away0     float64 // the distances at the ends of the leg, if they are in the threshold
	away1     float64
	unsure    bool
}

// A proximity is an interval of s: its ends are 0 or 1 without an error, where it is certain to hold them, or inside of the leg.
type proximity struct {
	from, to bound
	least    bound // the least distance, with its error; -1: the interval is in the zone
	nearest  bound // the s of the least distance
	side     int32 // of the feature
	vertex   bool  // it is the vertex of the side
}

// solve finds the spans, none of a zone that does not count. It reports false where it cannot tell.
func (z *solver) solve(l *leg, row int, sides, before []int32, uncounted bool) bool {
	z.leg, z.row, z.unsure = l, row, l.lo != l.T0 || l.hi != l.T1
	z.threshold = l.reach + l.R
	if uncounted {
		z.threshold = 0
	}
	z.away0, z.away1 = z.threshold, z.threshold
	z.within, z.crossings, z.zeros, z.spans, z.after = z.within[:0], z.crossings[:0], z.zeros[:0], z.spans[:0], z.after[:0]
	if z.earth {
		way := vec3.Minus(l.P1, l.P0)
		z.unsure = z.unsure || !(math.Sqrt(vec3.Dot(l.P0, l.P0))-size(way) > 4*z.threshold)
	}
	for _, i := range sides {
		if z.unsure {
			return false
		}
		z.side(i)
	}
	z.inside(before)
	if uncounted {
		return !z.unsure
	}
	z.zeros = z.merged(z.zeros)
	if z.threshold == 0 {
		z.within = z.within[:0]
	}
	z.within = z.merged(append(z.within, z.zeros...))
	for i := range z.within {
		z.span(&z.within[i])
	}
	return !z.unsure
}

// side adds the features of a side that are within the threshold, and where the leg crosses it.
func (z *solver) side(i int32) {
	of, v := &z.set.Sides()[i], &z.set.Views()[i]
	r0, r1 := vec3.Minus(z.leg.P0, of.G), vec3.Minus(z.leg.P1, of.G)
	far := max(size(r0), size(r1))
	err := float64(v.Slack*(far+z.threshold)) + 0x1p-500
	if !(err < math.Inf(1)) {
		z.unsure = true
		return
	}
	if of.G != of.H {
		l := course{vec3.Dot(v.Across, r0), vec3.Dot(v.Across, r1), err}
		most := z.threshold + err
		if l.at0 > most && l.at1 > most || l.at0 < -most && l.at1 < -most {
			return
		}
		q0, q1 := vec3.Minus(z.leg.P0, of.H), vec3.Minus(z.leg.P1, of.H)
		err = float64(v.Slack*(max(far, size(q0), size(q1))+z.threshold)) + 0x1p-500
		l.err = err
		a, b := course{vec3.Dot(v.Along, r0), vec3.Dot(v.Along, r1), err}, course{vec3.Dot(v.Against, q0), vec3.Dot(v.Against, q1), err}
		z.strip(i, l, a, b)
		z.cross(of, l, a, b)
	}
	if z.earth {
		r0, r1 = flatten(r0, v.Up), flatten(r1, v.Up)
	}
	z.disc(i, v, r0, r1, err, of.G == of.H)
}

// wholeLeg is an interval of all of a leg.
func wholeLeg() proximity { return proximity{to: end()} }

// strip adds where a leg is within the threshold of the inner of a side.
func (z *solver) strip(i int32, l, a, b course) {
	if z.threshold == 0 {
		return
	}
	if a.at0 >= 0 && b.at0 >= 0 {
		z.away0 = min(z.away0, math.Abs(l.at0))
	}
	if a.at1 >= 0 && b.at1 >= 0 {
		z.away1 = min(z.away1, math.Abs(l.at1))
	}
	r, open := wholeLeg(), false
	for _, c := range [...]course{a, b, {z.threshold - l.at0, z.threshold - l.at1, l.err}, {z.threshold + l.at0, z.threshold + l.at1, l.err}} {
		some, sure := c.cut(&r)
		if !some {
			return
		}
		open = open || !sure
	}
	switch {
	case r.from.after(r.to):
		return
	case open || !r.to.after(r.from):
		z.unsure = true
		return
	}
	at := func(s bound) bound {
		return bound{at: math.Abs(l.at0 + float64(s.at*(l.at1-l.at0))), err: 2*l.err + float64(s.err*math.Abs(l.at1-l.at0))}
	}
	r.side, r.least, r.nearest = i, at(r.from), r.from
	if to := at(r.to); r.least.after(to) {
		r.least, r.nearest = to, r.to
	} else if !to.after(r.least) {
		r.least.err = math.Inf(1) // only an evaluation can tell which end is nearer
	}
	z.within = append(z.within, r)
}

// cross adds where a leg crosses a side, if it does.
func (z *solver) cross(of *zone.Side, l, a, b course) {
	behind := func(c course) bool { return c.at0 < -c.err && c.at1 < -c.err }
	switch {
	case l.at0 > l.err && l.at1 > l.err || behind(l) || behind(a) || behind(b):
		return
	case !(math.Abs(l.at0) > l.err && math.Abs(l.at1) > l.err && math.Abs(l.at0-l.at1) >= 4*l.err):
		z.unsure = true
		return
	}
	at := l.root()
	for _, c := range [...]course{a, b} {
		foot, err := c.at0+float64(at.at*(c.at1-c.at0)), 2*c.err+float64(at.err*math.Abs(c.at1-c.at0))
		if foot < -err {
			return
		}
		z.unsure = z.unsure || !(foot > err)
	}
	if !z.tells(at, insideError) {
		at = z.refined(of, at)
	}
	z.crossings = append(z.crossings, crossing{at, of.Polygon})
}

// disc adds where a leg is within the threshold of a vertex, from y0 to y1 as the vertex sees it. A vertex without a side is met where that distance is 0.
func (z *solver) disc(i int32, v *zone.View, y0, y1 [3]float64, err float64, alone bool) {
	w := vec3.Minus(y1, y0)
	a, b := vec3.Dot(w, w), vec3.Dot(y0, w)
	turn := 0.0
	if a > 0 && b < 0 {
		turn = min(-b/a, 1)
	}
	y := [3]float64{y0[0] + float64(turn*w[0]), y0[1] + float64(turn*w[1]), y0[2] + float64(turn*w[2])}
	least := bound{at: math.Sqrt(vec3.Dot(y, y)), err: err}
	z.unsure = z.unsure || alone && !(least.at > err)
	switch {
	case z.threshold == 0 || least.at > z.threshold+err:
		return
	case !(least.at < z.threshold-err):
		z.unsure = true
		return
	}
	if z.earth && !z.faces(v) {
		return
	}
	r := wholeLeg()
	r.side, r.vertex, r.least, r.nearest = i, true, least, bound{at: turn}
	if turn > 0 && turn < 1 {
		r.nearest.err = 8*err*(math.Sqrt(a)+math.Sqrt(vec3.Dot(y0, y0)))/a + 0x1p-50
	}
	if w != [3]float64{} && !(math.Sqrt(a) > 4*err) {
		r.least.err = math.Inf(1)
	}
	z.pass(&r, a, b, [2]float64{math.Sqrt(vec3.Dot(y0, y0)), math.Sqrt(vec3.Dot(y1, y1))}, -vec3.Dot(y1, w), err)
	z.within = append(z.within, r)
}

// faces reports whether x·g > 0 throughout a leg, for the vertex of a view. Where x·g < 0 throughout, the ray of g is no nearer than the Earth's centre.
func (z *solver) faces(v *zone.View) bool {
	at0, at1 := vec3.Dot(v.Up, z.leg.P0), vec3.Dot(v.Up, z.leg.P1)
	edge := 0x1p-40 * max(size(z.leg.P0), size(z.leg.P1))
	z.unsure = z.unsure || !(at0 > edge && at1 > edge || at0 < -edge && at1 < -edge)
	return at0 > edge
}

// pass finds where a leg whose least distance from a vertex is within the threshold comes in and goes out: y·y is a s² + 2 b s + away², with the distances away at both ends, and
// b1 is b as seen from the end.
func (z *solver) pass(r *proximity, a, b float64, away [2]float64, b1, err float64) {
	z.away0, z.away1 = min(z.away0, away[0]), min(z.away1, away[1])
	out0, out1 := away[0] > z.threshold+err, away[1] > z.threshold+err
	switch {
	case !out0 && !(away[0] < z.threshold-err) || !out1 && !(away[1] < z.threshold-err):
		z.unsure = true
	case out0 && out1:
		far := math.Sqrt(float64((z.threshold-r.least.at)*(z.threshold+r.least.at)) * a)
		half, off, turn := far/a, 4*err*z.threshold/far+0x1p-50, r.nearest.at
		r.from, r.to = bound{at: turn - half, err: off}, bound{at: turn + half, err: off}
	case out1:
		r.to = leave(a, b, away[0], z.threshold, err)
	case out0:
		back := leave(a, b1, away[1], z.threshold, err)
		r.from = bound{at: 1 - back.at, err: back.err}
	}
}

// leave returns the s at which a motion that begins within a threshold of a point goes out, a = w·w and b = y0·w.
func leave(a, b, start, threshold, err float64) bound {
	c := float64((start - threshold) * (start + threshold)) // below 0
	far := math.Sqrt(float64(b*b) - float64(a*c))
	s := -c / (b + far)
	if b <= 0 {
		s = (far - b) / a
	}
	return bound{at: s, err: 4*err*threshold/far + 0x1p-50}
}

// inside adds the intervals inside of polygons, and where the leg crosses lines.
func (z *solver) inside(before []int32) {
	slices.SortFunc(z.crossings, func(a, b crossing) int { return cmp.Or(cmp.Compare(a.polygon, b.polygon), cmp.Compare(a.at, b.at)) })
	rest := z.crossings
	for len(rest) > 0 && rest[0].polygon < 0 {
		z.zeros = append(z.zeros, zero(rest[0].bound, rest[0].bound))
		rest = rest[1:]
	}
	for _, polygon := range before {
		if !slices.ContainsFunc(rest, func(c crossing) bool { return c.polygon == polygon }) {
			z.after = append(z.after, polygon)
			z.zeros = append(z.zeros, zero(beginning(), end()))
		}
	}
	for len(rest) > 0 {
		polygon, n := rest[0].polygon, 1
		for n < len(rest) && rest[n].polygon == polygon {
			n++
		}
		z.polygon(rest[:n], slices.Contains(before, polygon))
		rest = rest[n:]
	}
}

// polygon adds the intervals inside of a polygon between crossings of its sides.
func (z *solver) polygon(crossings []crossing, held bool) {
	last := beginning()
	for i, c := range crossings {
		z.unsure = z.unsure || i > 0 && !c.after(last)
		if held {
			z.zeros = append(z.zeros, zero(last, c.bound))
		}
		held, last = !held, c.bound
	}
	if held {
		z.zeros = append(z.zeros, zero(last, end()))
		z.after = append(z.after, crossings[0].polygon)
	}
}

// zero is an interval in the zone.
func zero(from, to bound) proximity {
	return proximity{from: from, to: to, least: bound{at: -1}, nearest: from}
}

// merged returns the union of intervals, in order and apart, in the same memory. Of all intervals in one, it has the least distance of the first that has it for certain.
func (z *solver) merged(all []proximity) []proximity {
	slices.SortFunc(all, func(a, b proximity) int { return cmp.Compare(a.from.at, b.from.at) })
	out := all[:0]
	for _, r := range all {
		n := len(out) - 1
		if n < 0 || r.from.after(out[n].to) {
			out = append(out, r)
			continue
		}
		o := &out[n]
		z.unsure = z.unsure || !o.to.after(r.from)
		o.from, o.to = o.from.earliest(r.from), o.to.latest(r.to)
		o.take(&r)
	}
	return out
}

// take keeps the lesser of two distances, and where it is.
func (r *proximity) take(o *proximity) {
	switch {
	case r.least.at < 0 || !math.IsInf(o.least.err, 1) && o.least.after(r.least):
	case o.least.at < 0 || r.least.after(o.least) || r.nearest == o.nearest && r.nearest.err == 0 && o.least.at < r.least.at && !math.IsInf(r.least.err, 1):
		r.least, r.nearest, r.side, r.vertex = o.least, o.nearest, o.side, o.vertex
	case r.nearest != o.nearest || r.nearest.err > 0: // two instants at which the distance may be the least
		r.least.err = math.Inf(1)
	}
}
