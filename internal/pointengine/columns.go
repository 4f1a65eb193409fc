package pointengine

import (
	"iter"

	"flyby/internal/parallel"
	"flyby/points"
	"flyby/points/pointjoin"
)

// chunkPairs is the number of pairs in a chunk, as of hits.
const chunkPairs = 1 << 14

// Columns turns pairs into columns.
type Columns struct {
	queries, points *points.Store
	threads         int
	memory          points.Pairs
}

// NewColumns makes them for pairs of the points with queries, nil for those of a self-join, with their
// distances or without.
func (e *Engine) NewColumns(queries *points.Store, distances bool) *Columns {
	c := &Columns{queries: queries, points: e.store, threads: e.config.Threads}
	if queries == nil {
		c.queries = e.store
	}
	c.memory = points.Pairs{First: make([]uint32, chunkPairs), Second: make([]uint32, chunkPairs)}
	if distances {
		c.memory.Distances = make([]float64, chunkPairs)
	}
	return c
}

// Chunks yields pairs in chunks, all in the same memory.
func (c *Columns) Chunks(pairs []pointjoin.Pair) iter.Seq[points.Pairs] {
	return func(yield func(points.Pairs) bool) {
		for len(pairs) > 0 {
			n := min(chunkPairs, len(pairs))
			if !yield(c.of(pairs[:n])) {
				return
			}
			pairs = pairs[n:]
		}
	}
}

// of writes pairs to columns.
func (c *Columns) of(pairs []pointjoin.Pair) points.Pairs {
	n := len(pairs)
	to := points.Pairs{First: c.memory.First[:n], Second: c.memory.Second[:n]}
	for i, p := range pairs {
		to.First[i], to.Second[i] = pointjoin.Rows(p)
	}
	if c.memory.Distances != nil {
		to.Distances = c.memory.Distances[:n]
		const least = 1 << 12 // pairs that are worth a goroutine
		parallel.Ranges(n, max(1, min(c.threads, n/least)), func(_, first, last int) {
			var p, q []float64
			for i := first; i < last; i++ {
				p, q = c.queries.Append(p[:0], int(to.First[i])), c.points.Append(q[:0], int(to.Second[i]))
				to.Distances[i] = pointjoin.Distance(p, q)
			}
		})
	}
	return to
}
