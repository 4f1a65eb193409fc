package gpujoin

import "math"

// strided is count points: first, first + stride, ... in the order in which points are processed.
type strided struct{ first, stride, count int }

// cut returns n parts of a batch, or as many as it has points: part l has every n-th of its points, beginning with the
// l-th.
func (s strided) cut(n int) (parts []strided) {
	n = min(n, s.count)
	for l := range n {
		parts = append(parts, strided{s.first + l*s.stride, s.stride * n, (s.count - l + n - 1) / n})
	}
	return parts
}

// The numbers of the papers' batches. Their pairs are ordered and include each point with itself; here a pair is counted
// once.
const (
	sampleStride = 100         // every hundredth point is counted: f = 0.01
	alpha        = 0.05        // the relative error of an estimate
	largeRoom    = 100_000_000 // the room of a batch where pairs are many: b_b
	largeTotal   = 300_000_000 // the least number of pairs that are many: a_b
	lanes        = 3           // queues, and the least number of batches
	groupRoom    = 1 << 16     // least room: usually for the hits of a work-group
)

// plan is the number of batches, and the room of a lane, in pairs.
type plan struct{ batches, room int }

// sampleOf returns the points of the sample of an estimate: none where there are too few points.
func sampleOf(points int) strided { return strided{0, sampleStride, points / sampleStride} }

// newPlan plans the batches of a number of points, whose sample of sampled points had hits pairs, with room for at most
// most pairs in a lane.
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
		n = int(math.Ceil((1 + alpha) * total / float64(room))) // at least three
	}
	if n > points {
		return plan{1, room}
	}
	return plan{n, room}
}
