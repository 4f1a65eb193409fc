package nearest

import (
	"context"
	"sync"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/rowbytes"
	"flyby/trajectory"
)

// mostEarly is the most rows that are made early, in memory for K of each query.
const mostEarly = 1 << 22

// early makes the rows of queries that are done while a device searches with the others. A nil early makes none.
type early struct {
	*rounds
	all    trajectory.Nearest // K rows a query
	made   chan struct{}      // closed once all has memory
	ranks  []*ranking         // of the goroutines that make them: half of the threads, since the others drive the device and take what it finds
	busy   sync.WaitGroup
	inTurn sync.Mutex
	begun  []due
}

// due is queries whose rows are made by whoever has time.
type due struct {
	queries []int
	next    *parallel.Numbers
}

// newEarly returns nil where the host is not idle while a device searches, or memory is little.
func (r *rounds) newEarly() *early {
	n := len(r.lists) * r.K
	if !r.Wide || r.K > mostEarly/len(r.lists) || memory.Need("nearest entries", memory.Of(n, rowbytes.NearestBytes)) != nil {
		return nil
	}
	e := &early{rounds: r, ranks: r.rankings(max(len(r.ranks)/2, 1)), made: make(chan struct{})}
	e.inTurn.Lock()
	e.busy.Go(func() {
		defer e.inTurn.Unlock()
		defer close(e.made)
		e.all = newRows(n) // to clear the memory takes milliseconds
	})
	return e
}

// begin begins to make the rows of queries, after those begun before.
func (e *early) begin(ctx context.Context, queries []int) {
	if e == nil || len(queries) == 0 {
		return
	}
	d := due{queries, parallel.NewNumbers(len(queries))}
	e.begun = append(e.begun, d)
	e.busy.Go(func() {
		e.inTurn.Lock()
		defer e.inTurn.Unlock()
		e.finish(ctx, d, e.ranks)
	})
}

// finish makes the rows that are due, on a goroutine for each ranking, together with whoever else makes them.
func (e *early) finish(ctx context.Context, d due, ranks []*ranking) {
	parallel.Ranges(len(ranks), len(ranks), func(k, _, _ int) {
		for i := range d.next.Until(ctx) {
			e.write(ranks[k], d.queries[i])
		}
	})
}

// write makes the rows of a query.
func (e *early) write(rank *ranking, q int) {
	l := &e.lists[q]
	rank.write(&e.all, q*e.K, uint32(q), l, e.reach[q])
	l.candidates = nil
}

// end waits for all that was begun.
func (e *early) end() {
	if e != nil {
		e.busy.Wait()
	}
}

// rest makes the rows that were not begun, and returns all rows: rows [first[q], first[q+1]) are of query q.
func (e *early) rest(ctx context.Context, first []int) (trajectory.Nearest, error) {
	<-e.made
	for _, d := range e.begun {
		e.finish(ctx, d, e.rounds.ranks)
	}
	e.end()
	var left []int
	for q := range e.lists {
		if e.lists[q].candidates != nil {
			left = append(left, q)
		}
	}
	e.finish(ctx, due{left, parallel.NewNumbers(len(left))}, e.rounds.ranks)
	n := len(e.lists)
	if first[n] < n*e.K {
		for q := range e.lists {
			e.move(first[q], q*e.K, first[q+1]-first[q])
		}
	}
	return e.all.Slice(0, first[n]), ctx.Err()
}

// move copies n rows to the front.
func (e *early) move(to, from, n int) {
	a := &e.all
	for _, column := range [][]uint32{a.QueryTraj, a.EntryTraj, a.Rank} {
		copy(column[to:to+n], column[from:from+n])
	}
	for _, column := range [][]float64{a.Closest, a.Distance, a.Speed, a.Shared} {
		copy(column[to:to+n], column[from:from+n])
	}
}
