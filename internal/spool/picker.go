package spool

import (
	"math"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// A picker makes slabs from row groups, one after the other. A slab has the samples at times of its
// own, of each trajectory the next sample where a segment leads to it, and the overhang.
type picker struct {
	*gatherer
	d        *direct
	c        *columns
	from, to float64
	n        int       // samples of the slab so far
	who      []uint32  // [samples] trajectory of each in the whole, then its index in the columns
	before   []uint32  // [trajectories from first to last] segments in the slabs so far
	spare    []float64 // [samples] the arranged column
	finder
}

// slabAhead is about how many rows of row groups are decoded ahead.
const slabAhead = 1 << 15

func newPicker(g *gatherer) *picker {
	return &picker{gatherer: g, d: g.s.direct, before: make([]uint32, g.last-g.first), finder: finder{ids: g.s.whole.IDs}}
}

// slab makes the slab [from, to).
func (p *picker) slab(from, to float64) (*slab.Slab, error) {
	p.c, p.from, p.to = &p.stores[p.made%len(p.stores)], from, to
	p.made++
	p.begin()
	if groups := p.d.overlapping(from, to); len(groups) > 0 {
		p.table = p.table[:0]
		part := parquet.Pick{Groups: groups, Ahead: slabAhead}
		if _, _, err := p.d.groups.Read(p.ctx, part, p.take); err != nil {
			return nil, p.d.explain(p.ctx, err)
		}
	}
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	p.arrange()
	if !p.number() {
		return nil, p.d.explain(p.ctx, errChanged)
	}
	return p.finish(p.c, from, to), nil
}

// begin makes room for the samples, and puts the samples of the overhang there.
func (p *picker) begin() {
	most := p.s.most(p.from, p.to)
	samples := int(most + min(most, uint64(p.s.whole.IDs.Len())+p.s.gaps))
	c := p.c
	for _, col := range []*[]float64{&c.t, &c.x, &c.y, &c.z}[:1+p.s.whole.Space.Dim] {
		*col = memory.Reuse(*col, samples)
	}
	p.who, p.spare, p.n = memory.Reuse(p.who, samples), memory.Reuse(p.spare, samples), 0
	for i := range p.over {
		o := &p.over[i]
		p.add(o.traj, o.start, &o.from)
		if o.end >= p.to {
			p.add(o.traj, o.end, &o.to)
		}
	}
}

// add appends a sample.
func (p *picker) add(traj uint32, t float64, at *position) {
	p.c.sample(uint32(p.n), t+0, at)
	p.who[p.n] = traj
	p.n++
	p.local[traj] = uint32(p.n) // 1 + index of its last sample
}

// take is a reading.RowsFunc.
func (p *picker) take(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
	var at position
	for row, t := range rows.T {
		if t < p.from {
			continue
		}
		traj, known := p.find(&rows.ID, row)
		if !known {
			return errChanged
		}
		if traj < p.first || traj >= p.last || t >= p.to && !p.ends(traj, t) {
			continue
		}
		if p.n == len(p.who) {
			return errChanged
		}
		at[0], at[1] = rows.X[row], rows.Y[row]
		if rows.Z != nil {
			at[2] = rows.Z[row]
		}
		p.add(traj, t, &at)
	}
	return nil
}

// ends reports whether a segment of the slab ends at a time after it.
func (p *picker) ends(traj uint32, t float64) bool {
	n := p.local[traj]
	return n > 0 && p.c.t[n-1] < p.to && !p.d.apart(p.c.t[n-1], t)
}

// arrange puts the samples in the order of their trajectories, column by column. In each trajectory
// they are in the order of time already.
func (p *picker) arrange() {
	c, who := p.c, p.who[:p.n]
	for _, traj := range who {
		p.local[traj] = 0
	}
	for _, traj := range who {
		p.local[traj]++
	}
	p.layOut(c, p.n, 0)
	for i, traj := range who {
		k := p.local[traj] - 1
		who[i] = c.next[k]
		c.next[k]++
	}
	for _, col := range []*[]float64{&c.t, &c.x, &c.y, &c.z}[:1+p.s.whole.Space.Dim] {
		from, to := *col, p.spare[:p.n]
		for i, at := range who {
			to[at] = from[i]
		}
		*col, p.spare = to, from[:cap(from)]
	}
}

// number counts the segments of each trajectory, finds its gaps, and sets the number and flags of its
// last segment for finish. It reports whether the segments agree with the first reading's.
func (p *picker) number() bool {
	over := p.over
	for k, traj := range p.c.traj {
		segment, begun := p.before[traj-p.first], false
		if len(over) > 0 && over[0].traj == traj {
			o := &over[0]
			first := p.c.first[k]
			if p.c.first[k+1]-first < 2 || p.c.t[first+1] != o.end {
				return false
			}
			segment, begun, over = o.number, o.flags&begins == 0, over[1:]
		}
		p.c.before[k], p.c.begun[k] = segment, begun
		n, flags := p.pieces(k, begun)
		p.before[traj-p.first] = segment + n
		last := segment + n - 1
		if p.c.t[p.c.first[k+1]-1] < p.to || p.d.closes(traj, last) {
			flags |= ends
		}
		if p.c.number[k], p.c.flags[k] = last, flags; last >= p.s.count[traj] {
			return false
		}
	}
	return len(over) == 0 && (!math.IsInf(p.to, 1) || slices.Equal(p.before, p.s.count[p.first:p.last]))
}

// pieces counts the segments of a trajectory of the slab and records the gaps between them. flags says
// whether the last begins its piece.
func (p *picker) pieces(k int, begun bool) (segments uint32, flags uint8) {
	c := p.c
	first, end := c.first[k], c.first[k+1]
	piece := first // its first sample
	for i := first + 1; i < end; i++ {
		if p.d.apart(c.t[i-1], c.t[i]) {
			c.gaps = append(c.gaps, i-1)
			segments += uint32(max(1, i-1-piece))
			piece = i
		}
	}
	segments += uint32(max(1, end-1-piece))
	if end-piece <= 2 && (piece > first || !begun) {
		flags = begins
	}
	return segments, flags
}
