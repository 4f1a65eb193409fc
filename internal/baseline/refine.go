package baseline

import (
	"flyby/interaction"
	"flyby/internal/ownership"
	"flyby/trajectory"
)

// columns is a store's columns; z is nil in 2-D.
type columns struct {
	t, x, y, z []float64
}

// columnsOf returns the columns of a store.
func columnsOf(s *trajectory.Store) columns {
	return columns{s.T(), s.X(), s.Y(), s.Z()}
}

// segment returns the segment at a cursor: trajectory.Store.Segment without
// the look-ups.
func (c *columns) segment(at *cursor) trajectory.Segment {
	i, i1 := at.row, at.row+at.step
	g := trajectory.Segment{T0: c.t[i], T1: c.t[i1], R: at.radius, Last: i == at.closed}
	g.P0[0], g.P1[0] = c.x[i], c.x[i1]
	g.P0[1], g.P1[1] = c.y[i], c.y[i1]
	if c.z != nil {
		g.P0[2], g.P1[2] = c.z[i], c.z[i1]
	}
	return g
}

// refine merges the segments of two runs in time and compares each pair that
// shares an instant that both own.
func (s *search) refine(w *worker, q, e run) {
	qc, ec, limit := q.cursor(), e.cursor(), s.limit
	if s.radii {
		qc.radius, ec.radius = s.queries.Radius(int(q.traj)), s.tree.store.Radius(int(e.traj))
		limit = limitOf((qc.radius + ec.radius) + s.rule.Distance)
	}
	for qc.row < qc.stop && ec.row < ec.stop {
		q0, q1 := s.q.t[qc.row], s.q.t[qc.row+qc.step]
		e0, e1 := s.e.t[ec.row], s.e.t[ec.row+ec.step]
		qLast, eLast := qc.row == qc.closed, ec.row == ec.closed
		if !ownership.EndsBefore(q1, qLast, e0) && !ownership.EndsBefore(e1, eLast, q0) {
			w.stats.Interactions++
			if !s.apart(&qc, &ec, limit) {
				s.decide(w, &qc, &ec)
			}
		}
		if ownership.EndsFirst(q1, qLast, e1, eLast) {
			qc.row++
		}
		if ownership.EndsFirst(e1, eLast, q1, qLast) {
			ec.row++
		}
	}
}

// decide decides one interaction.
func (s *search) decide(w *worker, q, e *cursor) {
	enter, exit, hit := s.rule.Window.Decide(s.q.segment(q), s.e.segment(e), s.rule.Distance)
	if hit {
		w.hits.Add(interaction.HitRow{Query: uint32(q.row), Entry: uint32(e.row), Enter: enter, Exit: exit})
	}
}

// cursor is a place in a run: a segment that starts at row and ends at
// row+step. The run ends before row stop; the segment of row closed owns its
// end.
type cursor struct {
	row, step, stop, closed int
	radius                  float64
}

// cursor returns a cursor at the run's first segment.
func (r run) cursor() cursor {
	c := cursor{row: int(r.row), step: 1, stop: int(r.row) + int(r.count), closed: -1}
	if r.point {
		c.step = 0
	}
	if r.last {
		c.closed = c.stop - 1
	}
	return c
}

// limitOf returns a bound for apart: the square of a threshold, enlarged by
// more than the errors of rounding, a few ulps in the bound and in a sum of
// squares, and by more than the errors of underflow.
func limitOf(threshold float64) float64 {
	return float64(threshold*threshold*(1+0x1p-40)) + 0x1p-1000
}

// apart reports that the boxes of two segments in space are further apart than
// the threshold of limit, and so, in real arithmetic, are the segments.
func (s *search) apart(q, e *cursor, limit float64) bool {
	i, i1, j, j1 := q.row, q.row+q.step, e.row, e.row+e.step
	x := gap(s.q.x[i], s.q.x[i1], s.e.x[j], s.e.x[j1])
	y := gap(s.q.y[i], s.q.y[i1], s.e.y[j], s.e.y[j1])
	square := float64(x*x) + float64(y*y)
	if s.q.z != nil && s.e.z != nil {
		z := gap(s.q.z[i], s.q.z[i1], s.e.z[j], s.e.z[j1])
		square += float64(z * z)
	}
	return square > limit
}

// gap returns the distance of the ranges a0 to a1 and b0 to b1, 0 where they
// overlap; either end of a range may be the lower one.
func gap(a0, a1, b0, b1 float64) float64 {
	return max(min(b0, b1)-max(a0, a1), min(a0, a1)-max(b0, b1), 0)
}
