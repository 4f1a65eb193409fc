package opencl

import (
	_ "embed"

	"flyby/kernel/cl"
)

//go:embed refine.cl
var refineText string

// refineKernel is the kernel of refine.cl.
const refineKernel = "refine_runs"

//go:embed reject.cl
var rejectText string

//go:embed interaction.cl
var interactionText string

// The flags of refine.cl and interact.cl.
const (
	flagRadiusQuery = 1
	flagRadiusEntry = 2
	flagPlaneZ      = 4
	flagJoin        = 8
)

// refineRuns enqueues the comparison of the segments of the pairs
// [first, first+n) of the last list (refine.cl).
func (w *walk) refineRuns(first, n uint64) error {
	k := len(w.steps)
	q, e := w.plan.query, w.plan.entry
	length := uint64(q.Setting.RunLength)
	hit, room := w.d.hits.args()
	ordinal, rows := w.d.orderArgs()
	return w.d.dev.Launch(w.d.walking.Kernels[refineKernel], n*length,
		cl.Mem(w.d.lists.Buffer), cl.Uint32(w.offset(k)), cl.Uint32(w.room(k)), cl.Uint32(uint32(first)), cl.Uint32(uint32(n)),
		cl.Mem(w.d.counters), w.slot(k), cl.Uint32(hitSlot), cl.Uint32(solveSlot),
		cl.Mem(q.runs.Buffer), cl.Mem(q.samples.Buffer), cl.Uint32(uint32(q.Store.Samples())),
		cl.Mem(q.radius.Buffer), cl.Uint32(uint32(length)),
		cl.Mem(e.runs.Buffer), cl.Mem(e.samples.Buffer), cl.Uint32(uint32(e.Store.Samples())),
		cl.Mem(e.radius.Buffer),
		cl.Float64(w.Distance), cl.Float64(w.Window.From), cl.Float64(w.Window.To), cl.Uint32(w.segmentFlags()),
		hit, room, ordinal, rows)
}

// segmentFlags returns the flags of refine.cl.
func (w *walk) segmentFlags() (flags uint32) {
	q, e := w.plan.query.Store, w.plan.entry.Store
	if q.HasRadius() {
		flags |= flagRadiusQuery
	}
	if e.HasRadius() {
		flags |= flagRadiusEntry
	}
	if e.Dim() == 3 {
		flags |= flagPlaneZ
	}
	if w.Join {
		flags |= flagJoin
	}
	return flags
}
