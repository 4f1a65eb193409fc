package opencl

import (
	_ "embed"

	"flyby/binindex"
	"flyby/kernel/cl"
)

//go:embed open.cl
var openText string

// openKernel is the kernel of open.cl.
const openKernel = "open_boxes"

// openBoxes enqueues step k (open.cl), which makes list k+1 of the pairs
// [first, first+n) of list k. at holds the levels of the boxes to test.
func (w *walk) openBoxes(k int, at plan, first, n uint64) error {
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
	square, tickFirst, tickLast := w.reach.args()
	flags, units := w.exclusion(q.Level, e.Level)
	kernel, err := w.d.walking.Step(openKernel, k)
	if err != nil {
		return err
	}
	return w.d.dev.Launch(kernel, items,
		cl.Mem(w.d.lists.Buffer), cl.Uint32(w.offset(k)), cl.Uint32(w.room(k)), cl.Uint32(uint32(first)), cl.Uint32(uint32(n)),
		cl.Mem(w.d.counters), w.slot(k),
		cl.Uint32(w.offset(k+1)), cl.Uint32(w.room(k+1)), w.slot(k+1),
		cl.Mem(q.boxes.Buffer), cl.Uint32(uint32(q.level[q.Level])), cl.Uint32(uint32(q.counts[q.Level])),
		cl.Mem(e.boxes.Buffer), cl.Uint32(uint32(e.level[e.Level])), cl.Uint32(uint32(e.counts[e.Level])),
		cl.Uint32(uint32(e.level[between])), cl.Uint32(uint32(e.counts[between])),
		square, tickFirst, tickLast,
		cl.Uint32(flags|uint32(o)), units[0], units[1], units[2], units[3])
}
