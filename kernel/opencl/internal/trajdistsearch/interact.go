package trajdistsearch

import (
	"context"
	_ "embed"

	"flyby/batching"
	"flyby/binindex"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed interact.cl
var interactText string

// interact is the kernel of interact.cl.
const interact clrt.Kernel[interactArgs] = "interact"

// invocation is a range of the entries and a batch of the set (interact.cl).
type invocation struct{ n, first, count, padded, firstQ, queries uint32 }

// interactArgs are the parameters of interact.
type interactArgs struct {
	entries, row, traj, radius, set *cl.Buffer
	invocation                      invocation
	rule                            pair.Rule
	flags                           uint32
	counters                        *cl.Buffer
	hitlist.FoundArgs
}

// interactFile is interact.cl.
func interactFile() clrt.File {
	return clrt.File{Name: "interact.cl", Text: interactText, Constants: []clrt.Constant{
		{Name: "OWNS_END", Value: ownsEnd}, {Name: "TILE", Value: Tile}, {Name: "LATER", Value: pair.FlagLater},
	}}
}

// comparison is one call of Interact.
type comparison struct {
	kernel.RangeWork
	*binned
	d     *Ranger
	ctx   context.Context
	stats kernel.Stats
}

// Interact is GPUTrajDistSearch (paper, Algorithm 1). The kernels of all batches
// are enqueued one after another, and their hits read together.
func (r *Index) Interact(ctx context.Context, work kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	w := &comparison{RangeWork: work, binned: r.binned, d: r.d, ctx: ctx}
	if len(work.Invocations) == 0 {
		return w.stats, ctx.Err()
	}
	run, queues := w.run, r.d.dev.Queues
	if !r.d.tuning.Finds {
		run = w.filter
	}
	again, err := r.d.list.Grow(run(out), 0)
	for again {
		w.stats = kernel.Stats{}
		again, err = r.d.list.Grow(run(out), 0)
	}
	if err != nil {
		queues.Finish() // commands may still use memory that the caller frees next
	}
	w.stats.OrderTime = queues.Elapsed()
	w.stats.KernelTime += w.stats.OrderTime
	return w.stats, err
}

// run compares the batches with all ranges and collects the hits.
func (w *comparison) run(out *kernel.Hits) error {
	if err := w.d.list.RoomForHits(1); err != nil {
		return err
	}
	if err := w.d.sendRecords(&w.RangeWork); err != nil {
		return err
	}
	if w.d.list.Orders() {
		if err := w.d.list.RoomForOrder(w.Queries.Samples(), 1); err != nil {
			return err
		}
	}
	var c hitlist.Counters
	err := w.inTurn(w.launch, func() (err error) {
		if c, err = w.d.list.Count(); err != nil {
			return err
		}
		return w.d.list.Hits.Check(c.Hit)
	})
	if err != nil {
		return err
	}
	w.stats.Hits, w.stats.Borderline = uint64(c.Hit), uint64(c.Borderline)
	w.stats.KernelTime = w.d.dev.Queues.Elapsed()
	if err := out.Budget.Take(hitlist.HitBytes * uint64(c.Hit)); err != nil {
		return err
	}
	if n := int(c.Hit); n == 0 || !w.d.list.Orders() {
		return w.d.list.ReadHits(n, out)
	}
	return w.d.list.CollectUncounted(int(c.Hit), out)
}

// inTurn calls launch with all batches and ranges. Whenever about
// Tuning.Interactions are enqueued, it checks the context and calls check, which
// waits: a counter must not wrap.
func (w *comparison) inTurn(launch func(batching.Batch, binindex.Range) error, check func() error) error {
	if err := w.d.list.Clear(0, hitlist.ListSlot+1); err != nil {
		return err
	}
	total := float64(w.Interactions())
	left := w.d.tuning.Interactions
	for b, g := range w.launches {
		n := b.Len() * (g.Last - g.First)
		if n > left && left < w.d.tuning.Interactions {
			if err := w.pause(total, check); err != nil {
				return err
			}
			left = w.d.tuning.Interactions
		}
		if err := launch(b, g); err != nil {
			return err
		}
		left -= n
		w.stats.Interactions += uint64(n)
	}
	return w.pause(total, check)
}

// launches yields the batches with their ranges, cut to Tuning.Interactions
// or to one candidate.
func (w *comparison) launches(yield func(batching.Batch, binindex.Range) bool) {
	for _, v := range w.Invocations {
		if v.Batch.Len() == 0 {
			continue
		}
		most := max(w.d.tuning.Interactions/v.Batch.Len(), 1)
		for _, g := range v.Ranges {
			for first := g.First; first < g.Last; first += most {
				if !yield(v.Batch, binindex.Range{First: first, Last: min(first+most, g.Last)}) {
					return
				}
			}
		}
	}
}

// pause checks the context and the work done so far, and reports progress.
func (w *comparison) pause(total float64, check func() error) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if err := check(); err != nil {
		return err
	}
	if w.Progress != nil && total > 0 {
		w.Progress(float64(w.stats.Interactions), total)
	}
	return nil
}

// launch enqueues the interactions of a batch with one range (interact.cl).
func (w *comparison) launch(batch batching.Batch, g binindex.Range) error {
	b, set := w.binned, &w.d.queries
	n := uint64(g.Last - g.First)
	return interact.Launch(w.d.interacting, clrt.Over(n), &interactArgs{
		entries: b.segments.Buffer, row: b.row.Buffer, traj: b.traj.Buffer, radius: b.radius.Buffer, set: set.records.Buffer,
		invocation: invocation{
			n: uint32(len(b.Order)), first: uint32(g.First), count: uint32(n),
			padded: uint32(set.made.padded()), firstQ: set.place(batch), queries: uint32(batch.Len()),
		},
		rule: pair.NewRule(w.Rule), flags: w.flags(),
		counters: w.d.list.Counters, FoundArgs: w.d.list.FoundArgs(),
	})
}

// flags returns the flags of interact.cl.
func (w *comparison) flags() (flags uint32) {
	if w.Store.HasRadius() {
		flags |= pair.FlagRadiusEntry
	}
	if w.Store.Dim() == 3 {
		flags |= pair.FlagPlaneZ
	}
	if w.Join {
		flags |= pair.FlagJoin
	}
	if w.Later {
		flags |= pair.FlagLater
	}
	return flags
}
