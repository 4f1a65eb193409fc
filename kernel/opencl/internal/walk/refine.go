package walk

import (
	_ "embed"

	"flyby/binindex"
	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed refine.cl
var refineText string

// refineRuns is the kernel of refine.cl.
const refineRuns clrt.Kernel[refineArgs] = "refine_runs"

// refineArgs are the parameters of refine_runs.
type refineArgs struct {
	listArgs
	runQ, sampleQ *cl.Buffer
	rowsQ         uint32
	radiusQ       *cl.Buffer
	length        uint32
	runE, sampleE *cl.Buffer
	rowsE         uint32
	radiusE       *cl.Buffer
	pair.RuleArgs
	hitlist.HitsArgs
}

// refineFile is refine.cl.
func refineFile() clrt.File {
	return clrt.File{Name: "refine.cl", Text: refineText, Constants: []clrt.Constant{
		{Name: "RUN_LAST", Value: binindex.RunLast}, {Name: "RUN_POINT", Value: binindex.RunPoint},
	}}
}

// refineLast enqueues the comparison of the segments of the pairs [first, first+n) of
// the last list, which are of runs (refine.cl). found becomes an event of it.
func (w *walk) refineLast(first, n uint64, found **cl.Event) error {
	q, e := w.plan.query, w.plan.entry
	length := uint64(q.Setting.RunLength)
	return refineRuns.Launch(w.d.walking, clrt.Launch{Items: n * length, Done: found}, &refineArgs{
		listArgs: w.list(len(w.steps), first, n),
		runQ:     q.runs.Buffer, sampleQ: q.samples.Buffer, rowsQ: uint32(q.Store.Samples()),
		radiusQ: q.radius.Buffer, length: uint32(length),
		runE: e.runs.Buffer, sampleE: e.samples.Buffer, rowsE: uint32(e.Store.Samples()),
		radiusE:  e.radius.Buffer,
		RuleArgs: w.rule(), HitsArgs: w.d.list.HitsArgs(),
	})
}

// rule is what makes a pair of segments a hit.
func (w *walk) rule() pair.RuleArgs {
	return pair.RuleArgs{D: w.Distance, From: w.Window.From, To: w.Window.To, Flags: w.segmentFlags()}
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
