package visit

import (
	"math/big"
	"slices"

	"flyby/internal/zone"
)

// boundary is what a motion meets of the boundary of a polygon, on all of [0, 1].
type boundary struct {
	polygon  int32      // -1: of lines and points
	before   bool       // whether the polygon holds the beginning, if that is not on its boundary
	contacts []interval // with rational ends; in order and apart once merged
	turns    []surd     // where the motion, moved aside by next to nothing, crosses it
}

// meet adds the contacts with a side, and the turn at it: a side that comes from one side of the motion's line, or from on it, and goes to the other.
func (m *motion) meet(b *boundary, g, h vector, of *zone.Side) {
	if i, ok := m.vertexOf(g).within(new(big.Int), whole01()); ok {
		b.contacts = append(b.contacts, i)
	}
	if of.G == of.H {
		return
	}
	f := m.sideOf(g, h)
	if f == nil {
		return
	}
	i, ok := f.within(new(big.Int), whole01())
	if !ok {
		return
	}
	b.contacts = append(b.contacts, i)
	if normal := m.p0.cross(m.p1); normal.dot(g).Sign() > 0 != (normal.dot(h).Sign() > 0) {
		b.turns = append(b.turns, i.from)
	}
}

// whole01 returns the whole of a segment.
func whole01() interval { return interval{whole(0), whole(1)} }

// merged returns the union of intervals, in order and apart.
func merged(all []interval) []interval {
	slices.SortFunc(all, func(a, b interval) int { return a.from.cmp(b.from) })
	out := all[:0]
	for _, i := range all {
		if n := len(out) - 1; n >= 0 && i.from.cmp(out[n].to) <= 0 {
			out[n].to = later(out[n].to, i.to)
			continue
		}
		out = append(out, i)
	}
	return out
}

// gaps returns the open intervals between the contacts of [0, 1].
func (b *boundary) gaps() (all []interval) {
	from := whole(0)
	begins := true // no contact holds from
	for _, c := range b.contacts {
		if c.from.cmp(from) > 0 {
			all = append(all, interval{from, c.from})
		}
		from, begins = c.to, false
	}
	if begins || from.cmp(whole(1)) < 0 {
		all = append(all, interval{from, whole(1)})
	}
	return all
}

// startsApart reports whether no contact holds the beginning.
func (b *boundary) startsApart() bool {
	return len(b.contacts) == 0 || b.contacts[0].from.u.Sign() > 0
}

// within returns the gaps that a polygon holds, and whether it holds the last: of an end on its boundary the next leg, which begins there, makes nothing. holds says whether it holds the position
// at a rational s on no boundary of it.
func (b *boundary) within(m *motion, holds func(s surd) bool) (held []interval, now bool) {
	b.contacts = merged(b.contacts)
	turning := !m.p0.cross(m.p1).isZero()
	now, known := b.before, b.startsApart()
	for i, gap := range b.gaps() {
		turns := b.turnsBefore(gap)
		switch {
		case !known || i > 0 && !turning:
			now, known = holds(middle(gap)), true
		case turns%2 == 1:
			now = !now
		}
		if now {
			held = append(held, gap)
		}
	}
	return held, now
}

// turnsBefore counts the turns in the contact before a gap, and takes them out.
func (b *boundary) turnsBefore(gap interval) (n int) {
	rest := b.turns[:0]
	for _, t := range b.turns {
		if t.cmp(gap.from) <= 0 {
			n++
			continue
		}
		rest = append(rest, t)
	}
	b.turns = rest
	return n
}

// middle returns the middle of an interval with rational ends.
func middle(i interval) surd {
	sum, term := new(big.Int).Mul(i.from.u, i.to.d), new(big.Int).Mul(i.to.u, i.from.d)
	d := new(big.Int).Mul(i.from.d, i.to.d)
	return ratio(sum.Add(sum, term), d.Lsh(d, 1))
}
