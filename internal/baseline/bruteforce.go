package baseline

import (
	"context"
	"unsafe"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/trajectory"
)

// BruteForce compares every query segment with every entry segment that the
// rule allows, and adds the hits to out, in row order: the method too simple to
// be wrong. In a join queries and entries are one store. threads is the number
// of cores to use, at least 1.
//
// Stats.Interactions counts every pair. The error is ctx's, wrapped; out is
// unchanged then.
func BruteForce(ctx context.Context, queries, entries *trajectory.Store, rule interaction.Rule, threads int, out *kernel.Hits) (kernel.Stats, error) {
	n := queries.Segments() + entries.Segments()
	if err := memory.Need("lists of "+memory.Count(n)+" segments", memory.Of(n, int(unsafe.Sizeof(item{}))+24)); err != nil {
		return kernel.Stats{}, err
	}
	qs, es := items(queries), items(entries)
	return gather(ctx, len(qs), threads, out, func(w *worker, i int) {
		q := &qs[i]
		for j := range es {
			e := &es[j]
			if !isCompared(&rule, q.traj, e.traj) {
				continue
			}
			w.stats.Interactions++
			if enter, exit, hit := rule.Window.Decide(q.segment, e.segment, rule.Distance); hit {
				w.hits.Add(interaction.HitRow{Query: q.row, Entry: e.row, Enter: enter, Exit: exit})
			}
		}
	})
}

// item is a segment with its row and trajectory.
type item struct {
	segment   trajectory.Segment
	row, traj uint32
}

// items lists the segments of a store, in row order.
func items(s *trajectory.Store) []item {
	items := make([]item, 0, s.Segments())
	for row, g := range s.Rows() {
		items = append(items, item{g, uint32(row), uint32(s.Owner(row))})
	}
	return items
}
