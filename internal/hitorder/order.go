// Package hitorder puts the hits of a search in the defined order: by query row, then
// entry row. Why they come in lists of their drivers' is in
// docs/decisions/0004-hits-in-lists.md.
package hitorder

import (
	"context"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/kernel"
)

// IsOrdered reports whether the hits of lists are in the defined order as they are.
func IsOrdered(lists []kernel.HitList) bool { return len(lists) == 1 && lists[0].Ordered }

// Order returns the hits of lists in order, none of them twice. entryRows and
// queryRows are above all rows of entries and queries. It runs on the threads of pool,
// puts them into the memory of into, nil for none, or where that is too little takes memory
// for a copy of all hits, and fails with memory.ErrNoRoom where there is none, or with the
// error of ctx. It tells how much is done, on one thread at a time, unless tell is nil.
func Order(ctx context.Context, into []interaction.HitRow, lists []kernel.HitList, entryRows, queryRows int, pool *parallel.Pool, tell func(done, total float64)) ([]interaction.HitRow, error) {
	n := 0
	for _, p := range lists {
		n += len(p.List)
	}
	if n > cap(into) {
		if err := memory.Need(memory.Count(n)+" hits in order", memory.Of(n, hitBytes)); err != nil {
			return nil, err
		}
		into = make([]interaction.HitRow, n)
	}
	threads := max(1, min(pool.Threads(), n/threadHits))
	s := newSorter(into[:n], entryRows, queryRows, threads, partHits, pool)
	s.ctx, s.tally = ctx, parallel.NewTally(tell, (countWork+scatterWork+sortWork)*n)
	if !s.byRows(lists) {
		s.sort(lists)
	}
	return s.sorted, ctx.Err()
}
