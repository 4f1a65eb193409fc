package pointengine

import (
	"context"
	"errors"
	"iter"

	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/pointjoin"
)

// errStopped ends a search of which no more is wanted.
var errStopped = errors.New("pointengine: stopped")

// Pairs yields the pairs of the points with queries, or in a self-join, nil, with each other, in order and in
// chunks that the next one overwrites, with their distances or without. It adds up what that cost in stats. The
// engine is prepared for the threshold. What outgrows the room for pairs is found in ranges of rows, one after another.
func (e *Engine) Pairs(ctx context.Context, queries *points.Store, distances bool, stats *pointjoin.Stats) iter.Seq2[points.Pairs, error] {
	return func(yield func(points.Pairs, error) bool) {
		give := func(chunk points.Pairs) error {
			if !yield(chunk, nil) {
				return errStopped
			}
			return nil
		}
		if err := e.stream(ctx, queries, e.newColumns(queries, distances), stats, give); err != nil && !errors.Is(err, errStopped) {
			yield(points.Pairs{}, err)
		}
	}
}

// stream gives pairs in chunks.
func (e *Engine) stream(ctx context.Context, queries *points.Store, c *columns, stats *pointjoin.Stats, give func(points.Pairs) error) error {
	whole := e.work(queries)
	room := e.room()
	for size, w := whole.Last, whole; w.First < whole.Last; w.First = w.Last {
		w.Last = min(w.First+size, whole.Last)
		found, cost, err := e.find(ctx, &w, room, func(pairs points.Pairs) error { return c.cut(pairs, give) })
		if err != nil {
			return err
		}
		stats.Add(cost)
		size = w.Last - w.First
		if e.bytes(found) < room/3 {
			size *= 2
		}
		for _, pairs := range e.inOrder(ctx, w, found) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := c.each(pairs, give); err != nil {
				return err
			}
		}
	}
	return nil
}

// find runs a work, or cuts it until its pairs fit. A single row's may take what memory there is. take is handed what
// the driver does not keep.
func (e *Engine) find(ctx context.Context, w *pointjoin.Work, room uint64, take func(points.Pairs) error) (*pointjoin.Found, pointjoin.Stats, error) {
	for {
		found := &pointjoin.Found{Budget: memory.NewBudget(room), Take: take}
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
