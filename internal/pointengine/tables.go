package pointengine

import (
	"context"
	"errors"
	"iter"
	"runtime/debug"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/push"
	"flyby/points"
)

// Counts returns the number of neighbours of each query, or of each point of a self-join, itself not
// counted.
func (e *Engine) Counts(ctx context.Context, queries *points.Store) ([]uint32, points.Stats, error) {
	w := e.work(queries)
	counts := make([]uint32, w.Last)
	stats, err := e.resident.Counts(ctx, w, counts)
	return counts, stats, err
}

// Table returns the neighbours of each query, or of each point of a self-join, itself not among them, in order. A table made of pairs finds the
// pairs twice: once to count them.
func (e *Engine) Table(ctx context.Context, queries *points.Store) (points.Table, points.Stats, error) {
	return e.table(ctx, queries, memoryGrant{e.config.need, func() bool { return false }})
}

// memoryGrant gives a table its memory: need waits until there is some, or refuses it; again reports whether there is more memory than when the making
// of the table ran out of it.
type memoryGrant struct {
	need  func(what string, bytes uint64) error
	again func() bool
}

// table is Table, with memory from in. A table that the resident finds itself is not made of pairs, if memory is enough for it.
func (e *Engine) table(ctx context.Context, queries *points.Store, in memoryGrant) (points.Table, points.Stats, error) {
	if r, ok := e.resident.(pointjoin.Tabler); ok && queries == nil {
		for again := true; again; again = in.again() {
			t, stats, err := e.tableOf(ctx, r, in)
			if !outgrown(err) {
				return t, stats, err
			}
			e.config.Logger.Info("a neighbour table outgrows memory before it is there", "why", err)
		}
		debug.FreeOSMemory() // frees the part of the table that was found
	}
	return e.tableOfPairs(ctx, queries, in.need)
}

// tableOf returns the table that the resident finds.
func (e *Engine) tableOf(ctx context.Context, r pointjoin.Tabler, in memoryGrant) (points.Table, points.Stats, error) {
	const part = 2 // of the free memory: the table takes as much as its making
	if memory.Resident() > e.config.free() {
		debug.FreeOSMemory() // frees earlier tables, which count while the runtime keeps them
	}
	budget := memory.NewBudget(max(e.config.free()/part, leastRoom))
	return r.Table(ctx, e.work(nil), budget, func(n uint64) error { return in.need(e.tableSize(n, e.store.Len())) })
}

// sizeOf returns a name for a table of some neighbours of some points, and its bytes.
func sizeOf(neighbours uint64, points int) (what string, bytes uint64) {
	return memory.Count(int(neighbours)) + " neighbours in a table", memory.Of(int(neighbours), 4) + memory.Of(points, 8)
}

// tableSize is sizeOf with the memory beside a table while it is made, unless the table is small.
func (e *Engine) tableSize(neighbours uint64, rows int) (what string, bytes uint64) {
	if what, bytes = sizeOf(neighbours, rows); bytes >= memory.Small {
		bytes += besideTable(rows)
	}
	return what, bytes
}

// besideTable returns the bytes that a table of the given number of rows takes while it is made, in addition to its own: the index of each row's next neighbour, found pairs, and pairs that
// wait for their lists, in memory that grew.
func besideTable(rows int) uint64 {
	const next, pair, grown = 8, 8, 2
	return memory.Of(rows, next) + grown*pair*waiting + 2*leastRoom
}

// tableOfPairs makes a table of pairs.
func (e *Engine) tableOfPairs(ctx context.Context, queries *points.Store, need func(what string, bytes uint64) error) (points.Table, points.Stats, error) {
	counts, _, err := e.Counts(ctx, queries)
	if err != nil {
		return points.Table{}, points.Stats{}, err
	}
	t := points.Table{Offsets: make([]uint64, len(counts)+1)}
	for i, n := range counts {
		t.Offsets[i+1] = t.Offsets[i] + uint64(n)
	}
	total := t.Offsets[len(counts)]
	if err := need(e.tableSize(total, len(counts))); err != nil {
		return points.Table{}, points.Stats{}, err
	}
	t.Rows = make([]uint32, total)
	var stats points.Stats
	f := newTableFiller(t, queries == nil, e.config.Threads)
	for chunk, err := range e.Pairs(ctx, queries, false, &stats) {
		if err != nil {
			return points.Table{}, stats, err
		}
		f.add(chunk)
	}
	f.flush()
	return t, stats, nil
}

// need refuses bytes, held at once, that do not fit the bound of the process.
func (c *Config) need(what string, bytes uint64) error { return c.needOf(what, bytes, 1) }

// needOf is need for a part of the free memory: half of it where part is 2.
func (c *Config) needOf(what string, bytes, part uint64) error {
	if bytes < memory.Small || bytes <= c.free()/part {
		return nil
	}
	debug.FreeOSMemory() // garbage counts
	if free := c.free() / part; bytes > free {
		return &memory.Error{What: what, Bytes: bytes, Room: free, By: Bound}
	}
	return memory.Need(what, bytes)
}

// Mirrored yields the pairs of a self-join in both orders, where Pairs yields each once, the lower row first: the neighbours of each row. Pairs are
// sorted in memory, or in files where they outgrow it.
func (e *Engine) Mirrored(ctx context.Context, distances bool, stats *points.Stats) iter.Seq2[points.Pairs, error] {
	return push.Seq(func(give func(points.Pairs) error) error {
		return e.mirror(ctx, e.newColumns(nil, distances), stats, give)
	})
}

// mirror gives pairs in both orders in chunks.
func (e *Engine) mirror(ctx context.Context, c *columns, stats *points.Stats, give func(points.Pairs) error) (err error) {
	const part = 2 // of the room of pairs, which holds the found pairs, too
	room := e.room(false)
	sorted := &pairSorter{config: &e.config, rows: e.store.Len(), room: room / part}
	defer func() { err = errors.Join(err, sorted.close()) }()
	add := func(chunk points.Pairs) error {
		both := make([]pointjoin.Pair, 0, 2*chunk.Len())
		for i, a := range chunk.First {
			b := chunk.Second[i]
			both = append(both, pointjoin.PairOf(a, b), pointjoin.PairOf(b, a))
		}
		return sorted.add(ctx, []pointjoin.List{{Pairs: both}})
	}
	if err := e.stream(ctx, nil, room, newColumns(), stats, add); err != nil {
		return err
	}
	return sorted.end(ctx, func(chunk points.Pairs) error { return c.cut(chunk, give) })
}

// Nearest returns the k nearest points of each query, or of each of the points themselves. A table of them that outgrows the bound of the process
// is a *memory.Error. The table may take half of the free memory, as the results made of it take some, too; beside points in slabs a fourth.
func (e *Engine) Nearest(ctx context.Context, queries *points.Store, k int) (points.Nearest, points.Stats, error) {
	w := pointjoin.NearestWork{K: k, Queries: queries, Last: e.rows(queries)}
	w.Progress = e.progress(0, w.Last, w.Last)
	n := points.Nearest{Each: w.Each(e.store.Len())}
	part := uint64(2)
	if e.InSlabs() {
		part = 4
	}
	if err := e.config.needOf(memory.Count(n.Each*w.Last)+" nearest points", memory.Of(n.Each*w.Last, 4), part); err != nil {
		return n, points.Stats{}, err
	}
	n.Rows = make([]uint32, n.Each*w.Last)
	stats, err := e.resident.(pointjoin.Nearer).Nearest(ctx, w, n.Rows)
	return n, stats, err
}
