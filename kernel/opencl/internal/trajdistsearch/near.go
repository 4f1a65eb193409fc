package trajdistsearch

import (
	_ "embed"

	"flyby/batching"
	"flyby/binindex"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/hitbuffer"
	hostmemory "flyby/internal/memory"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed near.cl
var nearText string

// nearPairs is the kernel of near.cl.
const nearPairs clrt.Kernel[nearArgs] = "near_pairs"

// nearInvocation is a range of the entries and a batch of the set (near.cl).
type nearInvocation struct{ first, count, firstQ, queries uint32 }

// nearArgs are the parameters of near_pairs.
type nearArgs struct {
	boxE, trajE, boxQ, excludedQ *cl.Buffer
	invocation                   nearInvocation
	later                        uint32
	reach                        pair.Reach
	pairs                        *cl.Buffer
	room                         uint32
	counters                     *cl.Buffer
}

// nearFile is near.cl, which needs box.cl before it.
func nearFile() clrt.File {
	return clrt.File{Name: "near.cl", Text: nearText, Constants: hitlist.CounterConstants()}
}

// filter is run for a device without float64: the device finds the pairs whose
// boxes lie near, and the host solves them.
func (w *comparison) filter(out *kernel.Hits) error {
	room, err := w.d.lists.Room(1)
	if err != nil {
		return err
	}
	if err := w.d.sendBoxes(&w.RangeWork, w.frame); err != nil {
		return err
	}
	found := uint32(0)
	launch := func(b batching.Batch, g binindex.Range) error { return w.launchNear(b, g, room) }
	err = w.inTurn(launch, func() error {
		c, err := w.d.list.Count()
		found = c.List[0]
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
func (w *comparison) launchNear(b batching.Batch, g binindex.Range, room int) error {
	n := uint64(g.Last - g.First)
	set, later := &w.d.queries, uint32(0)
	if w.Later {
		later = 1
	}
	return nearPairs.Launch(w.d.interacting, clrt.Over(n), &nearArgs{
		boxE: w.boxes.Buffer, trajE: w.traj.Buffer, boxQ: set.records.Buffer, excludedQ: set.excluded.Buffer,
		invocation: nearInvocation{first: uint32(g.First), count: uint32(n), firstQ: set.place(b), queries: uint32(b.Len())},
		later:      later,
		reach:      pair.NewReach(w.frame, w.Rule),
		pairs:      w.d.lists.Buffer, room: uint32(room), counters: w.d.list.Counters,
	})
}

// solve solves the n pairs that the device found, on the host.
func (w *comparison) solve(n int, out *kernel.Hits) error {
	if err := hostmemory.Need("pairs of segments", hostmemory.Of(n, pair.PairBytes)); err != nil {
		return err
	}
	pairs := make([]uint32, 2*n)
	if err := clrt.Read(w.d.dev.Queues, w.d.lists.Buffer, 0, pairs); err != nil {
		return err
	}
	if err := w.d.dev.Queues.Finish(); err != nil {
		return err
	}
	rows := w.Rows[w.d.queries.made.batch.First:]
	growth := hitbuffer.Growth{Budget: out.Budget}
	s := pair.Gather(pair.InPortions(&growth, n, func(p *pair.Portion, i int) {
		q, e := rows[pairs[2*i]], w.Order[pairs[2*i+1]]
		if !w.Join || q < e {
			p.Solve(w.Rule, q, e, w.Queries.Segment(int(q)), w.Store.Segment(int(e)))
		}
	}), out)
	w.stats.Hits, w.stats.Borderline = s.Hits, s.Borderline
	return growth.Err(s.Hits)
}
