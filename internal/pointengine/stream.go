package pointengine

import (
	"context"
	"errors"
	"iter"
	"log/slog"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/push"
	"flyby/points"
)

// Pairs yields the pairs of the points with queries, or in a self-join, nil, with each other, in order and in chunks that
// the next one overwrites, with their distances or without. It adds the cost to stats. The engine is prepared for the
// threshold. Pairs that outgrow their room are found in ranges of rows, one after another.
func (e *Engine) Pairs(ctx context.Context, queries *points.Store, distances bool, stats *points.Stats) iter.Seq2[points.Pairs, error] {
	return push.Seq(func(give func(points.Pairs) error) error {
		return e.stream(ctx, queries, e.room(e.method.HandsOver && queries == nil), e.newColumns(queries, distances), stats, give)
	})
}

// stream gives pairs in chunks; at a time it finds as many as fit room.
func (e *Engine) stream(ctx context.Context, queries *points.Store, room uint64, c *columns, stats *points.Stats, give func(points.Pairs) error) error {
	whole := e.work(queries)
	f := pairFinder{resident: e.resident, points: e.store.Len(), room: room, logger: e.config.Logger,
		progress: func(w pointjoin.Work) func(done, total float64) { return e.progress(w.First, w.Last, whole.Last) },
		take:     func(pairs points.Pairs) error { return c.cut(pairs, give) }}
	f.whole = e.InSlabs()
	return f.run(ctx, whole, func(w pointjoin.Work, found *pointjoin.Found, cost points.Stats) error {
		stats.Add(cost)
		for _, pairs := range e.inOrder(ctx, w, found) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := c.each(pairs, give); err != nil {
				return err
			}
		}
		return nil
	})
}

// pairFinder finds the pairs of works on resident points in ranges of rows, one after another.
type pairFinder struct {
	resident pointjoin.Resident
	points   int    // resident points
	room     uint64 // bytes of pairs that are found at a time
	size     int    // rows whose pairs are likely to fit room; 0: not known
	logger   *slog.Logger
	progress func(w pointjoin.Work) func(done, total float64) // of a range; nil: not reported
	take     func(points.Pairs) error                         // takes pairs that the driver does not keep; nil: it keeps all
	whole    bool                                             // works are not to be cut: the resident does that
}

// run calls each with every range of a work, its pairs and their cost. Ranges are as long as their pairs fit; the length
// carries over from one work to the next.
func (f *pairFinder) run(ctx context.Context, whole pointjoin.Work, each func(pointjoin.Work, *pointjoin.Found, points.Stats) error) error {
	if f.size == 0 {
		f.size = whole.Last
	}
	for w := whole; w.First < whole.Last; w.First = w.Last {
		n := min(f.size, whole.Last-w.First)
		w.Last = w.First + n
		found, cost, err := f.find(ctx, &w)
		if err != nil {
			return err
		}
		if got := w.Last - w.First; got < n {
			f.size = got
		} else if n == f.size && bytesOf(found) < f.room/3 {
			f.size *= 2
		}
		if err := each(w, found, cost); err != nil {
			return err
		}
	}
	return nil
}

// find runs a work, halving it until its pairs, and all else it takes, fit. A single row may take all memory.
func (f *pairFinder) find(ctx context.Context, w *pointjoin.Work) (*pointjoin.Found, points.Stats, error) {
	for {
		taken := false
		found := &pointjoin.Found{Budget: memory.NewBudget(f.room)}
		if f.take != nil {
			found.Take = func(pairs points.Pairs) error {
				taken = true
				return f.take(pairs)
			}
		}
		if w.Last-w.First == 1 {
			if err := memory.Need("pairs of one point", memory.Of(2*f.points, pointjoin.PairBytes)); err != nil {
				return nil, points.Stats{}, err
			}
			found.Budget = nil
		}
		own := *w
		if own.Progress = nil; f.progress != nil {
			own.Progress = f.progress(*w)
		}
		stats, err := f.resident.Pairs(ctx, own, found)
		half, _, more := w.Halves()
		if taken || f.whole || !more || !outgrown(err) {
			return found, stats, err
		}
		f.logger.Info("pairs outgrow their memory", "rows", w.Last-w.First, "why", err)
		*w = half
	}
}

// outgrown reports whether pairs outgrew their memory, or there is none: fewer might fit.
func outgrown(err error) bool {
	var overflow *pointjoin.OverflowError
	return errors.As(err, &overflow) || noRoom(err)
}

// bytesOf returns the bytes of found pairs.
func bytesOf(f *pointjoin.Found) uint64 { return memory.Of(f.Len(), pointjoin.PairBytes) }

// rows returns the number of rows of the queries, or of the points.
func (e *Engine) rows(queries *points.Store) int {
	if queries == nil {
		return e.store.Len()
	}
	return queries.Len()
}

// inOrder returns the pairs of a work in order, in lists.
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
