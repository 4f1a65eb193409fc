package walk

import (
	_ "embed"

	"flyby/binindex"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed runs.cl
var runsText string

//go:embed refine.cl
var refineText string

// refineRuns is the kernel of refine.cl.
const refineRuns clrt.Kernel[refineArgs] = "refine_runs"

// sizes is sizes_t of runs.cl.
type sizes struct{ rowsQ, lengthQ, rowsE, lengthE, room, flags uint32 }

// refineArgs are the parameters of refine_runs and refine_segments.
type refineArgs struct {
	inputArgs
	runQ, sampleQ *cl.Buffer
	runE, sampleE *cl.Buffer
	sizes         sizes
	rule          pair.Rule
	hitlist.HitsArgs
}

// runsFile is runs.cl, which needs interaction.cl before it.
func runsFile() clrt.File {
	return clrt.File{Name: "runs.cl", Text: runsText, Constants: []clrt.Constant{
		{Name: "RUN_LAST", Value: binindex.RunLast}, {Name: "RUN_POINT", Value: binindex.RunPoint},
	}}
}

// refineFile is refine.cl, which needs hits.cl and runs.cl before it.
func refineFile() clrt.File { return clrt.File{Name: "refine.cl", Text: refineText} }

// refineLast enqueues the comparison of the segments of the pairs of runs [first, first+n)
// of the last list (refine.cl). found becomes the launch's event.
func (w *walk) refineLast(first, n uint64, found **cl.Event) error {
	items := n * uint64(w.plan.query.Setting.RunLength)
	args := w.refineArgs(first, n)
	return refineRuns.Launch(w.d.walking, clrt.Launch{Items: items, Done: found}, &args)
}

// refineArgs returns the parameters of the last step, for the pairs [first, first+n) of the
// last list.
func (w *walk) refineArgs(first, n uint64) refineArgs {
	q, e := w.plan.query, w.plan.entry
	return refineArgs{
		inputArgs: w.input(len(w.steps), first, n),
		runQ:      q.runs.Buffer, sampleQ: q.samples.Buffer,
		runE: e.runs.Buffer, sampleE: e.samples.Buffer,
		sizes: sizes{
			rowsQ: uint32(q.Store.Samples()), lengthQ: uint32(q.Setting.RunLength),
			rowsE: uint32(e.Store.Samples()), lengthE: uint32(e.Setting.RunLength),
			room: uint32(w.d.list.Hits.Room), flags: w.segmentFlags(),
		},
		rule: pair.NewRule(w.Rule), HitsArgs: w.d.list.HitsArgs(),
	}
}

// segmentFlags returns the flags of refine.cl.
func (w *walk) segmentFlags() (flags uint32) {
	q, e := w.plan.query.Store, w.plan.entry.Store
	if q.HasRadius() {
		flags |= pair.FlagRadiusQuery
	}
	if e.HasRadius() {
		flags |= pair.FlagRadiusEntry
	}
	if e.Dim() == 3 {
		flags |= pair.FlagPlaneZ
	}
	if w.Join {
		flags |= pair.FlagJoin
	}
	return flags
}
