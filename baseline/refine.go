package baseline

import (
	"flyby/kernel"
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

// refine merges the segments of two runs in time and compares those that share
// an instant that both own.
func (s *search) refine(w *worker, q, e run) {
	limit := s.limit
	if s.radii {
		limit = limitOf((s.queries.Radius(int(q.traj)) + s.tree.store.Radius(int(e.traj))) + s.rule.Distance)
	}
	qc, ec := q.cursor(), e.cursor()
	for qc.row < qc.stop && ec.row < ec.stop {
		q0, q1 := s.q.t[qc.row], s.q.t[qc.row+qc.step]
		e0, e1 := s.e.t[ec.row], s.e.t[ec.row+ec.step]
		qLast, eLast := qc.row == qc.closed, ec.row == ec.closed
		if (e0 < q1 || e0 == q1 && qLast) && (q0 < e1 || q0 == e1 && eLast) {
			w.stats.Interactions++
			if !s.apart(&qc, &ec, limit) {
				s.solve(w, q, e, qc.row, ec.row)
			}
		}
		if q1 < e1 || q1 == e1 && (!qLast || eLast) {
			qc.row++
		}
		if e1 < q1 || e1 == q1 && (!eLast || qLast) {
			ec.row++
		}
	}
}

// solve decides one interaction.
func (s *search) solve(w *worker, q, e run, i, j int) {
	enter, exit, hit := kernel.Decide(q.segment(s.queries, i), e.segment(s.tree.store, j), s.rule.Distance, s.rule.Window)
	if hit {
		w.hits.Append(uint32(i), uint32(j), enter, exit)
	}
}

// cursor is a place in a run: the segment that starts at row, which ends at
// row+step. The run ends before row stop; the segment of row closed owns its
// end.
type cursor struct {
	row, step, stop, closed int
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
// more than what rounding can take from it and add to a sum of squares, a few
// ulps, and by more than what underflow can.
func limitOf(threshold float64) float64 {
	return threshold*threshold*(1+0x1p-40) + 0x1p-1000
}

// apart reports that the boxes of two segments in space are further apart than
// the threshold of limit: then so are the segments, in real arithmetic.
func (s *search) apart(q, e *cursor, limit float64) bool {
	i, i1, j, j1 := q.row, q.row+q.step, e.row, e.row+e.step
	x := gap(s.q.x[i], s.q.x[i1], s.e.x[j], s.e.x[j1])
	y := gap(s.q.y[i], s.q.y[i1], s.e.y[j], s.e.y[j1])
	square := x*x + y*y
	if s.q.z != nil && s.e.z != nil {
		z := gap(s.q.z[i], s.q.z[i1], s.e.z[j], s.e.z[j1])
		square += z * z
	}
	return square > limit
}

// gap returns how far the range of a0 and a1 is from that of b0 and b1, 0
// where they overlap.
func gap(a0, a1, b0, b1 float64) float64 {
	if a0 > a1 {
		a0, a1 = a1, a0
	}
	if b0 > b1 {
		b0, b1 = b1, b0
	}
	switch {
	case b0 > a1:
		return b0 - a1
	case a0 > b1:
		return a0 - b1
	}
	return 0
}
