package several

import (
	"context"
	"errors"

	"flyby/binindex"
	"flyby/kernel"
)

// work is what a device does in one call.
type work interface {
	run(ctx context.Context, r kernel.Resident, in *round, out *kernel.Hits) (kernel.Stats, error)
	split() []work
}

// walk is a walk against the pyramid of entries.
type walk struct {
	kernel.WalkWork
	entries *binindex.Pyramid
	row     int  // of all queries: where the work's store begins
	traj    int  // the trajectory that begins there
	joins   bool // encounters are wanted
}

func (w walk) run(ctx context.Context, r kernel.Resident, in *round, out *kernel.Hits) (kernel.Stats, error) {
	w.Progress, w.More = in.listener(), nil
	if w.Queries != nil {
		w.More = in.more
	}
	before := len(out.Pieces)
	stats, err := w.walk(ctx, r, out)
	var overflow *kernel.OverflowError
	if errors.As(err, &overflow) && len(in.pieces) == 1 && len(w.split()) == 0 {
		stats, err = w.Prepared().Meet(w.entries, out), ctx.Err()
	}
	if w.row == 0 {
		return stats, err
	}
	for _, p := range out.Pieces[before:] {
		for i := range p.List {
			p.List[i].Query += uint32(w.row)
		}
		if p.Joined != nil {
			p.Joined.Shift(w.traj, 0)
		}
	}
	return stats, err
}

// walk runs the work on a resident that was found able as it was loaded.
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

// cut cuts a walk into pieces that are worth it, about n at most.
func (w walk) cut(g grain, n int) []walk {
	n = max(min(n, w.queries()/g.queries), 1)
	if w.Queries == nil && (n == 1 || w.trajectories() >= min(4*n, w.queries())) {
		return w.byTrajectory(n)
	}
	w.WalkWork = w.Prepared()
	return w.byBox(n)
}

// byTrajectory cuts a walk of a store into up to n of as many query segments
// each, about: what is made of them on a device is made there only.
func (w walk) byTrajectory(n int) (parts []walk) {
	if n == 1 {
		return []walk{w}
	}
	s := w.Store
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
	row, _ := w.Store.Range(first)
	w.Store = w.Store.Slice(first, last)
	w.row, w.traj = w.row+row, w.traj+first
	if w.Excluded != nil {
		w.Excluded = w.Excluded[first:last]
	}
	w.Pyramid = madeOnce(w.entries, w.Store)
	return w
}

// byBox cuts a walk into n or more. A join is cut into joins of boxes with
// themselves, which have most of the work, and the meetings of their halves,
// which come last.
func (w walk) byBox(n int) []walk {
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
	w.WalkWork = w.With(query, entry)
	return w
}

// trajectories returns the number of query trajectories where the work has them
// as a store, else 0.
func (w walk) trajectories() int {
	if w.Queries != nil {
		return 0
	}
	return w.Store.Trajectories()
}

// queries returns about how many query segments the walk has.
func (w walk) queries() int {
	if w.Queries == nil {
		return w.Store.Segments()
	}
	boxes := w.Query.Last - w.Query.First
	return min(boxes<<(2*w.Query.Level), len(w.Queries.Runs)) * w.Queries.Setting.RunLength
}

// batches is batches of query segments with their candidates.
type batches struct {
	kernel.RangeWork
}

func (b batches) run(ctx context.Context, r kernel.Resident, in *round, out *kernel.Hits) (kernel.Stats, error) {
	b.Progress = in.listener()
	return r.(kernel.Ranger).Interact(ctx, b.RangeWork, out)
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

// atMost cuts the batches into pieces of at most the interactions given.
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
