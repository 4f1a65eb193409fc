package opencl

import (
	_ "embed"

	"flyby/batching"
	"flyby/binindex"
	hostmemory "flyby/internal/memory"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
)

//go:embed near.cl
var nearText string

// nearKernel is the kernel of near.cl.
const nearKernel = "near_pairs"

// filter is run on a device without float64: it finds the pairs whose boxes lie
// near, and the host solves them.
func (w *rangeRun) filter(out *kernel.Hits) error {
	room, err := w.d.roomForLists(1)
	if err != nil {
		return err
	}
	if err := w.d.sendBoxes(&w.RangeWork, w.frame); err != nil {
		return err
	}
	found := uint32(0)
	launch := func(b batching.Batch, g binindex.Range) error { return w.launchNear(b, g, room) }
	err = w.inPieces(launch, func() error {
		c, err := w.d.count()
		found = c[listSlot]
		if err == nil && int(found) > room {
			err = &kernel.OverflowError{Hits: uint64(found), Room: uint64(room)}
		}
		return err
	})
	if err != nil {
		return err
	}
	return w.solve(int(found), out)
}

// launchNear enqueues the box tests of a batch with one range (near.cl).
func (w *rangeRun) launchNear(b batching.Batch, g binindex.Range, room int) error {
	n := uint64(g.Last - g.First)
	square, tickFirst, tickLast := newReach(w.frame, w.Rule).args()
	return w.d.dev.Launch(w.d.interacting.Kernels[nearKernel], n,
		cl.Mem(w.boxes.Buffer), cl.Mem(w.traj.Buffer), cl.Uint32(uint32(g.First)), cl.Uint32(uint32(n)),
		cl.Mem(w.d.queries.records.Buffer), cl.Mem(w.d.queries.excluded.Buffer), cl.Uint32(w.d.queries.place(b)), cl.Uint32(uint32(b.Len())),
		square, tickFirst, tickLast,
		cl.Mem(w.d.lists.Buffer), cl.Uint32(uint32(room)), cl.Mem(w.d.counters), cl.Uint32(listSlot))
}

// solve solves the n pairs that were found.
func (w *rangeRun) solve(n int, out *kernel.Hits) error {
	if err := hostmemory.Need("pairs of segments", hostmemory.Of(n, pairBytes)); err != nil {
		return err
	}
	pairs := make([]uint32, 2*n)
	if err := clrt.Read(w.d.dev.Queues, w.d.lists.Buffer, 0, pairs); err != nil {
		return err
	}
	if err := w.d.dev.Queues.Finish(); err != nil {
		return err
	}
	rows := w.Rows[w.d.queries.made.stretch.First:]
	var growth kernel.Growth
	s := gather(inPortions(&growth, n, func(p *portion, i int) {
		q, e := rows[pairs[2*i]], w.Bins.Rows[pairs[2*i+1]]
		if !w.Join || q < e {
			p.solve(w.Rule, q, e, w.Queries.Segment(int(q)), w.Store.Segment(int(e)))
		}
	}), out)
	w.stats.Hits, w.stats.Borderline = s.Hits, s.Borderline
	return growth.Err(s.Hits)
}
