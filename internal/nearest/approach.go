package nearest

import (
	"cmp"
	"math"
	"math/big"

	"flyby/interaction"
	"flyby/trajectory"
)

// passage is two segments that may have the least distance of their trajectories, and bounds of that distance.
type passage struct {
	q, e      trajectory.Segment
	low, high float64
}

// approach is how close a query and an entry come.
type approach struct {
	candidate
	radius    float64   // of the entry
	low, high float64   // bounds of the distance less the entry's radius, by which the entries of one query are ranked
	passages  []passage // in order of time
	exact     *least    // nil: not computed yet
}

// least is an approach in rational numbers.
type least struct {
	square, at *big.Rat
	owner      *passage // the segments that own the instant
}

// approachOf compares the segments of the query and an entry that may have the least distance. passages is memory for them.
func (n *narrowing) approachOf(c candidate, passages []passage) (a approach) {
	a = approach{candidate: c, radius: n.entries.Radius(int(c.entry)), high: math.Inf(1), passages: passages[:0]}
	enter, exit := c.enter, c.exit
	if n.single {
		enter, exit = math.Inf(-1), math.Inf(1)
	}
	for _, o := range n.near(int(c.entry), enter, exit) {
		q, e := n.queries.SegmentAt(n.query, o.q), n.entries.SegmentAt(int(c.entry), o.e)
		if low, high, shares := n.window.Apart(&q, &e); shares && low <= a.high {
			a.add(passage{q, e, low, high})
		}
	}
	a.low = a.high
	for i := range a.passages {
		a.low = min(a.low, a.passages[i].low)
	}
	if a.radius > 0 { // each difference is rounded once
		a.low, a.high = math.Nextafter(a.low-a.radius, math.Inf(-1)), math.Nextafter(a.high-a.radius, math.Inf(1))
	}
	return a
}

// add takes a later passage in, and passages that are farther apart out.
func (a *approach) add(p passage) {
	if p.high < a.high {
		a.high = p.high
		kept := a.passages[:0]
		for _, o := range a.passages {
			if o.low <= a.high {
				kept = append(kept, o)
			}
		}
		a.passages = kept
	}
	if n := len(a.passages); n > 0 && p.repeats(&a.passages[n-1]) {
		return
	}
	a.passages = append(a.passages, p)
}

// repeats reports whether the distance is constant, exactly, and equal to the constant distance of an earlier passage, which owns its first instant:
// then the earlier passage is the first to have that distance.
func (p *passage) repeats(earlier *passage) bool {
	r, constant := p.offset()
	before, was := earlier.offset()
	return constant && was && r == before
}

// offset returns the position of the entry relative to the query in a passage in which it is exactly one float64 for each axis throughout.
func (p *passage) offset() (r [3]float64, constant bool) {
	rest := p.q.P0 == p.q.P1 && p.e.P0 == p.e.P1
	if !rest && (p.q.T0 != p.e.T0 || p.q.T1 != p.e.T1) {
		return r, false
	}
	for k := range r {
		start, lost := difference(p.e.P0[k], p.q.P0[k])
		end, also := difference(p.e.P1[k], p.q.P1[k])
		if lost != 0 || also != 0 || start != end {
			return r, false
		}
		r[k] = start
	}
	return r, true
}

// difference returns x - y in two parts, exactly, unless it overflows: then lost is no number.
func difference(x, y float64) (d, lost float64) {
	d = x - y
	v := d - x
	return d, (x - (d - v)) - (y + v)
}

// solve returns the approach in rational numbers.
func (a *approach) solve(w *interaction.Window) *least {
	if a.exact != nil {
		return a.exact
	}
	for i := range a.passages {
		p := &a.passages[i]
		square, at, _ := w.Least(&p.q, &p.e)
		switch {
		case a.exact == nil || square.Cmp(a.exact.square) < 0:
			a.exact = &least{square, at, p}
		case square.Cmp(a.exact.square) == 0 && at.Cmp(a.exact.at) == 0: // a later passage begins then, and owns it
			a.exact.owner = p
		}
	}
	return a.exact
}

// owner returns the segments that own the first instant of least distance.
func (a *approach) owner(w *interaction.Window) *passage {
	if len(a.passages) == 1 {
		return &a.passages[0]
	}
	return a.solve(w).owner
}

// compare ranks the entries of one query, by their keys, then by the first instant of least distance, then by their order in the store.
func (a *approach) compare(b *approach, w *interaction.Window) int {
	switch {
	case a.high < b.low:
		return -1
	case b.high < a.low:
		return 1
	}
	x, y := a.solve(w), b.solve(w)
	return cmp.Or(compareKeys(x.square, y.square, a.radius, b.radius), x.at.Cmp(y.at), cmp.Compare(a.entry, b.entry))
}

// compareKeys compares √x - r with √y - s.
func compareKeys(x, y *big.Rat, r, s float64) int {
	if r == s {
		return x.Cmp(y)
	}
	if r < s {
		return -compareKeys(y, x, s, r)
	}
	d := new(big.Rat).SetFloat64(r) // above 0: √x is compared with √y + d
	d.Sub(d, new(big.Rat).SetFloat64(s))
	dd := new(big.Rat).Mul(d, d)
	rest := new(big.Rat).Sub(x, y)
	if rest.Sub(rest, dd).Sign() < 0 {
		return -1
	}
	product := dd.Mul(dd, y) // rest is compared with 2 d √y
	product.Mul(product, big.NewRat(4, 1))
	return rest.Mul(rest, rest).Cmp(product)
}
