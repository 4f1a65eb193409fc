package baseline

import (
	"cmp"
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"flyby/interaction"
	"flyby/internal/hitbuffer"
	"flyby/internal/parallel"
	"flyby/kernel"
)

// worker is the state of one goroutine of a search: the hits of its current
// task, its counts, and the working lists of a tree search.
type worker struct {
	ctx   context.Context
	hits  hitbuffer.Finder
	stats kernel.Stats
	found []uint32 // leaves
	stack []node   // still to be visited
}

// gather runs tasks 0 to n-1 on threads goroutines and adds their hits to
// out, task after task, so that the order does not depend on the goroutines.
// The error is ctx's, or says that the hits do not fit into memory; out is
// unchanged then.
func gather(ctx context.Context, n, threads int, out *kernel.Hits, task func(w *worker, i int)) (kernel.Stats, error) {
	workers := make([]worker, min(max(1, threads), parallel.Threads(threads)))
	found := make([][][]interaction.HitRow, n) // of each task
	numbers := parallel.NewNumbers(n)
	var group errgroup.Group
	within, stop := context.WithCancel(ctx)
	defer stop()
	growth := &hitbuffer.Growth{Stop: stop, Budget: out.Budget}
	for k := range workers {
		w := &workers[k]
		w.ctx, w.hits.Growth = within, growth
		group.Go(func() error {
			for i := range numbers.Until(within) {
				task(w, i)
				found[i] = w.hits.Take()
			}
			return context.Cause(ctx)
		})
	}
	err := cmp.Or(group.Wait(), growth.Err(count(found)))
	if err != nil {
		return kernel.Stats{}, fmt.Errorf("baseline: search with %d threads: %w", len(workers), err)
	}
	var stats kernel.Stats
	for k := range workers {
		stats.Add(workers[k].stats)
	}
	stats.Hits = count(found)
	for _, lists := range found {
		for _, list := range lists {
			out.Add(kernel.HitList{List: list})
		}
	}
	return stats, nil
}

// count returns the number of hits of all tasks.
func count(found [][][]interaction.HitRow) (n uint64) {
	for _, lists := range found {
		for _, list := range lists {
			n += uint64(len(list))
		}
	}
	return n
}

// isCompared reports whether a rule lets two trajectories be compared.
func isCompared(rule *interaction.Rule, query, entry uint32) bool {
	return !(rule.Join && query > entry) && !rule.Excludes(query, entry)
}
