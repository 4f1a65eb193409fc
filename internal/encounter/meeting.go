package encounter

import (
	"flyby/interaction"
	"flyby/trajectory"
)

// meeting is a hit with its two segments.
type meeting struct {
	*joiner
	pairHit
	query int // trajectory
	q, e  trajectory.Upright
}

// meeting finds the segments of a hit. Their heights are 0 where there is no vertical threshold.
func (j *joiner) meeting(query int, h pairHit) (m meeting) {
	m.joiner, m.pairHit, m.query = j, h, query
	if j.rule.HasHeights() {
		m.q, m.e = j.queries.UprightAt(query, int(h.Query)), j.entries.UprightAt(int(h.traj), int(h.Entry))
		return m
	}
	m.q.Segment, m.e.Segment = j.queries.SegmentAt(query, int(h.Query)), j.entries.SegmentAt(int(h.traj), int(h.Entry))
	return m
}

// approach returns where the two come closest, in the interval of the hit.
func (m *meeting) approach() interaction.Approach {
	if m.rule.HasHeights() {
		return m.rule.ClosestWithin(&m.q, &m.e, m.Enter, m.Exit)
	}
	return m.rule.Window.ClosestOfHit(m.q.Segment, m.e.Segment, m.rule.Distance, m.Enter, m.Exit)
}

// atEnds reports whether the two are within the thresholds as their common span begins, and as
// it ends.
func (m *meeting) atEnds() (start, end bool) {
	if m.rule.HasHeights() {
		return m.rule.AtEndsWithin(&m.q, &m.e)
	}
	return m.rule.Window.AtEnds(&m.q.Segment, &m.e.Segment, m.rule.Distance)
}

// openStart tells whether the encounter was on already as the data of one of the two began,
// or as the window opened. The distance at this instant decides, since the time of a hit that
// begins later may be rounded to the same instant.
func (m *meeting) openStart() trajectory.Open {
	if m.Enter == m.rule.Window.From ||
		m.Enter == m.q.T0 && m.queries.StartsPiece(m.query, int(m.Query)) ||
		m.Enter == m.e.T0 && m.entries.StartsPiece(int(m.traj), int(m.Entry)) {
		if start, _ := m.atEnds(); start {
			return trajectory.OpenStart
		}
	}
	return 0
}

// openEnd tells whether the encounter was still on as the data of one of the two ended, or
// as the window closed.
func (m *meeting) openEnd() trajectory.Open {
	if m.Exit == m.rule.Window.To || m.Exit == m.q.T1 && m.q.Last || m.Exit == m.e.T1 && m.e.Last {
		if _, end := m.atEnds(); end {
			return trajectory.OpenEnd
		}
	}
	return 0
}
