package walk

import (
	_ "embed"
	"errors"

	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed segments.cl
var segmentsText string

// The kernels of segments.cl.
const (
	segmentBoxes   clrt.Kernel[segmentBoxesArgs]   = "segment_boxes"
	openRuns       clrt.Kernel[openRunsArgs]       = "open_runs"
	refineSegments clrt.Kernel[refineSegmentsArgs] = "refine_segments"
)

// frameArgs is the frame of a pyramid's boxes, as parameters, and flags.
type frameArgs struct {
	instants                         *cl.Buffer
	ticks                            uint32
	originX, originY, originZ, scale float64
	flags                            uint32
}

// segmentBoxesArgs are the parameters of segment_boxes.
type segmentBoxesArgs struct {
	run           *cl.Buffer
	slots, length uint32
	samples       *cl.Buffer
	rows          uint32
	radius        *cl.Buffer
	frameArgs
	box *cl.Buffer
}

// openRunsArgs are the parameters of open_runs.
type openRunsArgs struct {
	listArgs
	nextArgs
	boxQ    *cl.Buffer
	lengthQ uint32
	boxE    *cl.Buffer
	lengthE uint32
	pair.ReachArgs
}

// refineSegmentsArgs are the parameters of refine_segments.
type refineSegmentsArgs struct {
	listArgs
	runQ, sampleQ *cl.Buffer
	rowsQ         uint32
	radiusQ       *cl.Buffer
	lengthQ       uint32
	runE, sampleE *cl.Buffer
	rowsE         uint32
	radiusE       *cl.Buffer
	lengthE       uint32
	pair.RuleArgs
	hitlist.HitsArgs
}

// segmentsFile is segments.cl, which wants queries.cl before it.
func segmentsFile() clrt.File { return clrt.File{Name: "segments.cl", Text: segmentsText} }

// frame is the frame of a pyramid's boxes; instants is its clock on the device.
func (p *pyramid) frame(instants *cl.Buffer, flags uint32) frameArgs {
	origin, scale := p.Affine()
	return frameArgs{
		instants: instants, ticks: uint32(len(p.Instants())),
		originX: origin[0], originY: origin[1], originZ: origin[2], scale: scale, flags: flags,
	}
}

// makeSegments enqueues the making of a box for each segment of a number of runs,
// in the clock of the entries. Where the device has no room, walks do without.
func (d *Walker) makeSegments(p, entries *pyramid, runs int) error {
	if err := d.roomForSegments(p, runs); err != nil || p.segments.Buffer == nil {
		return err
	}
	slots := runs * p.Setting.RunLength
	flags := uint32(0)
	if p.Store.HasRadius() {
		flags |= pair.FlagRadiusQuery
	}
	if p.Store.Dim() == 3 {
		flags |= pair.FlagPlaneZ
	}
	return segmentBoxes.Launch(d.walking, clrt.Over(uint64(slots)), &segmentBoxesArgs{
		run: p.runs.Buffer, slots: uint32(slots), length: uint32(p.Setting.RunLength),
		samples: p.samples.Buffer, rows: uint32(p.Store.Samples()), radius: p.radius.Buffer,
		frameArgs: p.frame(entries.instants.Buffer, flags),
		box:       p.segments.Buffer,
	})
}

// roomForSegments makes room for a box for each segment of a number of runs, or
// none where walks do without.
func (d *Walker) roomForSegments(p *pyramid, runs int) error {
	if !d.Tuning.Segments || !d.Tuning.Finds {
		return nil
	}
	slots := runs * p.Setting.RunLength
	if slots > pair.MaxRows {
		return d.dev.Memory.Drop(&p.segments)
	}
	err := d.dev.Memory.Ensure(&p.segments, 4*pair.BoxWords*slots)
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
		p.query.Setting.RunLength*p.entry.Setting.RunLength <= pair.LeastList
}

// openSegmentPairs enqueues step k (segments.cl), which makes the last list of the pairs
// [first, first+n) of list k.
func (w *walk) openSegmentPairs(k int, first, n uint64) error {
	q, e := w.plan.query, w.plan.entry
	return openRuns.Launch(w.d.walking, clrt.Over(n*uint64(q.Setting.RunLength)), &openRunsArgs{
		listArgs: w.list(k, first, n), nextArgs: w.next(k + 1),
		boxQ: q.segments.Buffer, lengthQ: uint32(q.Setting.RunLength),
		boxE: e.segments.Buffer, lengthE: uint32(e.Setting.RunLength),
		ReachArgs: w.reach.Args(),
	})
}

// refineLastSegments enqueues the comparison of the pairs [first, first+n) of the last
// list, which are of segments (segments.cl). found becomes an event of it.
func (w *walk) refineLastSegments(first, n uint64, found **cl.Event) error {
	q, e := w.plan.query, w.plan.entry
	return refineSegments.Launch(w.d.walking, clrt.Launch{Items: n, Done: found}, &refineSegmentsArgs{
		listArgs: w.list(len(w.steps), first, n),
		runQ:     q.runs.Buffer, sampleQ: q.samples.Buffer, rowsQ: uint32(q.Store.Samples()),
		radiusQ: q.radius.Buffer, lengthQ: uint32(q.Setting.RunLength),
		runE: e.runs.Buffer, sampleE: e.samples.Buffer, rowsE: uint32(e.Store.Samples()),
		radiusE: e.radius.Buffer, lengthE: uint32(e.Setting.RunLength),
		RuleArgs: w.rule(), HitsArgs: w.d.list.HitsArgs(),
	})
}
