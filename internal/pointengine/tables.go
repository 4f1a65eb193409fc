package pointengine

import (
	"context"
	"slices"

	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/pointjoin"
)

// Counts returns the number of neighbours of each query, or of each point of a self-join, itself not
// counted.
func (e *Engine) Counts(ctx context.Context, queries *points.Store) ([]uint32, pointjoin.Stats, error) {
	w := e.work(queries)
	counts := make([]uint32, w.Last)
	stats, err := e.resident.Counts(ctx, w, counts)
	return counts, stats, err
}

// Table returns the neighbours of each query, or of each point of a self-join, itself not among them, in
// order. It finds all pairs twice: once to count them.
func (e *Engine) Table(ctx context.Context, queries *points.Store) (points.Table, pointjoin.Stats, error) {
	counts, _, err := e.Counts(ctx, queries)
	if err != nil {
		return points.Table{}, pointjoin.Stats{}, err
	}
	t := points.Table{Offsets: make([]uint64, len(counts)+1)}
	for i, n := range counts {
		t.Offsets[i+1] = t.Offsets[i] + uint64(n)
	}
	total := t.Offsets[len(counts)]
	if err := memory.Need(memory.Count(int(total))+" neighbours in a table", memory.Of(int(total), 4)); err != nil {
		return points.Table{}, pointjoin.Stats{}, err
	}
	t.Rows = make([]uint32, total)
	next := slices.Clone(t.Offsets[:len(counts)])
	put := func(row, neighbour uint32) {
		t.Rows[next[row]] = neighbour
		next[row]++
	}
	// By first row, then second: of each row come those below it first, in order, then those above.
	var stats pointjoin.Stats
	for chunk, err := range e.Pairs(ctx, queries, false, &stats) {
		if err != nil {
			return points.Table{}, stats, err
		}
		for i, a := range chunk.First {
			b := chunk.Second[i]
			put(a, b)
			if queries == nil {
				put(b, a)
			}
		}
	}
	return t, stats, nil
}

// Nearest returns the k nearest points of each query, or of each of the points' own.
func (e *Engine) Nearest(ctx context.Context, queries *points.Store, k int) (points.Nearest, pointjoin.Stats, error) {
	w := pointjoin.NearestWork{K: k, Queries: queries, Last: e.rows(queries)}
	w.Progress = e.progress(0, w.Last, w.Last)
	n := points.Nearest{Each: w.Each(e.store.Len())}
	if err := memory.Need(memory.Count(n.Each*w.Last)+" nearest points", memory.Of(n.Each*w.Last, 4)); err != nil {
		return n, pointjoin.Stats{}, err
	}
	n.Rows = make([]uint32, n.Each*w.Last)
	stats, err := e.resident.(pointjoin.Nearer).Nearest(ctx, w, n.Rows)
	return n, stats, err
}
