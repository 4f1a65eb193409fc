package opencl

import (
	"context"
	_ "embed"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/kernel/cl"
)

//go:embed interact.cl
var interactText string

// interactKernel is the kernel of interact.cl.
const interactKernel = "interact"

// interaction is one call of Interact.
type interaction struct {
	kernel.RangeWork
	*binned
	d     *Driver
	ctx   context.Context
	stats kernel.Stats
}

// Interact is GPUTrajDistSearch (paper, Algorithm 1).
func (r *resident) Interact(ctx context.Context, work kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	w := &interaction{RangeWork: work, binned: r.binned, d: r.d, ctx: ctx}
	run := w.run
	if !r.d.device.Float64 {
		run = w.filter
	}
	err := run(out)
	if err != nil {
		r.d.stream.finish() // commands may still use what the caller is about to free
	}
	w.stats.KernelTime = r.d.stream.time()
	return w.stats, r.d.fault("interact", err)
}

// run compares the batch with all ranges and collects the hits.
func (w *interaction) run(out *kernel.Hits) error {
	if err := w.d.roomForHits(1); err != nil {
		return err
	}
	if err := w.d.sendRecords(&w.RangeWork); err != nil {
		return err
	}
	var c counters
	err := w.inPieces(func(piece []binindex.Range) error {
		for _, g := range piece {
			if err := w.launch(g); err != nil {
				return err
			}
		}
		var err error
		if c, err = w.d.count(); err != nil {
			return err
		}
		return w.d.hits.check(c[hitSlot])
	})
	if err != nil {
		return err
	}
	w.stats.Hits, w.stats.Borderline = uint64(c[hitSlot]), uint64(c[borderlineSlot])
	return w.d.readHits(int(c[hitSlot]), out)
}

// inPieces calls f with the ranges, cut so that no call has more than the
// tuning's interactions: a counter must not wrap, and cancelling is looked for
// between calls.
func (w *interaction) inPieces(f func([]binindex.Range) error) error {
	queries := w.Batch.Len()
	if queries == 0 {
		return nil
	}
	if err := w.d.clear(0, listSlot+1); err != nil {
		return err
	}
	most := max(w.d.tuning.interactions/queries, 1)
	var piece []binindex.Range
	left := most
	for _, g := range w.Ranges {
		w.stats.Interactions += uint64(queries) * uint64(g.Last-g.First)
		for g.First < g.Last {
			n := min(left, g.Last-g.First)
			piece = append(piece, binindex.Range{First: g.First, Last: g.First + n})
			g.First += n
			if left -= n; left > 0 {
				continue
			}
			if err := w.piece(piece, f); err != nil {
				return err
			}
			piece, left = piece[:0], most
		}
	}
	return w.piece(piece, f)
}

// piece calls f unless there is nothing to do, or the search was cancelled.
func (w *interaction) piece(ranges []binindex.Range, f func([]binindex.Range) error) error {
	if err := w.ctx.Err(); err != nil || len(ranges) == 0 {
		return err
	}
	return f(ranges)
}

// launch enqueues the interactions of one range (interact.cl).
func (w *interaction) launch(g binindex.Range) error {
	b := w.binned
	n := uint64(g.Last - g.First)
	hit, room := w.d.hits.args()
	return w.d.launch(w.d.interacting.kernels[interactKernel], n,
		cl.Mem(b.segments.buffer), cl.Uint32(uint32(len(b.Bins.Rows))),
		cl.Mem(b.row.buffer), cl.Mem(b.traj.buffer), cl.Mem(b.radius.buffer),
		cl.Uint32(uint32(g.First)), cl.Uint32(uint32(n)),
		cl.Mem(w.d.batch.records.buffer), cl.Uint32(uint32(w.Batch.Len())),
		cl.Float64(w.Distance), cl.Float64(w.Window.From), cl.Float64(w.Window.To), cl.Uint32(w.flags()),
		cl.Mem(w.d.counters), cl.Uint32(hitSlot),
		hit, room)
}

// flags returns the flags of interact.cl.
func (w *interaction) flags() (flags uint32) {
	if w.Store.HasRadius() {
		flags |= flagRadiusEntry
	}
	if w.Store.Dim() == 3 {
		flags |= flagPlaneZ
	}
	if w.Join {
		flags |= flagJoin
	}
	return flags
}
