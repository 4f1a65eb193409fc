package baseline

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"flyby/kernel"
)

// worker is what one goroutine of a search owns: its hits so far, its counts,
// and the room that a search of the tree needs.
type worker struct {
	ctx   context.Context
	hits  kernel.Hits
	stats kernel.Stats
	found []uint32 // leaves
	stack []node   // still to be visited
}

// stretch is where the hits of a task are.
type stretch struct {
	worker      *worker
	first, last int
}

// gather runs tasks 0 to n-1 on threads goroutines and appends their hits to
// out, task after task, so that the order does not depend on the goroutines.
// The error is that of ctx; out is unchanged then.
func gather(ctx context.Context, n, threads int, out *kernel.Hits, task func(w *worker, i int)) (kernel.Stats, error) {
	workers := make([]worker, max(1, threads))
	stretches := make([]stretch, n)
	var next atomic.Int64
	var group errgroup.Group
	for k := range workers {
		w := &workers[k]
		w.ctx = ctx
		group.Go(func() error {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				first := w.hits.Len()
				task(w, i)
				stretches[i] = stretch{w, first, w.hits.Len()}
			}
			return context.Cause(ctx)
		})
	}
	if err := group.Wait(); err != nil {
		return kernel.Stats{}, fmt.Errorf("baseline: search with %d threads: %w", len(workers), err)
	}
	var stats kernel.Stats
	for k := range workers {
		stats.Add(workers[k].stats)
	}
	stats.Hits = join(out, stretches)
	return stats, nil
}

// join appends the hits of the stretches to out and returns their number.
func join(out *kernel.Hits, stretches []stretch) uint64 {
	before := out.Len()
	for _, s := range stretches {
		h := &s.worker.hits
		out.Query = append(out.Query, h.Query[s.first:s.last]...)
		out.Entry = append(out.Entry, h.Entry[s.first:s.last]...)
		out.Enter = append(out.Enter, h.Enter[s.first:s.last]...)
		out.Exit = append(out.Exit, h.Exit[s.first:s.last]...)
	}
	return uint64(out.Len() - before)
}

// wanted reports whether a rule lets two trajectories be compared.
func wanted(rule *kernel.Rule, query, entry uint32) bool {
	if rule.Join && query >= entry {
		return false
	}
	return rule.Twin == nil || rule.Twin[query] != entry
}
