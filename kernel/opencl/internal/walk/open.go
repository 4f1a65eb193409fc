package walk

import (
	_ "embed"

	"flyby/binindex"
	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed open.cl
var openText string

// openBoxes is the kernel of open.cl.
const openBoxes clrt.Kernel[openArgs] = "open_boxes"

// listArgs is a range of the pairs of a list, as parameters.
type listArgs struct {
	pairs                        *cl.Buffer
	in, inRoom, inFirst, inLimit uint32
	counters                     *cl.Buffer
	inSlot                       uint32
}

// nextArgs is a list to be filled, as parameters.
type nextArgs struct{ out, outRoom, outSlot uint32 }

// openArgs are the parameters of open_boxes.
type openArgs struct {
	listArgs
	nextArgs
	boxQ                       *cl.Buffer
	levelQ, countQ             uint32
	boxE                       *cl.Buffer
	levelE, countE             uint32
	levelBetween, countBetween uint32
	pair.ReachArgs
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

// list is the pairs [first, first+n) of list k.
func (w *walk) list(k int, first, n uint64) listArgs {
	return listArgs{
		pairs: w.d.Lists.Buffer, in: w.offset(k), inRoom: w.room(k), inFirst: uint32(first), inLimit: uint32(n),
		counters: w.d.list.Counters, inSlot: w.slot(k),
	}
}

// next is list k, to be filled.
func (w *walk) next(k int) nextArgs { return nextArgs{w.offset(k), w.room(k), w.slot(k)} }

// openPairs enqueues step k (open.cl), which makes list k+1 of the pairs
// [first, first+n) of list k. at holds the levels of the boxes to test.
func (w *walk) openPairs(k int, at plan, first, n uint64) error {
	o := w.steps[k]
	items := n
	if o != openQuery && o != openEntry {
		items *= binindex.Fan
	}
	q, e := at.query, at.entry
	between := 0 // level of the entries that are opened on the way
	if o&openTwice != 0 {
		between = e.Level + 1
	}
	return openBoxes.Launch(w.d.walking, clrt.Launch{Items: items, Step: k}, &openArgs{
		listArgs: w.list(k, first, n), nextArgs: w.next(k + 1),
		boxQ: q.boxes.Buffer, levelQ: uint32(q.level[q.Level]), countQ: uint32(q.counts[q.Level]),
		boxE: e.boxes.Buffer, levelE: uint32(e.level[e.Level]), countE: uint32(e.counts[e.Level]),
		levelBetween: uint32(e.level[between]), countBetween: uint32(e.counts[between]),
		ReachArgs: w.reach.Args(), exclusionArgs: w.exclusion(q.Level, e.Level, o),
	})
}
