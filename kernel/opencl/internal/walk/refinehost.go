package walk

import (
	"cmp"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/clrt"
	hostmemory "flyby/internal/memory"
	"flyby/kernel/opencl/internal/pair"
	"flyby/trajectory"
)

// refineOnHost compares the segments of the n pairs of the last list.
func (w *walk) refineOnHost(n int) error {
	if err := hostmemory.Need("pairs of runs", hostmemory.Of(n, pair.PairBytes)); err != nil {
		return err
	}
	pairs := make([]uint32, 2*n)
	if err := clrt.Read(w.d.dev.Queues, w.d.Lists.Buffer, pair.PairBytes*int(w.offset(len(w.steps))), pairs); err != nil {
		return err
	}
	if err := w.d.dev.Queues.Finish(); err != nil {
		return err
	}
	q, e := w.plan.query.Pyramid, w.plan.entry.Pyramid
	found := pair.InPortions(&w.growth, n, func(p *pair.Portion, i int) {
		if w.ctx.Err() == nil {
			refineRun(p, w.Rule, q.Store, e.Store, q.Runs[pairs[2*i]], e.Runs[pairs[2*i+1]])
		}
	})
	w.stats.Add(pair.Gather(found, &w.host))
	return cmp.Or(w.growth.Err(uint64(w.host.Len())), w.ctx.Err())
}

// refineRun compares the segments of two runs that share an instant; twin of
// refine.cl.
func refineRun(p *pair.Portion, r interaction.Rule, queries, entries *trajectory.Store, a, b binindex.Run) {
	for i := range int(a.Count) {
		q := a.Segment(queries, i)
		for j := range int(b.Count) {
			e := b.Segment(entries, j)
			if e.T0 > q.T1 {
				break
			}
			if q.T0 <= e.T1 {
				p.Solve(r, a.Row+uint32(i), b.Row+uint32(j), q, e)
			}
		}
	}
}
