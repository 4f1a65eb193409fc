package opencl

import (
	_ "embed"
	"errors"

	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
)

//go:embed segments.cl
var segmentsText string

// The kernels of segments.cl.
const (
	segmentBoxesKernel   = "segment_boxes"
	openRunsKernel       = "open_runs"
	refineSegmentsKernel = "refine_segments"
)

// makeSegments enqueues the making of a box for each segment of so many runs,
// in the clock of the entries. Where the device has no room, walks do without.
func (d *Driver) makeSegments(p, entries *pyramid, runs int) error {
	if err := d.roomForSegments(p, runs); err != nil || p.segments.Buffer == nil {
		return err
	}
	slots := runs * p.Setting.RunLength
	origin, scale := p.Affine()
	flags := uint32(0)
	if p.Store.HasRadius() {
		flags |= flagRadiusQuery
	}
	if p.Store.Dim() == 3 {
		flags |= flagPlaneZ
	}
	return d.dev.Launch(d.walking.Kernels[segmentBoxesKernel], uint64(slots),
		cl.Mem(p.runs.Buffer), cl.Uint32(uint32(slots)), cl.Uint32(uint32(p.Setting.RunLength)),
		cl.Mem(p.samples.Buffer), cl.Uint32(uint32(p.Store.Samples())), cl.Mem(p.radius.Buffer),
		cl.Mem(entries.instants.Buffer), cl.Uint32(uint32(len(p.Instants()))),
		cl.Float64(origin[0]), cl.Float64(origin[1]), cl.Float64(origin[2]), cl.Float64(scale), cl.Uint32(flags),
		cl.Mem(p.segments.Buffer))
}

// roomForSegments makes room for a box for each segment of so many runs, or
// none where walks do without.
func (d *Driver) roomForSegments(p *pyramid, runs int) error {
	if !d.tuning.segments || !d.device.Float64 {
		return nil
	}
	slots := runs * p.Setting.RunLength
	if slots > maxRows {
		return d.dev.Memory.Drop(&p.segments)
	}
	err := d.dev.Memory.Ensure(&p.segments, 4*boxWords*slots)
	if errors.Is(err, clrt.ErrMemory) {
		return nil
	}
	return err
}

// bySegments reports whether a walk ends in pairs of segments: where both sides
// have their boxes, and a pair of runs has no more of them than a list has room
// for.
func (p *plan) bySegments() bool {
	return p.query.segments.Buffer != nil && p.entry.segments.Buffer != nil &&
		p.query.Setting.RunLength*p.entry.Setting.RunLength <= leastList
}

// openRuns enqueues step k (segments.cl), which makes the last list of the pairs
// [first, first+n) of list k.
func (w *walk) openRuns(k int, first, n uint64) error {
	q, e := w.plan.query, w.plan.entry
	square, tickFirst, tickLast := w.reach.args()
	return w.d.dev.Launch(w.d.walking.Kernels[openRunsKernel], n*uint64(q.Setting.RunLength),
		cl.Mem(w.d.lists.Buffer), cl.Uint32(w.offset(k)), cl.Uint32(w.room(k)), cl.Uint32(uint32(first)), cl.Uint32(uint32(n)),
		cl.Mem(w.d.counters), w.slot(k),
		cl.Uint32(w.offset(k+1)), cl.Uint32(w.room(k+1)), w.slot(k+1),
		cl.Mem(q.segments.Buffer), cl.Uint32(uint32(q.Setting.RunLength)),
		cl.Mem(e.segments.Buffer), cl.Uint32(uint32(e.Setting.RunLength)),
		square, tickFirst, tickLast)
}

// refineSegments enqueues the comparison of the pairs [first, first+n) of the
// last list, which are of segments (segments.cl).
func (w *walk) refineSegments(first, n uint64) error {
	q, e := w.plan.query, w.plan.entry
	k := len(w.steps)
	hit, room := w.d.hits.args()
	ordinal, rows := w.d.orderArgs()
	return w.d.dev.Launch(w.d.walking.Kernels[refineSegmentsKernel], n,
		cl.Mem(w.d.lists.Buffer), cl.Uint32(w.offset(k)), cl.Uint32(w.room(k)), cl.Uint32(uint32(first)), cl.Uint32(uint32(n)),
		cl.Mem(w.d.counters), w.slot(k), cl.Uint32(hitSlot), cl.Uint32(solveSlot),
		cl.Mem(q.runs.Buffer), cl.Mem(q.samples.Buffer), cl.Uint32(uint32(q.Store.Samples())),
		cl.Mem(q.radius.Buffer), cl.Uint32(uint32(q.Setting.RunLength)),
		cl.Mem(e.runs.Buffer), cl.Mem(e.samples.Buffer), cl.Uint32(uint32(e.Store.Samples())),
		cl.Mem(e.radius.Buffer), cl.Uint32(uint32(e.Setting.RunLength)),
		cl.Float64(w.Distance), cl.Float64(w.Window.From), cl.Float64(w.Window.To), cl.Uint32(w.segmentFlags()),
		hit, room, ordinal, rows)
}
