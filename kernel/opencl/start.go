package opencl

import (
	_ "embed"

	"flyby/kernel/cl"
)

//go:embed start.cl
var startText string

// startKernel is the kernel of start.cl.
const startKernel = "start_walk"

// The flags of open.cl and start.cl beside the openings.
const (
	flagExclude = 1
	flagSelf    = 2
)

// startWalk enqueues the test of the pairs [first, first+n) of the plan's ranges
// (start.cl), which fills list 0 with pairs of the levels of at.
func (w *walk) startWalk(at plan, first, n uint64) error {
	q, e := w.plan.query, w.plan.entry
	square, tickFirst, tickLast := w.reach.args()
	flags, units := w.exclusion(q.Level, at.entry.Level)
	below := at.entry.Level
	between := min(below+1, e.Level)
	return w.d.dev.Launch(w.d.walking.Kernels[startKernel], n,
		cl.Mem(q.boxes.Buffer), cl.Uint32(uint32(q.level[q.Level]+q.First)), cl.Uint32(uint32(q.First)),
		cl.Mem(e.boxes.Buffer), cl.Uint32(uint32(e.level[e.Level]+e.First)), cl.Uint32(uint32(e.First)), cl.Uint32(uint32(e.count())),
		cl.Uint32(uint32(e.level[between])), cl.Uint32(uint32(e.counts[between])),
		cl.Uint32(uint32(e.level[below])), cl.Uint32(uint32(e.counts[below])),
		cl.Uint64(first), cl.Uint32(uint32(n)),
		square, tickFirst, tickLast,
		cl.Uint32(flags|uint32(w.start&openTwice)), units[0], units[1], units[2], units[3],
		cl.Mem(w.d.lists.Buffer), cl.Uint32(0), cl.Uint32(w.room(0)),
		cl.Mem(w.d.counters), w.slot(0))
}

// exclusion returns the flags that say which pairs of boxes of two levels are
// left out, and the arguments that tell a box's trajectory.
func (w *walk) exclusion(ql, el int) (flags uint32, units [4]cl.Arg) {
	if w.self {
		flags |= flagSelf
	}
	qShift, eShift := 2*(w.plan.query.Setting.RunLevels-ql), 2*(w.plan.entry.Setting.RunLevels-el)
	if (w.Join || w.Excluded != nil) && qShift >= 0 && eShift >= 0 {
		flags |= flagExclude
	}
	return flags, [4]cl.Arg{
		cl.Mem(w.plan.query.units.Buffer), cl.Uint32(uint32(max(qShift, 0))),
		cl.Mem(w.plan.entry.units.Buffer), cl.Uint32(uint32(max(eShift, 0))),
	}
}
