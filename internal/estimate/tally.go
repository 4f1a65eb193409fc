package estimate

import (
	"flyby/interaction"
	"flyby/internal/ownership"
	"flyby/trajectory"
)

// tally counts sampled interactions.
type tally struct {
	overlaps, hits, grazing float64
}

func (t *tally) add(o tally) {
	t.overlaps += o.overlaps
	t.hits += o.hits
	t.grazing += o.grazing
}

// decide returns the tally of one interaction of a query segment with an entry segment, the time test first. A
// pair that the search excludes counts as a pair that shares time and does not hit.
func (w *Workload) decide(q, e *entry) tally {
	switch {
	case e.T0 > q.T1 || e.T1 < q.T0 || !sharesTime(&q.Segment, &e.Segment, w.rule.Window):
		return tally{}
	case w.rule.Join && q.row > e.row, w.rule.Excludes(uint32(q.owner), uint32(e.owner)),
		standApart(&q.Segment, &e.Segment, w.rule.Distance):
		return tally{overlaps: 1}
	}
	if _, _, v := w.rule.Window.Solve(q.Segment, e.Segment, w.rule.Distance); v == interaction.Miss {
		return tally{overlaps: 1, grazing: 1}
	}
	return tally{overlaps: 1, hits: 1}
}

// sharesTime reports whether two segments own a common instant in the window.
func sharesTime(q, e *trajectory.Segment, w interaction.Window) bool {
	from := max(q.T0, e.T0, w.From)
	to := min(ownership.Owned(q.T1, q.Last), ownership.Owned(e.T1, e.Last), w.To)
	return from <= to
}

// standApart reports whether the spatial extremities of two segments lie further apart along an axis than
// the threshold: drivers rule out such pairs before the solve.
func standApart(q, e *trajectory.Segment, d float64) bool {
	d += q.R + e.R
	for k := range 3 {
		if min(q.P0[k], q.P1[k])-max(e.P0[k], e.P1[k]) > d || min(e.P0[k], e.P1[k])-max(q.P0[k], q.P1[k]) > d {
			return true
		}
	}
	return false
}
