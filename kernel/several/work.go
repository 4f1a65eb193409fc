package several

import (
	"context"

	"flyby/binindex"
	"flyby/kernel"
)

// work is what a device does in one call.
type work interface {
	run(ctx context.Context, r kernel.Resident, tell func(done, total float64), out *kernel.Hits) (kernel.Stats, error)
	split() []work
}

// walk is a walk against the pyramid of entries.
type walk struct {
	kernel.WalkWork
	entries *binindex.Pyramid
}

func (w walk) run(ctx context.Context, r kernel.Resident, tell func(done, total float64), out *kernel.Hits) (kernel.Stats, error) {
	w.Progress = tell
	return r.Walk(ctx, w.WalkWork, out)
}

func (w walk) split() (parts []work) {
	for _, part := range w.Split(w.entries) {
		parts = append(parts, walk{part, w.entries})
	}
	return parts
}

// cut cuts a walk into pieces that are worth it, about n at most. A join is cut
// into joins of boxes with themselves, which have most of the work, and the
// meetings of their halves, which come last.
func (w walk) cut(g grain, n int) []walk {
	n = min(n, w.queries()/g.queries)
	own, meetings := []walk{w}, []walk(nil)
	for len(own) < n {
		var halves []walk
		for _, whole := range own {
			a, b, ok := whole.Query.Halves(whole.Queries)
			switch {
			case !ok:
				halves = append(halves, whole)
			case w.Join && w.Query == w.Entry:
				halves = append(halves, whole.on(a, a), whole.on(b, b))
				meetings = append(meetings, whole.on(a, b))
			default:
				halves = append(halves, whole.on(a, w.Entry), whole.on(b, w.Entry))
			}
		}
		if len(halves) == len(own) {
			break
		}
		own = halves
	}
	return append(own, meetings...)
}

// on returns the walk on other boxes.
func (w walk) on(query, entry kernel.Boxes) walk {
	return walk{w.With(query, entry), w.entries}
}

// queries returns about how many query segments are under the walk's boxes.
func (w walk) queries() int {
	boxes := w.Query.Last - w.Query.First
	return min(boxes<<(2*w.Query.Level), len(w.Queries.Runs)) * w.Queries.Setting.RunLength
}

// batches is batches of query segments with their candidates.
type batches struct {
	kernel.RangeWork
}

func (b batches) run(ctx context.Context, r kernel.Resident, tell func(done, total float64), out *kernel.Hits) (kernel.Stats, error) {
	b.Progress = tell
	return r.Interact(ctx, b.RangeWork, out)
}

func (b batches) split() (parts []work) {
	for _, part := range b.Split() {
		parts = append(parts, batches{part})
	}
	return parts
}

// cut cuts the batches into pieces that are worth it, about n.
func (b batches) cut(g grain, n int) []batches {
	return b.atMost(max(b.Interactions()/uint64(n), g.interactions))
}

// atMost cuts the batches into pieces of so many interactions at most.
func (b batches) atMost(interactions uint64) (pieces []batches) {
	if len(b.Invocations) == 0 {
		return nil
	}
	halves := b.Split()
	if len(halves) == 0 || b.Interactions() <= interactions {
		return []batches{b}
	}
	for _, half := range halves {
		pieces = append(pieces, batches{half}.atMost(interactions)...)
	}
	return pieces
}
