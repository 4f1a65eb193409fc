package spool

import (
	"context"
	"iter"

	"flyby/internal/push"
	"flyby/internal/reading"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// Samples are the samples of a spool in the order of the whole: by trajectory, then time; or by time, then trajectory.
type Samples struct {
	sorter *rowSorter
	mixed  int // trajectories whose samples may alternate; 1: trajectories come one after the other
}

// LeastByTime is the bytes that samples by time take for each trajectory, beside LeastSamples.
const LeastByTime = 4

// LeastSamples is the least bytes for sorting samples and handing them on.
const LeastSamples = LeastGathering + mostHandedOn*(6*8) + 1<<20

// Samples sorts the samples; every pass over them is the same. Rows take at most memory bytes, beside LeastSamples; the rest goes to the folder, 77
// bytes a sample. The spool must not be Direct, and have no heights beside positions.
func (s *Spool) Samples(ctx context.Context, memory uint64, inTime bool, folder *spill.Folder) (*Samples, error) {
	samples := s.whole.Segments + min(s.whole.Segments, uint64(s.whole.IDs.Len())+s.gaps)
	order, mixed := byTrajectory, 1
	if inTime {
		order, mixed = byTime, max(1, s.whole.IDs.Len())
	}
	x := &Samples{sorter: newRowSorter(folder, memory, samples, order), mixed: mixed}
	x.sorter.first = s.likeness()
	g := &gatherer{s: s, ctx: ctx, opener: newOpener(s.pages, s.width(), s.page)}
	for i := range s.reels {
		for k := range s.reels[i].pages {
			p := &s.reels[i].pages[k]
			err := ctx.Err()
			if err == nil {
				err = g.opener.open(p, colTo+2*s.width()-1)
			}
			if err == nil {
				err = x.takePage(g, int(p.rows))
			}
			if err != nil {
				x.Close()
				return nil, err
			}
		}
	}
	if err := x.sorter.End(); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// likeness returns rows that have the columns of the samples.
func (s *Spool) likeness() (rows reading.Rows) {
	rows.Times, rows.Frame = s.whole.Kind, s.whole.Space.Frame
	if s.whole.Space.Dim == 3 {
		rows.Z = []float64{}
	}
	if s.whole.Radius != nil {
		rows.R = []float64{}
	}
	rows.T, rows.X, rows.Y = []float64{}, []float64{}, []float64{}
	return rows
}

// takePage takes the samples of the segments of a page: the end of each, and the start of a segment that begins its piece.
func (x *Samples) takePage(g *gatherer, rows int) error {
	o, n := g.opener, 0
	var from, to position
	for i := range rows {
		flags := o.flags[i]
		if flags&closes != 0 {
			continue
		}
		r := row{number: g.s.place[o.traj[i]]}
		if g.s.whole.Radius != nil {
			r.r = g.s.whole.Radius[r.number]
		}
		o.position(i, n, &from, &to)
		if flags&begins != 0 {
			n++
			first := r.at(o.floats[0][i], &from)
			first.piece = 1
			if err := x.sorter.Add(&first); err != nil {
				return err
			}
		}
		if flags&point == 0 {
			last := r.at(o.floats[1][i], &to)
			if err := x.sorter.Add(&last); err != nil {
				return err
			}
		}
	}
	return nil
}

// at returns the row with a time and a position.
func (r row) at(t float64, p *position) row {
	r.t, r.x, r.y, r.z = t, p[0], p[1], p[2]
	return r
}

// All yields the samples, some thousand at a time, with the number of each one's trajectory in ID.Code, and in Piece another number for each of its
// pieces. They are valid until the next. An error ends them.
func (x *Samples) All(ctx context.Context) iter.Seq2[trajectory.Columns, error] {
	return push.Seq(func(give func(trajectory.Columns) error) error {
		out := newRowsOut(&x.sorter.first, func(rows *reading.Rows) error { return give(rows.Columns) })
		pieces := make([]uint32, x.mixed)
		err := x.sorter.Walk(func(r *row) error {
			one, piece := *r, &pieces[int(r.number)%x.mixed]
			*piece += r.piece
			one.piece = *piece
			return out.add(ctx, &one)
		})
		if err != nil {
			return err
		}
		return out.flush(ctx)
	})
}

// Close frees the memory and the files of the samples.
func (x *Samples) Close() { x.sorter.Close() }
