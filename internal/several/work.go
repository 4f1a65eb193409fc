package several

import (
	"context"

	"flyby/binindex"
	"flyby/internal/partition"
	"flyby/kernel"
)

// work is a walk or batches, for one call of a device.
type work interface {
	run(ctx context.Context, r kernel.Resident, in *round, out *kernel.Hits) (kernel.Stats, error)
	split() []work
	// pair returns the parts of the queries and the entries; the hits have their rows.
	pair() partition.Pair
}

// walk is a walk against the pyramid of entries.
type walk struct {
	kernel.WalkWork
	entries *binindex.Pyramid
	parts   partition.Pair // parts of the queries and of the entries
	joins   bool           // encounters are wanted
}

func (w walk) run(ctx context.Context, r kernel.Resident, in *round, out *kernel.Hits) (kernel.Stats, error) {
	w.Progress, w.More = in.listener(), nil
	if !w.Whole() {
		w.More = in.more
	}
	stats, err := w.walk(ctx, r, out)
	if partition.Overflows(err) && len(in.jobs) == 1 && len(w.split()) == 0 {
		return partition.Meet(w.Prepared(), w.entries, out), ctx.Err()
	}
	return stats, err
}

func (w walk) pair() partition.Pair { return w.parts }

// walk runs the work on a resident; load has checked its abilities.
func (w walk) walk(ctx context.Context, r kernel.Resident, out *kernel.Hits) (kernel.Stats, error) {
	if j, ok := r.(kernel.Joiner); ok && w.joins {
		return j.WalkJoined(ctx, w.WalkWork, out)
	}
	return r.(kernel.Walker).Walk(ctx, w.WalkWork, out)
}

func (w walk) split() (parts []work) {
	if n := w.trajectories(); n > 1 {
		return []work{w.of(0, n/2), w.of(n/2, n)}
	}
	for _, part := range w.Prepared().Split(w.entries) {
		w.WalkWork = part
		parts = append(parts, w)
	}
	return parts
}

// cut cuts a walk into about n parts, or fewer where parts would be smaller than g.
func (w walk) cut(g grain, n int) []walk {
	n = max(min(n, w.queries()/g.queries), 1)
	if w.Whole() && (n == 1 || w.trajectories() >= min(4*n, w.queries())) {
		return w.byTrajectory(n)
	}
	w.WalkWork = w.Prepared()
	return w.byBox(n)
}

// byTrajectory cuts a walk of a store into up to n walks with about the same number
// of query segments: each device prepares only the segments of its walks.
func (w walk) byTrajectory(n int) (parts []walk) {
	if n == 1 {
		return []walk{w}
	}
	s := w.Queries.Store
	for i, first := 0, 0; i < n; i++ {
		last := s.Trajectories()
		if i < n-1 {
			last = s.Owner(s.Samples() * (i + 1) / n)
		}
		if first < last {
			parts = append(parts, w.of(first, last))
		}
		first = max(first, last)
	}
	return parts
}

// of returns the walk of the query trajectories [first, last).
func (w walk) of(first, last int) walk {
	w.parts.Queries = w.parts.Queries.Slice(first, last)
	if w.Excluded != nil {
		w.Excluded = w.Excluded[first:last]
	}
	w.Queries = madeOnce(w.entries, w.parts.Queries.Store)
	return w
}

// byBox cuts a walk into n walks or more. A join is cut into joins of boxes with
// themselves, which have most of the work, and walks of two halves against each other,
// which come last.
func (w walk) byBox(n int) []walk {
	own, meetings := []walk{w}, []walk(nil)
	for len(own) < n {
		var halves []walk
		for _, whole := range own {
			a, b, ok := whole.Query.Halves(whole.Queries.Pyramid())
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

// on returns the walk with other boxes.
func (w walk) on(query, entry kernel.Boxes) walk {
	w.WalkWork = w.With(query, entry)
	return w
}

// trajectories returns the number of query trajectories of a walk that is Whole, else
// 0.
func (w walk) trajectories() int {
	if !w.Whole() {
		return 0
	}
	return w.Queries.Store.Trajectories()
}

// queries returns about how many query segments the walk has.
func (w walk) queries() int {
	if w.Whole() {
		return w.Queries.Store.Segments()
	}
	boxes, p := w.Query.Last-w.Query.First, w.Queries.Pyramid()
	return min(boxes<<(2*w.Query.Level), len(p.Runs)) * p.Setting.RunLength
}

// batches is batches of query segments with their candidates.
type batches struct {
	kernel.RangeWork
	parts partition.Pair // parts of the queries and of the entries
}

func (b batches) pair() partition.Pair { return b.parts }

func (b batches) run(ctx context.Context, r kernel.Resident, in *round, out *kernel.Hits) (kernel.Stats, error) {
	b.Progress = in.listener()
	return r.(kernel.Ranger).Interact(ctx, b.RangeWork, out)
}

func (b batches) split() (parts []work) {
	for _, part := range b.Split() {
		parts = append(parts, batches{part, b.parts})
	}
	return parts
}

// cut cuts the batches into about n parts, or fewer where parts would be smaller than g.
func (b batches) cut(g grain, n int) []batches {
	return b.atMost(max(b.Interactions()/uint64(n), g.interactions))
}

// atMost cuts the batches into parts of at most the given number of interactions.
func (b batches) atMost(interactions uint64) (parts []batches) {
	if len(b.Invocations) == 0 {
		return nil
	}
	halves := b.Split()
	if len(halves) == 0 || b.Interactions() <= interactions {
		return []batches{b}
	}
	for _, half := range halves {
		parts = append(parts, batches{half, b.parts}.atMost(interactions)...)
	}
	return parts
}
