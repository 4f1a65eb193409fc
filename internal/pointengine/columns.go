package pointengine

import (
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// chunkPairs is the number of pairs in a chunk, the same as of hits.
const chunkPairs = 1 << 14

// columns turns found pairs into chunks.
type columns struct {
	queries, points *points.Store
	threads         int
	memory          points.Pairs
}

// newColumns returns columns for pairs without distances.
func newColumns() *columns {
	return &columns{memory: points.Pairs{First: make([]uint32, chunkPairs), Second: make([]uint32, chunkPairs)}}
}

// newColumns returns columns for pairs of the points with queries, nil for a self-join, with their
// distances or without.
func (e *Engine) newColumns(queries *points.Store, distances bool) *columns {
	c := newColumns()
	c.queries, c.points, c.threads = queries, e.store, e.config.Threads
	if queries == nil {
		c.queries = e.store
	}
	if distances {
		c.memory.Distances = make([]float64, chunkPairs)
	}
	return c
}

// each gives pairs in chunks, all in the same memory.
func (c *columns) each(pairs []pointjoin.Pair, give func(points.Pairs) error) error {
	for len(pairs) > 0 {
		n := min(chunkPairs, len(pairs))
		to := points.Pairs{First: c.memory.First[:n], Second: c.memory.Second[:n]}
		for i, p := range pairs[:n] {
			to.First[i], to.Second[i] = pointjoin.Rows(p)
		}
		if err := give(c.withDistances(to)); err != nil {
			return err
		}
		pairs = pairs[n:]
	}
	return nil
}

// cut gives pairs, in columns already, in chunks.
func (c *columns) cut(pairs points.Pairs, give func(points.Pairs) error) error {
	for at := 0; at < pairs.Len(); at += chunkPairs {
		end := min(at+chunkPairs, pairs.Len())
		if err := give(c.withDistances(points.Pairs{First: pairs.First[at:end:end], Second: pairs.Second[at:end:end]})); err != nil {
			return err
		}
	}
	return nil
}

// withDistances returns a chunk with the distances of its pairs, where they are asked for.
func (c *columns) withDistances(chunk points.Pairs) points.Pairs {
	if c.memory.Distances == nil {
		return chunk
	}
	n := chunk.Len()
	chunk.Distances = c.memory.Distances[:n]
	const least = 1 << 12 // pairs that are worth a goroutine
	parallel.Ranges(n, max(1, min(c.threads, n/least)), func(_, first, last int) {
		var p, q []float64
		for i := first; i < last; i++ {
			p, q = c.queries.Append(p[:0], int(chunk.First[i])), c.points.Append(q[:0], int(chunk.Second[i]))
			chunk.Distances[i] = pointjoin.Distance(p, q)
		}
	})
	return chunk
}
