package spool

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"flyby/internal/memory"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// A Range selects the slabs that a Source yields.
type Range struct {
	Edges       []float64 // where slabs meet, ascending
	First, Last int       // trajectories of the whole, [First, Last); both 0: all
	Ahead       bool      // the next slab is gathered while one is in use: two are in memory

	// Made, unless nil, is called with each slab once it is gathered: where Ahead is set, by
	// another goroutine while the slab before is in use.
	Made func(*slab.Slab)
}

// Slabs returns the slabs of the spool, or their parts of some trajectories. The Source may be
// ranged over once, and ends with the error of ctx where that ends.
func (s *Spool) Slabs(ctx context.Context, r Range) slab.Source {
	if r.First == 0 && r.Last == 0 {
		r.Last = s.whole.IDs.Len()
	}
	switch {
	case s.store != nil:
		return s.cutStore(ctx, r)
	case s.fleet != nil:
		return s.make(ctx, r)
	}
	g := &gatherer{s: s, ctx: ctx, first: uint32(r.First), last: uint32(r.Last), local: make([]uint32, s.whole.IDs.Len())}
	g.stores = make([]columns, 1)
	one := g.slab
	switch {
	case s.direct != nil && s.direct.rules != nil:
		one = newRuledPicker(g).slab
	case s.direct != nil:
		one = newPicker(g).slab
	default:
		g.opener = newOpener(s.pages, s.width(), s.page)
	}
	if r.Ahead {
		g.stores = make([]columns, 2)
		return gatherAhead(notify(slabs(r.Edges, one), r.Made))
	}
	return notify(slabs(r.Edges, one), r.Made)
}

// A gatherer makes slabs one after the other.
type gatherer struct {
	s           *Spool
	ctx         context.Context
	first, last uint32
	chosen      []bool // [trajectories of the whole] the wanted ones; nil: all
	opener      *opener
	local       []uint32 // [trajectories of the whole] 1 + the index in the slab, or how many samples; 0: not in the slab
	over        []overhang
	stores      []columns // memory of slabs, in turn
	made        int
}

// An overhang is a segment of a slab that ends at the next slab's start or after it.
type overhang struct {
	start, end float64
	from, to   position
	traj       uint32 // number in the whole
	number     uint32
	flags      uint8
}

// columns are the memory of one slab. All are used again.
type columns struct {
	t, x, y, z, radius []float64
	h                  []float64 // empty where there are no heights
	first, gaps        []int
	ids                []int64
	traj, before       []uint32
	begun, goesOn      []bool
	next, number       []uint32 // [trajectories] the index of the next sample, and the number of the last segment
	flags              []uint8  // [trajectories] flags of the last segment
}

// slabs yields all slabs, which one makes one after the other.
func slabs(edges []float64, one func(from, to float64) (*slab.Slab, error)) slab.Source {
	return func(yield func(*slab.Slab, error) bool) {
		from := math.Inf(-1)
		for _, to := range append(slices.Clone(edges), math.Inf(1)) {
			b, err := one(from, to)
			if !yield(b, err) || err != nil {
				return
			}
			from = to
		}
	}
}

// slab gathers the slab [from, to).
func (g *gatherer) slab(from, to float64) (*slab.Slab, error) {
	c := &g.stores[g.made%len(g.stores)]
	g.made++
	samples, gaps := g.countOverhang()
	err := g.eachPage(from, to, colFlags, func(first, last int) {
		for i := first; i < last; i++ {
			n, gap := g.count(g.s.place[g.opener.traj[i]], g.opener.flags[i])
			samples, gaps = samples+n, gaps+gap
		}
	})
	if err == nil && samples > math.MaxUint32 {
		err = fmt.Errorf("spool: a slab of %d samples, more than 4,294,967,295", samples)
	}
	if err != nil {
		return nil, err
	}
	g.layOut(c, int(samples), int(gaps))
	for i := range g.over {
		o := &g.over[i]
		g.put(c, o.traj, o.number, o.flags, o.start, o.end, &o.from, &o.to)
	}
	if err := g.eachPage(from, to, mostColumns-1, func(first, last int) { g.fill(c, first, last) }); err != nil {
		return nil, err
	}
	return g.finish(c, from, to), nil
}

// countOverhang counts the samples of the overhang from the slab before; gaps is 0.
func (g *gatherer) countOverhang() (samples, gaps uint64) {
	for i := range g.over {
		n, _ := g.count(g.over[i].traj, g.over[i].flags)
		samples += n
	}
	return samples, 0
}

// count counts the samples of a segment, and the gap before it in the slab.
func (g *gatherer) count(traj uint32, flags uint8) (samples, gaps uint64) {
	if !g.wants(traj) || flags&closes != 0 {
		return 0, 0
	}
	n := uint32(1)
	there := g.local[traj] > 0
	if flags&point == 0 && (!there || flags&begins != 0) {
		n = 2
	}
	g.local[traj] += n
	if there && flags&begins != 0 {
		gaps = 1
	}
	return uint64(n), gaps
}

// wants reports whether a trajectory of the whole is wanted in slabs.
func (g *gatherer) wants(traj uint32) bool {
	return traj >= g.first && traj < g.last && (g.chosen == nil || g.chosen[traj])
}

