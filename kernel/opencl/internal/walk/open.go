package walk

import (
	_ "embed"

	"flyby/binindex"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed open.cl
var openText string

// openBoxes is the kernel of open.cl.
const openBoxes clrt.Kernel[openArgs] = "open_boxes"

// input is a range of the items of a list (list.cl).
type input struct{ at, room, slot, first, limit uint32 }

// output is a list to be filled (list.cl).
type output struct{ at, room, slot uint32 }

// inputArgs is a range of the pairs of a list, as parameters.
type inputArgs struct {
	pairs    *cl.Buffer
	in       input
	counters *cl.Buffer
}

// levels is levels_t of open.cl.
type levels struct{ levelQ, countQ, levelE, countE, levelBetween, countBetween uint32 }

// openArgs are the parameters of open_boxes.
type openArgs struct {
	inputArgs
	out        output
	boxQ, boxE *cl.Buffer
	level      levels
	reach      pair.Reach
	exclusionArgs
}

// openFile is open.cl.
func openFile() clrt.File {
	return clrt.File{Name: "open.cl", Text: openText, Constants: []clrt.Constant{
		{Name: "EXCLUDE", Value: flagExclude}, {Name: "SELF", Value: flagSelf}, {Name: "LATER", Value: flagLater},
		{Name: "OPEN_QUERY", Value: uint64(openQuery)}, {Name: "OPEN_ENTRY", Value: uint64(openEntry)},
		{Name: "OPEN_TWICE", Value: uint64(openTwice)}, {Name: "FAN", Value: binindex.Fan},
	}}
}

// input returns the pairs [first, first+n) of list k as parameters.
func (w *walk) input(k int, first, n uint64) inputArgs {
	return inputArgs{
		pairs: w.d.Lists.Buffer, counters: w.d.list.Counters,
		in: input{at: w.offset(k), room: w.room(k), slot: w.slot(k), first: uint32(first), limit: uint32(n)},
	}
}

// output returns list k, to be filled.
func (w *walk) output(k int) output { return output{w.offset(k), w.room(k), w.slot(k)} }

// openPairs enqueues step k (open.cl), which makes list k+1 of the pairs
// [first, first+n) of list k. at holds the levels of the boxes to test.
func (w *walk) openPairs(k int, at plan, first, n uint64) error {
	o := w.steps[k]
	items := n
	if o != openQuery && o != openEntry {
		items *= binindex.Fan
	}
	q, e := at.query, at.entry
	between := 0 // level of the entries between the levels of at and of list k
	if o&openTwice != 0 {
		between = e.Level + 1
	}
	return openBoxes.Launch(w.d.walking, clrt.Launch{Items: items, Step: k}, &openArgs{
		inputArgs: w.input(k, first, n), out: w.output(k + 1),
		boxQ: q.boxes.Buffer, boxE: e.boxes.Buffer,
		level: levels{
			levelQ: uint32(q.level[q.Level]), countQ: uint32(q.counts[q.Level]),
			levelE: uint32(e.level[e.Level]), countE: uint32(e.counts[e.Level]),
			levelBetween: uint32(e.level[between]), countBetween: uint32(e.counts[between]),
		},
		reach: w.reach, exclusionArgs: w.exclusion(q.Level, e.Level, o),
	})
}
