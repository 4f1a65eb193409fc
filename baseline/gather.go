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
	hits  []kernel.HitRow
	stats kernel.Stats
	found []uint32 // leaves
	stack []node   // still to be visited
}

// stretch is where the hits of a task are.
type stretch struct {
	worker      *worker
	first, last int
}

// gather runs tasks 0 to n-1 on threads goroutines and adds their hits to
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
				first := len(w.hits)
				task(w, i)
				stretches[i] = stretch{w, first, len(w.hits)}
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

// join adds the hits of the stretches to out and returns their number.
func join(out *kernel.Hits, stretches []stretch) uint64 {
	n := 0
	for _, s := range stretches {
		n += s.last - s.first
		out.Add(kernel.Piece{List: s.worker.hits[s.first:s.last]})
	}
	return uint64(n)
}

// wanted reports whether a rule lets two trajectories be compared.
func wanted(rule *kernel.Rule, query, entry uint32) bool {
	if rule.Join && query >= entry {
		return false
	}
	return rule.Twin == nil || rule.Twin[query] != entry
}
