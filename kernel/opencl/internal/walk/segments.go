package walk

import (
	_ "embed"
	"errors"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed segments.cl
var segmentsText string

// The kernels of segments.cl.
const (
	segmentBoxes   clrt.Kernel[segmentBoxesArgs] = "segment_boxes"
	openRuns       clrt.Kernel[openRunsArgs]     = "open_runs"
	refineSegments clrt.Kernel[refineArgs]       = "refine_segments"
)

// frame is the frame of a pyramid's boxes, and flags (boxes.cl).
type frame struct {
	originX, originY, originZ, scale float64
	ticks, flags                     uint32
}

// segmentSizes is segment_sizes_t of segments.cl.
type segmentSizes struct{ slots, length, rows uint32 }

// segmentBoxesArgs are the parameters of segment_boxes.
type segmentBoxesArgs struct {
	run, samples *cl.Buffer
	sizes        segmentSizes
	instants     *cl.Buffer
	frame        frame
	box          *cl.Buffer
}

// openRunsArgs are the parameters of open_runs.
type openRunsArgs struct {
	inputArgs
	out     output
	boxQ    *cl.Buffer
	lengthQ uint32
	boxE    *cl.Buffer
	lengthE uint32
	reach   pair.Reach
}

// segmentsFile is segments.cl, which needs hits.cl and boxes.cl before it.
func segmentsFile() clrt.File { return clrt.File{Name: "segments.cl", Text: segmentsText} }

// frame is the frame of a pyramid's boxes, with flags.
func (p *pyramid) frame(flags uint32) frame {
	origin, scale := p.Affine()
	return frame{
		originX: origin[0], originY: origin[1], originZ: origin[2], scale: scale,
		ticks: uint32(len(p.Instants())), flags: flags,
	}
}

// makeSegments enqueues the making of a box for each segment of the runs,
// in the clock of the entries. Where the device has no room, it makes none, and walks
// end in pairs of runs.
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
		run: p.runs.Buffer, samples: p.samples.Buffer,
		sizes:    segmentSizes{slots: uint32(slots), length: uint32(p.Setting.RunLength), rows: uint32(p.Store.Samples())},
		instants: entries.instants.Buffer, frame: p.frame(flags),
		box: p.segments.Buffer,
	})
}

// roomForSegments makes room for a box for each segment of the runs, or
// none where walks end in pairs of runs.
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
// have boxes of segments, and a list has room for all pairs of segments of a pair
// of runs.
func (p *plan) bySegments() bool {
	return p.query.segments.Buffer != nil && p.entry.segments.Buffer != nil &&
		p.query.Setting.RunLength*p.entry.Setting.RunLength <= pair.LeastList
}

// openSegmentPairs enqueues step k (segments.cl), which makes the last list out of the
// pairs [first, first+n) of list k.
func (w *walk) openSegmentPairs(k int, first, n uint64) error {
	q, e := w.plan.query, w.plan.entry
	return openRuns.Launch(w.d.walking, clrt.Over(n*uint64(q.Setting.RunLength)), &openRunsArgs{
		inputArgs: w.input(k, first, n), out: w.output(k + 1),
		boxQ: q.segments.Buffer, lengthQ: uint32(q.Setting.RunLength),
		boxE: e.segments.Buffer, lengthE: uint32(e.Setting.RunLength),
		reach: w.reach,
	})
}

// refineLastSegments enqueues the comparison of the pairs of segments [first, first+n) of
// the last list (segments.cl). found becomes the launch's event.
func (w *walk) refineLastSegments(first, n uint64, found **cl.Event) error {
	args := w.refineArgs(first, n)
	return refineSegments.Launch(w.d.walking, clrt.Launch{Items: n, Done: found}, &args)
}
