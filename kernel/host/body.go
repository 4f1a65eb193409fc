package host

import (
	"flyby/interaction"
	"flyby/internal/ownership"
	"flyby/trajectory"
)

// body is a segment with its box. The box rules out most interactions before
// they are solved.
type body struct {
	trajectory.Segment
	min, max  [3]float64
	row, traj uint32
}

// newBody makes the body of a segment.
func newBody(s trajectory.Segment, row, traj uint32) body {
	b := body{Segment: s, row: row, traj: traj}
	for k := range 3 {
		b.min[k], b.max[k] = min(s.P0[k], s.P1[k]), max(s.P0[k], s.P1[k])
	}
	return b
}

// reachSlack enlarges a threshold by more than the rounding errors of its sum and
// of the difference of coordinates compared with it: 3 u relative, 2^-40 taken.
const reachSlack = 1 + 0x1p-40

// apart reports that two bodies certainly do not hit: they share no instant
// that both own, or their boxes lie further apart along an axis than reach,
// the pair's threshold times reachSlack.
func apart(a, b *body, reach float64) bool {
	if !ownership.ShareInstant(&a.Segment, &b.Segment) {
		return true
	}
	return a.min[0]-b.max[0] > reach || b.min[0]-a.max[0] > reach ||
		a.min[1]-b.max[1] > reach || b.min[1]-a.max[1] > reach ||
		a.min[2]-b.max[2] > reach || b.min[2]-a.max[2] > reach
}

// interact does one interaction of a work: it rules the pair out by its boxes, or
// queues the pair, which this call or a later flush solves.
func (w *worker) interact(rule *interaction.Rule, q, e *body) {
	if apart(q, e, ((q.R+e.R)+rule.Distance)*reachSlack) {
		return
	}
	w.queue.push(q, e, rule.Distance)
	if w.queue.n >= queueFull {
		w.flush(rule)
	}
}
