package fleet

import (
	"context"
	"fmt"
	"math"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// A Maker makes the slabs of some objects of a fleet, one after the other.
type Maker struct {
	fleet    *Fleet
	ctx      context.Context
	objects  []uint32  // numbers in the fleet, ascending
	before   []uint32  // [objects] segments that start before the next slab
	passages []passage // [objects]
	stores   []columns
	made     int
}

// columns are the memory of a slab, which is used again.
type columns struct {
	t, x, y, z, radius []float64
	first, gaps        []int
	ids                []int64
	traj, before       []uint32
	begun, goesOn      []bool
	passages           []*passage
}

// Maker returns a maker of the slabs of some objects, of which at most a number are in use at once.
func (f *Fleet) Maker(ctx context.Context, objects []uint32, inUse int) *Maker {
	return &Maker{fleet: f, ctx: ctx, objects: objects, before: make([]uint32, len(objects)), passages: make([]passage, len(objects)), stores: make([]columns, inUse)}
}

// Range returns the objects [first, last).
func Range(first, last int) []uint32 {
	all := make([]uint32, 0, last-first)
	for object := first; object < last; object++ {
		all = append(all, uint32(object))
	}
	return all
}

// Slab makes the slab [from, to), which begins where the slab before ends.
func (m *Maker) Slab(from, to float64) (*slab.Slab, error) {
	c := &m.stores[m.made%len(m.stores)]
	m.made++
	w := m.fleet.window(from, to)
	m.each(len(m.objects), func(i int) { m.passages[i].take(m.fleet.Paths[m.objects[i]], &w) })
	if err := m.ctx.Err(); err != nil {
		return nil, err
	}
	samples := m.layOut(c)
	if samples > math.MaxUint32 {
		return nil, fmt.Errorf("fleet: a slab of %d samples, more than 4,294,967,295", samples)
	}
	m.each(len(c.passages), func(i int) { c.passages[i].fill(c, c.first[i]) })
	if err := m.ctx.Err(); err != nil {
		return nil, err
	}
	s := (trajectory.Sorted{T: c.t, X: c.x, Y: c.y, Z: c.z, First: c.first, IDs: trajectory.IntIDs(c.ids), Radius: c.radius, Gaps: c.gapsOf(), Times: trajectory.Timestamp}).Store()
	return &slab.Slab{Store: s.Excerpt(c.begun, c.goesOn), Start: from, End: to, Traj: c.traj, Before: c.before}, nil
}

// each calls do with each number below n, on all threads.
func (m *Maker) each(n int, do func(i int)) {
	parallel.Each(m.ctx, n, parallel.Threads(m.fleet.Threads), func(_, i int) { do(i) })
}

// layOut sets the place of each trajectory of the slab, and returns the number of samples.
func (m *Maker) layOut(c *columns) (samples int) {
	n := 0
	for i := range m.passages {
		if m.passages[i].samples > 0 {
			n++
		}
		samples += m.passages[i].samples
	}
	for _, col := range []*[]float64{&c.t, &c.x, &c.y, &c.z} {
		*col = memory.Reuse(*col, samples)
	}
	c.first, c.ids, c.traj, c.before = memory.Reuse(c.first, n+1), memory.Reuse(c.ids, n), memory.Reuse(c.traj, n), memory.Reuse(c.before, n)
	c.begun, c.goesOn, c.passages = memory.Reuse(c.begun, n), memory.Reuse(c.goesOn, n), c.passages[:0]
	if m.fleet.Radius > 0 {
		c.radius = memory.Reuse(c.radius, n)
	}
	n, samples = 0, 0
	for i := range m.passages {
		p := &m.passages[i]
		if p.samples == 0 {
			continue
		}
		c.traj[n], c.ids[n], c.first[n] = m.objects[i], int64(m.objects[i]), samples
		c.before[n], c.begun[n], c.goesOn[n] = m.before[i]-uint32(p.hung), p.begun, p.goesOn
		if c.radius != nil {
			c.radius[n] = m.fleet.Radius
		}
		m.before[i] += uint32(p.segments - p.hung)
		c.passages = append(c.passages, p)
		n, samples = n+1, samples+p.samples
	}
	c.first[n] = samples
	return samples
}

// fill sets the samples of the passage from a row on.
func (p *passage) fill(c *columns, row int) {
	set := func(t float64, at *[3]float64) {
		c.t[row], c.x[row], c.y[row], c.z[row] = t+0, at[0], at[1], at[2]
		row++
	}
	for i := range p.chains {
		s := &p.chains[i]
		if p.opens(i) {
			at := s.origin()
			set(s.start(), &at)
		}
		for t, at := range s.samples() {
			set(t, &at)
		}
	}
}

// gapsOf returns the samples after which a gap lies.
func (c *columns) gapsOf() (gaps []int) {
	gaps = c.gaps[:0]
	for traj, p := range c.passages {
		row := c.first[traj]
		for i := range p.chains {
			if p.opens(i) {
				if i > 0 {
					gaps = append(gaps, row-1)
				}
				row++
			}
			row += p.chains[i].last - p.chains[i].first
		}
	}
	c.gaps = gaps
	return gaps[:len(gaps):len(gaps)]
}

// Store makes a store of some objects of the fleet, ascending, in all its time, under their ids. The error wraps trajectory.ErrEmpty where they have no segment.
func (f *Fleet) Store(ctx context.Context, objects []int) (*trajectory.Store, error) {
	numbers := make([]uint32, len(objects))
	for i, object := range objects {
		numbers[i] = uint32(object)
	}
	m := f.Maker(ctx, numbers, 1)
	s, err := m.Slab(math.Inf(-1), math.Inf(1))
	if err != nil {
		return nil, err
	}
	if len(s.Traj) == 0 {
		return nil, fmt.Errorf("fleet: %w", trajectory.ErrEmpty)
	}
	c, some := &m.stores[0], make([]int, len(s.Traj))
	for i, object := range s.Traj {
		some[i] = int(object)
	}
	return (trajectory.Sorted{T: c.t, X: c.x, Y: c.y, Z: c.z, First: c.first, IDs: slab.Some(f.IDs, some), Radius: c.radius, Gaps: c.gapsOf(), Times: trajectory.Timestamp}).Store(), nil
}