// eachPage opens the pages that have segments that start in [from, to), and calls do with their
// rows; rows of a trajectory come in order. Columns up to one are read, and starts of pages that
// have other rows too.
func (g *gatherer) eachPage(from, to float64, upTo int, do func(first, last int)) error {
	upTo = min(upTo, colTo+2*g.s.width()-1)
	for i := range g.s.reels {
		pages := g.s.reels[i].pages
		at := sort.Search(len(pages), func(k int) bool { return pages[k].last >= from })
		for ; at < len(pages) && pages[at].first < to; at++ {
			if err := g.ctx.Err(); err != nil {
				return err
			}
			p := &pages[at]
			within, columns := p.first >= from && p.last < to, upTo
			if !within {
				columns = max(upTo, colStart)
			}
			if err := g.opener.open(p, columns); err != nil {
				return err
			}
			if within {
				do(0, int(p.rows))
				continue
			}
			starts := g.opener.floats[0][:p.rows]
			do(sort.SearchFloat64s(starts, from), sort.SearchFloat64s(starts, to))
		}
	}
	return nil
}

// layOut sets the index of each trajectory of the slab, and of its first sample.
func (g *gatherer) layOut(c *columns, samples, gaps int) {
	for _, col := range []*[]float64{&c.t, &c.x, &c.y, &c.z}[:1+g.s.whole.Space.Dim] {
		*col = memory.Reuse(*col, samples)
	}
	if g.s.whole.Space.Heights {
		c.h = memory.Reuse(c.h, samples)
	}
	c.gaps = memory.Reuse(c.gaps, gaps)[:0]
	n := 0
	for _, count := range g.local[g.first:g.last] {
		if count > 0 {
			n++
		}
	}
	c.first, c.ids = memory.Reuse(c.first, n+1), memory.Reuse(c.ids, n)
	for _, col := range []*[]uint32{&c.traj, &c.before, &c.next, &c.number} {
		*col = memory.Reuse(*col, n)
	}
	c.begun, c.goesOn, c.flags = memory.Reuse(c.begun, n), memory.Reuse(c.goesOn, n), memory.Reuse(c.flags, n)
	if g.s.whole.Radius != nil {
		c.radius = memory.Reuse(c.radius, n)
	}
	n, at := 0, 0
	for traj := g.first; traj < g.last; traj++ {
		count := g.local[traj]
		if count == 0 {
			continue
		}
		c.traj[n], c.ids[n], c.first[n], c.next[n] = traj, int64(traj), at, uint32(at)
		if c.radius != nil {
			c.radius[n] = g.s.whole.Radius[traj]
		}
		n, at = n+1, at+int(count)
		g.local[traj] = uint32(n)
	}
	c.first[n] = at
}

// fill puts rows of the open page into the columns.
func (g *gatherer) fill(c *columns, first, last int) {
	o, n := g.opener, begun(g.opener.flags[:first])
	var from, to position
	for i := first; i < last; i++ {
		o.position(i, n, &from, &to)
		n += int(o.flags[i] & begins)
		g.put(c, g.s.place[o.traj[i]], o.number[i], o.flags[i], o.floats[0][i], o.floats[1][i], &from, &to)
	}
}

// put adds a segment to its trajectory: both samples where it is the first or follows a gap, else
// the later. Point events have one.
func (g *gatherer) put(c *columns, traj, number uint32, flags uint8, start, end float64, from, to *position) {
	if !g.wants(traj) {
		return
	}
	n := g.local[traj] - 1
	if flags&closes != 0 { // it comes after its segment and before the next
		c.flags[n] |= ends
		return
	}
	at := c.next[n]
	isFirst := int(at) == c.first[n]
	if isFirst {
		c.before[n], c.begun[n] = number, flags&begins == 0 || flags&spliced != 0
	} else if flags&begins != 0 {
		c.gaps = append(c.gaps, int(at)-1)
	}
	if flags&point == 0 && (isFirst || flags&begins != 0) {
		c.sample(at, start, from)
		at++
	}
	c.sample(at, end, to)
	c.next[n], c.number[n], c.flags[n] = at+1, number, flags
}

// sample sets a sample.
func (c *columns) sample(at uint32, t float64, p *position) {
	c.t[at], c.x[at], c.y[at] = t, p[0], p[1]
	if c.z != nil {
		c.z[at] = p[2]
	}
	if c.h == nil {
		return
	}
	if c.h[at] = p[2]; c.z != nil {
		c.h[at] = p[3]
	}
}

// finish makes the slab, and keeps the overhang for the next.
func (g *gatherer) finish(c *columns, from, to float64) *slab.Slab {
	slices.Sort(c.gaps)
	for n := range c.traj {
		c.goesOn[n] = c.flags[n]&ends == 0 && c.number[n]+1 < g.s.count[c.traj[n]]
		g.local[c.traj[n]] = 0
	}
	w := &g.s.whole
	store := (trajectory.Sorted{
		T: c.t, X: c.x, Y: c.y, Z: c.z, H: c.h, First: c.first, IDs: trajectory.IntIDs(c.ids), Radius: c.radius,
		Gaps: slices.Clip(c.gaps), Times: w.Kind, Frame: w.Space.Frame,
	}).Store()
	g.hang(c, to)
	return &slab.Slab{Store: store.Excerpt(c.begun, c.goesOn), Start: from, End: to, Traj: c.traj, Before: c.before}
}

// hang keeps the last segment of each trajectory that ends at to or later.
func (g *gatherer) hang(c *columns, to float64) {
	g.over = g.over[:0]
	for n, traj := range c.traj {
		last := c.first[n+1] - 1
		if !(c.t[last] >= to) {
			continue
		}
		o := overhang{start: c.t[last-1], end: c.t[last], traj: traj, number: c.number[n], flags: c.flags[n]}
		o.from[0], o.from[1], o.to[0], o.to[1] = c.x[last-1], c.y[last-1], c.x[last], c.y[last]
		rest := 2
		for _, col := range [][]float64{c.z, c.h} {
			if col != nil {
				o.from[rest], o.to[rest] = col[last-1], col[last]
				rest++
			}
		}
		g.over = append(g.over, o)
	}
}
