// Package hitorder puts the hits of a search in the defined order: by query row, then
// entry row. docs/decisions/0004-hits-in-lists.md says why drivers return hits in
// lists of their own.
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

// Order returns the hits of lists in order, each hit once. entryRows and queryRows are
// above all rows of entries and queries. It runs on the threads of pool and puts the hits
// into the memory of into, nil for none; where that is too little it takes memory for a
// copy of all hits, and fails with memory.ErrNoRoom if there is none. It also fails with
// the error of ctx. Unless tell is nil, it reports how much is done, on one thread at a
// time.
func Order(ctx context.Context, into []interaction.HitRow, lists []kernel.HitList, entryRows, queryRows int, pool *parallel.Pool, tell func(done, total float64)) ([]interaction.HitRow, error) {
	n := 0
	for _, p := range lists {
		n += len(p.List)
	}
	if n > cap(into) {
		if err := memory.Need(memory.Count(n)+" hits in order", memory.Of(n, hitBytes)); err != nil {
			return nil, err
		}
		into = uncleared(n)
	}
	threads := max(1, min(pool.Threads(), n/threadHits))
	part := partHits
	if threads > 1 {
		part = max(min(part, n/(threadParts*pool.Threads())), leastPart)
	}
	s := newSorter(into[:n], entryRows, queryRows, threads, part, pool)
	s.ctx, s.tally = ctx, parallel.NewTally(tell, (countWork+scatterWork+sortWork)*n)
	if !s.byRows(lists) {
		s.sort(lists)
	}
	return s.sorted, ctx.Err()
}
