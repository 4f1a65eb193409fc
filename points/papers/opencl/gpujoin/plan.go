package gpujoin

import "math"

// strided is the points first, first + stride, ... in the order in which points are asked, count of them.
type strided struct{ first, stride, count int }

// cut returns n parts of a batch, or as many as it has points: part l has every n-th of its points from the l-th on.
func (s strided) cut(n int) (parts []strided) {
	n = min(n, s.count)
	for l := range n {
		parts = append(parts, strided{s.first + l*s.stride, s.stride * n, (s.count - l + n - 1) / n})
	}
	return parts
}

// The numbers of the papers' batches. Their pairs are ordered ones and have each point's own; here each pair is one.
const (
	every      = 100         // of the points one is counted: f = 0.01
	alpha      = 0.05        // what an estimate may be off by
	largeRoom  = 100_000_000 // b_b, where there are
	largeTotal = 300_000_000 // that many pairs or more: a_b
	lanes      = 3           // queues, and batches at least
	groupRoom  = 1 << 16     // least room: that of the hits of a work-group, mostly
)

// plan is how many batches there are, and the room of a lane, in pairs.
type plan struct{ batches, room int }

// sampleOf is the points of the sample of an estimate: none of fewer points than are worth one.
func sampleOf(points int) strided { return strided{0, every, points / every} }

// newPlan plans batches of a number of points of whose sample hits pairs were found, with room for most pairs in a lane.
func newPlan(points int, sampled int, hits uint64, most int) plan {
	room := min(groupRoom, most)
	if sampled == 0 || hits == 0 {
		return plan{1, room}
	}
	total := float64(hits) * float64(points) / float64(sampled)
	b := (1 + 2*alpha) * total / lanes
	if total >= largeTotal {
		b = largeRoom
	}
	room = int(max(min(b, float64(most)), float64(room)))
	n := lanes
	if total >= largeTotal || b > float64(most) {
		n = int(math.Ceil((1 + alpha) * total / float64(room))) // three at least
	}
	if n > points {
		return plan{1, room}
	}
	return plan{n, room}
}
