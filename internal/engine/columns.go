package engine

import (
	"iter"

	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// Columns turns rows of hits into trajectories and segment ids.
type Columns struct {
	queries, entries *trajectory.Store
	query, entry     *trajectory.Locator
	memory           trajectory.Hits
}

// NewColumns returns the columns of hits of two stores.
func NewColumns(queries, entries *trajectory.Store) *Columns {
	return &Columns{queries: queries, entries: entries}
}

const (
	// chunkHits is the number of hits in a chunk: enough that the cost of a chunk is nothing
	// beside the cost of its hits, and little enough to stay in the cache.
	chunkHits = 1 << 14
	// madeHits is the number of hits whose chunks are made at once: 2 MiB, enough for all cores.
	madeHits = 4 * chunkHits
)

// Chunks yields hits in chunks, all in the same memory.
func (c *Columns) Chunks(rows []interaction.HitRow) iter.Seq[trajectory.Hits] {
	return func(yield func(trajectory.Hits) bool) {
		c.locators(len(rows))
		for len(rows) > 0 {
			n := min(madeHits, len(rows))
			if c.memory.Len() < n {
				c.memory = newHits(n)
			}
			made := c.of(rows[:n], c.memory.First(n))
			for first := 0; first < n; first += chunkHits {
				if !yield(chunkOf(made, first, min(first+chunkHits, n))) {
					return
				}
			}
			rows = rows[n:]
		}
	}
}

// All returns all hits in memory of their own.
func (c *Columns) All(rows []interaction.HitRow) trajectory.Hits {
	c.locators(len(rows))
	return c.of(rows, newHits(len(rows)))
}

// newHits makes columns of n hits.
func newHits(n int) trajectory.Hits {
	return trajectory.Hits{
		QueryTraj: make([]uint32, n), QuerySeg: make([]uint32, n),
		EntryTraj: make([]uint32, n), EntrySeg: make([]uint32, n),
		Enter: make([]float64, n), Exit: make([]float64, n),
	}
}

// locators makes the locators of the segments of n rows, unless they exist.
func (c *Columns) locators(n int) {
	if c.query == nil && n > 0 {
		c.query, c.entry = c.queries.Locator(n), c.entries.Locator(n)
	}
}

// of writes rows to columns of the same length, on all cores.
func (c *Columns) of(rows []interaction.HitRow, to trajectory.Hits) trajectory.Hits {
	parallel.AllCores(len(rows), func(first, last int) {
		if first == last {
			return // there may be no locators
		}
		query, entry := *c.query, *c.entry
		write(rows[first:last], to.Slice(first, last), &query, &entry)
	})
	return to
}

// chunkOf returns the hits [first, last) without room for more: what a consumer appends does not overwrite
// the next chunk.
func chunkOf(h trajectory.Hits, first, last int) trajectory.Hits {
	return trajectory.Hits{
		QueryTraj: h.QueryTraj[first:last:last], QuerySeg: h.QuerySeg[first:last:last],
		EntryTraj: h.EntryTraj[first:last:last], EntrySeg: h.EntrySeg[first:last:last],
		Enter: h.Enter[first:last:last], Exit: h.Exit[first:last:last],
	}
}

// write writes rows to columns of the same length.
func write(rows []interaction.HitRow, to trajectory.Hits, query, entry *trajectory.Locator) {
	for i, row := range rows {
		to.QueryTraj[i], to.QuerySeg[i] = query.Locate(row.Query)
		to.EntryTraj[i], to.EntrySeg[i] = entry.Locate(row.Entry)
		to.Enter[i], to.Exit[i] = row.Enter, row.Exit
	}
}

// Collect returns all chunks in one, or their error. add is the Append of chunks.
func Collect[C any](chunks iter.Seq2[C, error], add func(all, chunk C) (C, error)) (all C, err error) {
	var none C
	for chunk, err := range chunks {
		if err == nil {
			all, err = add(all, chunk)
		}
		if err != nil {
			return none, err
		}
	}
	return all, nil
}
