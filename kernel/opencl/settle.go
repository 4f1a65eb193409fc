package opencl

import (
	"cmp"
	"runtime"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/hitbuffer"
	hostmemory "flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/clrt"
	"flyby/trajectory"
)

// What a device without float64 leaves is solved here, on all cores.

// portion is what one goroutine finds.
type portion struct {
	hits       hitbuffer.Finder
	borderline uint64
	solves     uint64
}

// inPortions cuts n items into one portion a core, in memory that growth makes.
func inPortions(growth *hitbuffer.Growth, n int, work func(p *portion, i int)) []portion {
	portions := make([]portion, min(runtime.GOMAXPROCS(0), max(n, 1)))
	for i := range portions {
		portions[i].hits.Growth = growth
	}
	parallel.Share(n, len(portions), func(k, from, to int) {
		for i := from; i < to; i++ {
			work(&portions[k], i)
		}
	})
	return portions
}

// solve compares two segments and keeps what is not a miss, a borderline pair
// with an enter of NaN.
func (p *portion) solve(r interaction.Rule, qrow, erow uint32, q, e trajectory.Segment) {
	p.solves++
	enter, exit, verdict := interaction.Interact(&q, &e, r.Distance, &r.Window)
	if r.Join && qrow > erow {
		qrow, erow = erow, qrow
	}
	switch verdict {
	case interaction.Hit:
		p.hits.Add(interaction.HitRow{Query: qrow, Entry: erow, Enter: enter, Exit: exit})
	case interaction.Borderline:
		p.borderline++
		p.hits.Add(interaction.BorderlineRow(qrow, erow))
	}
}

// gather adds the hits of the portions to out and returns what they count.
func gather(portions []portion, out *kernel.Hits) (s kernel.Stats) {
	for i := range portions {
		p := &portions[i]
		for _, list := range p.hits.Take() {
			out.Add(kernel.Piece{List: list})
			s.Hits += uint64(len(list))
		}
		s.Borderline += p.borderline
		s.Interactions += p.solves
	}
	return s
}

// refineOnHost compares the segments of the n pairs of the last list.
func (w *walk) refineOnHost(n int) error {
	if err := hostmemory.Need("pairs of runs", hostmemory.Of(n, pairBytes)); err != nil {
		return err
	}
	pairs := make([]uint32, 2*n)
	if err := clrt.Read(w.d.dev.Queues, w.d.lists.Buffer, pairBytes*int(w.offset(len(w.steps))), pairs); err != nil {
		return err
	}
	if err := w.d.dev.Queues.Finish(); err != nil {
		return err
	}
	q, e := w.plan.query.Pyramid, w.plan.entry.Pyramid
	found := inPortions(&w.growth, n, func(p *portion, i int) {
		if w.ctx.Err() == nil {
			p.refine(w.Rule, q.Store, e.Store, q.Runs[pairs[2*i]], e.Runs[pairs[2*i+1]])
		}
	})
	w.stats.Add(gather(found, &w.host))
	return cmp.Or(w.growth.Err(uint64(w.host.Len())), w.ctx.Err())
}

// refine compares the segments of two runs that share an instant; twin of
// refine.cl.
func (p *portion) refine(r interaction.Rule, queries, entries *trajectory.Store, a, b binindex.Run) {
	for i := range int(a.Count) {
		q := a.Segment(queries, i)
		for j := range int(b.Count) {
			e := b.Segment(entries, j)
			if e.T0 > q.T1 {
				break
			}
			if q.T0 <= e.T1 {
				p.solve(r, a.Row+uint32(i), b.Row+uint32(j), q, e)
			}
		}
	}
}
