package pointengine

import (
	"context"
	"errors"
	"iter"

	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/pointjoin"
)

// Pairs yields the pairs of the points with queries, or in a self-join, nil, with each other, in order and in
// lists that are good until the next is asked for. It adds up what that cost in stats. The engine is prepared
// for the threshold. What outgrows the room for pairs is found in ranges of rows, one after another.
func (e *Engine) Pairs(ctx context.Context, queries *points.Store, stats *pointjoin.Stats) iter.Seq2[[]pointjoin.Pair, error] {
	return func(yield func([]pointjoin.Pair, error) bool) {
		whole := e.work(queries)
		room := e.room()
		for size, w := whole.Last, whole; w.First < whole.Last; w.First = w.Last {
			w.Last = min(w.First+size, whole.Last)
			found, cost, err := e.find(ctx, &w, room)
			if err != nil {
				yield(nil, err)
				return
			}
			stats.Add(cost)
			size = w.Last - w.First
			if e.bytes(found) < room/3 {
				size *= 2
			}
			for _, pairs := range e.inOrder(ctx, w, found) {
				if err := ctx.Err(); err != nil {
					yield(nil, err)
					return
				}
				if len(pairs) > 0 && !yield(pairs, nil) {
					return
				}
			}
		}
	}
}

// find runs a work, or cuts it until its pairs fit. A single row's may take what memory there is.
func (e *Engine) find(ctx context.Context, w *pointjoin.Work, room uint64) (*pointjoin.Found, pointjoin.Stats, error) {
	for {
		found := &pointjoin.Found{Budget: memory.NewBudget(room)}
		if w.Last-w.First == 1 {
			if err := memory.Need("pairs of one point", memory.Of(2*e.store.Len(), pairBytes)); err != nil {
				return nil, pointjoin.Stats{}, err
			}
			found.Budget = nil
		}
		own := *w
		own.Progress = e.progress(w.First, w.Last, e.rows(w.Queries))
		stats, err := e.resident.Pairs(ctx, own, found)
		var overflow *pointjoin.OverflowError
		if !errors.As(err, &overflow) {
			return found, stats, err
		}
		half, _, ok := w.Halves()
		if !ok {
			return nil, stats, err
		}
		e.config.Logger.Info("pairs outgrow their memory", "rows", w.Last-w.First, "bytes", overflow.Room)
		*w = half
	}
}

// pairBytes is the memory of a pair.
const pairBytes = 8

func (e *Engine) bytes(f *pointjoin.Found) uint64 { return memory.Of(f.Len(), pairBytes) }

// rows is the number of rows of the queries, or of the points.
func (e *Engine) rows(queries *points.Store) int {
	if queries == nil {
		return e.store.Len()
	}
	return queries.Len()
}

// inOrder is the pairs of a work in order, in lists.
func (e *Engine) inOrder(ctx context.Context, w pointjoin.Work, f *pointjoin.Found) [][]pointjoin.Pair {
	if !isOrdered(f.Lists) {
		return [][]pointjoin.Pair{ordered(ctx, f.Lists, w.First, w.Last, e.config.Threads)}
	}
	lists := make([][]pointjoin.Pair, len(f.Lists))
	for i, l := range f.Lists {
		lists[i] = l.Pairs
	}
	return lists
}
