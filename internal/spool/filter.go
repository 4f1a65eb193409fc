package spool

import (
	"math"

	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// A ruledPicker makes slabs from row groups, one after the other, under rules that need positions: limits of speed, or heights. Each row goes through
// a Builder once, in the first slab that needs the row: the slab of its time, or the slab that a way to it starts in. So the Builder has all samples
// that a gap depends on, however far from the slab.
type ruledPicker struct {
	*gatherer
	finder
	d        *direct
	builder  *trajectory.Builder
	rows     *buffer // segments of the slab without the overhang, as they come
	from, to float64
	block    trajectory.Columns // next rows for the Builder
}

// ruledBytes is the bytes of a trajectory in a ruledPicker: the Builder's state.
const ruledBytes = 24 + 32

func newRuledPicker(g *gatherer) *ruledPicker {
	return &ruledPicker{gatherer: g, finder: finder{ids: g.s.whole.IDs}, d: g.s.direct}
}

// slab makes the slab [from, to).
func (p *ruledPicker) slab(from, to float64) (*slab.Slab, error) {
	c := &p.stores[p.made%len(p.stores)]
	p.made++
	p.from, p.to, p.table = from, to, p.table[:0]
	if most := int(p.s.most(from, to)); p.rows == nil || p.rows.most < most {
		p.rows = newBuffer(most, p.s.width())
	}
	p.rows.reset()
	if groups := p.d.overlapping(from, to); len(groups) > 0 {
		if _, _, err := p.d.groups.Read(p.ctx, parquet.Pick{Groups: groups, Ahead: slabAhead}, p.take); err != nil {
			return nil, p.d.explain(p.ctx, err)
		}
	}
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	if err := p.endPieces(); err != nil {
		return nil, p.d.explain(p.ctx, err)
	}
	p.fill(c)
	if !p.counted(c) {
		return nil, p.d.explain(p.ctx, errChanged)
	}
	return p.finish(c, from, to), nil
}

// take is a reading.RowsFunc.
func (p *ruledPicker) take(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
	c := reading.Built(p.d.rules, rows.Columns)
	if p.builder == nil {
		if err := p.start(rows, &c); err != nil {
			return err
		}
	}
	for row, t := range rows.T {
		if t < p.from {
			continue
		}
		traj, known := p.find(&rows.ID, row)
		if !known {
			return errChanged
		}
		if traj < p.first || traj >= p.last {
			continue
		}
		if t >= p.to { // whether it is wanted depends on the rows before it
			if err := p.build(); err != nil {
				return err
			}
		}
		if p.wantsRow(traj, t) {
			p.add(&c, row, traj)
		}
	}
	return p.build()
}

// add adds a row to the block, without its radius, which the first reading has.
func (p *ruledPicker) add(c *trajectory.Columns, row int, traj uint32) {
	b := &p.block
	b.ID.Code, b.T, b.X, b.Y = append(b.ID.Code, traj), append(b.T, c.T[row]), append(b.X, c.X[row]), append(b.Y, c.Y[row])
	if c.Z != nil {
		b.Z = append(b.Z, c.Z[row])
	}
	if c.H != nil {
		b.H = append(b.H, c.H[row])
	}
}

// build hands the block to the Builder.
func (p *ruledPicker) build() error {
	b := &p.block
	if len(b.T) == 0 {
		return nil
	}
	err := p.builder.Add(b, func(*trajectory.RowError) error { return errChanged })
	b.ID.Code = b.ID.Code[:0]
	for _, col := range []*[]float64{&b.T, &b.X, &b.Y, &b.Z, &b.H} {
		*col = (*col)[:0]
	}
	return err
}

// start makes the Builder.
func (p *ruledPicker) start(rows *reading.Rows, c *trajectory.Columns) error {
	rules, err := reading.Rules(p.d.rules, p.d.path, c)
	if err == nil {
		p.builder, err = trajectory.NewBuilder(rows.Times, rules, p)
	}
	if err != nil {
		return err
	}
	like := *c
	like.R, like.Piece = nil, nil
	p.block = trajectory.Columns{Times: c.Times, Frame: c.Frame}
	return p.builder.Grow(&like, int(p.last))
}

// wantsRow reports whether a row at or after the slab's start goes to the Builder: it did not go there before, and is in the slab, or a way leads to
// it from the last sample in the slab.
func (p *ruledPicker) wantsRow(traj uint32, t float64) bool {
	last, open := p.builder.Last(traj)
	if open && t <= last {
		return false
	}
	return t < p.to || open && last < p.to && !p.d.apart(last, t)
}

// endPieces ends pieces whose last sample is in the slab: had a way led from it to a row, that row's group would have been read.
func (p *ruledPicker) endPieces() error {
	if p.builder == nil {
		return nil
	}
	for traj := p.first; traj < p.last; traj++ {
		if t, open := p.builder.Last(traj); open && t < p.to {
			if err := p.builder.EndPiece(traj); err != nil {
				return err
			}
		}
	}
	if p.builder.Report().Repeats > 0 {
		return errChanged
	}
	return nil
}

// Segment adds a segment of the slab.
func (p *ruledPicker) Segment(m *trajectory.BuiltSegment) error {
	if m.Number >= p.s.count[m.Traj] {
		return errChanged
	}
	p.rows.add(m.Traj, m.Number, flagsOf(m), m.T0, m.T1, &m.P0, &m.P1)
	return nil
}

// Close adds the mark that a gap follows a segment.
func (p *ruledPicker) Close(m *trajectory.BuiltSegment) error {
	p.rows.add(m.Traj, m.Number, closes, m.T0, m.T1, &m.P0, &m.P1)
	return nil
}

// fill puts the overhang and the segments into the columns.
func (p *ruledPicker) fill(c *columns) {
	b, dim := p.rows, p.s.width()
	samples, gaps := p.countOverhang()
	for i, who := range b.who {
		n, gap := p.count(uint32(who>>32), b.flags[i])
		samples, gaps = samples+n, gaps+gap
	}
	p.layOut(c, int(samples), int(gaps))
	for i := range p.over {
		o := &p.over[i]
		p.put(c, o.traj, o.number, o.flags, o.start, o.end, &o.from, &o.to)
	}
	var from, to position
	for i, who := range b.who {
		rest := b.rest[i*(1+2*dim):]
		copy(to[:], rest[1:1+dim])
		copy(from[:], rest[1+dim:1+2*dim])
		p.put(c, uint32(who>>32), uint32(who), b.flags[i], b.start[i], rest[0], &from, &to)
	}
}

// counted marks last segments that end their piece though they end after the slab, and reports whether the segments agree with the first reading's.
func (p *ruledPicker) counted(c *columns) bool {
	for k, traj := range c.traj {
		if c.t[c.first[k+1]-1] >= p.to && p.d.closes(traj, c.number[k]) {
			c.flags[k] |= ends
		}
	}
	if !math.IsInf(p.to, 1) {
		return true
	}
	for traj := p.first; traj < p.last; traj++ {
		n := uint32(0)
		if p.builder != nil {
			n, _ = p.builder.Segments(traj)
		}
		if n != p.s.count[traj] {
			return false
		}
	}
	return true
}
