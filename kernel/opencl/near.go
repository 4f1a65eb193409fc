package opencl

import (
	_ "embed"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/kernel/cl"
)

//go:embed near.cl
var nearText string

// nearKernel is the kernel of near.cl.
const nearKernel = "near_pairs"

// filter is run on a device without float64: it finds the pairs whose boxes lie
// near, and the host solves them.
func (w *interaction) filter(out *kernel.Hits) error {
	room, err := w.d.roomForLists(1)
	if err != nil {
		return err
	}
	if err := w.sendBoxes(); err != nil {
		return err
	}
	found := uint32(0)
	err = w.inPieces(func(piece []binindex.Range) error {
		for _, g := range piece {
			if err := w.launchNear(g, room); err != nil {
				return err
			}
		}
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

// sendBoxes enqueues a copy of the boxes and twins of the batch. The boxes of a
// query set are made once.
func (w *interaction) sendBoxes() error {
	b := &w.d.batch
	if w.Batch.Len() == 0 {
		return nil
	}
	if b.boxed != w.Queries || b.frame != w.frame || b.rows != &w.Rows[0] || len(b.boxes) != len(w.Rows) {
		b.boxes = boxesOf(w.Queries, w.frame, w.Rows)
		b.boxed, b.frame, b.rows = w.Queries, w.frame, &w.Rows[0]
	}
	b.excluded = b.excluded[:0]
	for _, row := range w.Rows[w.Batch.First:w.Batch.Last] {
		b.excluded = append(b.excluded, twinOf(w.Rule, w.Queries.Owner(int(row))))
	}
	if err := w.d.fillArray(&b.records, words(b.boxes[w.Batch.First:w.Batch.Last])); err != nil {
		return err
	}
	return w.d.fillArray(&b.twins, b.excluded)
}

// launchNear enqueues the box tests of one range (near.cl).
func (w *interaction) launchNear(g binindex.Range, room int) error {
	n := uint64(g.Last - g.First)
	square, tickFirst, tickLast := newReach(w.frame, w.Rule).args()
	return w.d.launch(w.d.interacting.kernels[nearKernel], n,
		cl.Mem(w.boxes.buffer), cl.Mem(w.traj.buffer), cl.Uint32(uint32(g.First)), cl.Uint32(uint32(n)),
		cl.Mem(w.d.batch.records.buffer), cl.Mem(w.d.batch.twins.buffer), cl.Uint32(uint32(w.Batch.Len())),
		square, tickFirst, tickLast,
		cl.Mem(w.d.lists.buffer), cl.Uint32(uint32(room)), cl.Mem(w.d.counters), cl.Uint32(listSlot))
}

// solve solves the n pairs that were found.
func (w *interaction) solve(n int, out *kernel.Hits) error {
	pairs := make([]uint32, 2*n)
	if err := read(w.d.stream, w.d.lists.buffer, 0, pairs); err != nil {
		return err
	}
	if err := w.d.stream.finish(); err != nil {
		return err
	}
	s := gather(parallel(n, func(p *portion, i int) {
		q, e := w.Rows[w.Batch.First+int(pairs[2*i])], w.Bins.Rows[pairs[2*i+1]]
		if !w.Join || q < e {
			p.solve(w.Rule, q, e, w.Queries.Segment(int(q)), w.Store.Segment(int(e)))
		}
	}), out)
	w.stats.Hits, w.stats.Borderline = s.Hits, s.Borderline
	return nil
}
