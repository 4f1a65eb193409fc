package tile

import (
	"math/bits"

	"flyby/internal/pointjoin/finder"
)

// A worker does one task.
type worker struct {
	*meeting
	self     bool // of a self-join
	bounds   bounds
	filter   filter
	finder   *finder.Finder
	masks    panelMasks
	start    [maxWidth]float32   // zeros
	p, q     []float64           // coordinates of a pair of points
	gathered [2]tileCoordinates  // the tile of queries, and the tile of entries
	counts   [2][tileRows]uint32 // of their points
}

func newWorker(t *tasks, m *meeting, f *finder.Finder) *worker {
	return &worker{
		meeting: m, self: t.self, finder: f,
		bounds: newBounds(t.threshold, len(t.frame.Order)), filter: newFilter(t.threshold.Eps(), t.frame),
		gathered: [2]tileCoordinates{{tile: -1}, {tile: -1}},
	}
}

// query compares a tile of the queries with the tiles of a part of the entries that are near its box;
// in a set with itself, only with itself and the tiles behind it.
func (w *worker) query(tile, part int) {
	n := w.entries.tree.tiles
	first, last := n*part/w.parts, n*(part+1)/w.parts
	if w.one {
		first = max(first, tile)
	}
	if first < last {
		w.walk(tile, w.entries.tree.root(), first, last)
	}
	w.flush(0, w.queries.tile(tile))
}

// walk goes down to the tiles below a node whose numbers are from first to before last.
func (w *worker) walk(tile int, n node, first, last int) {
	if n.last <= first || n.first >= last || w.finder.Stopped() {
		return
	}
	w.finder.Stats.Cells++
	if w.bounds.apart(w.queries.tree.box(w.queries.tree.leaf(tile)), w.entries.tree.box(n.at)) {
		return
	}
	if n.leaf() {
		w.compare(tile, n.first)
		return
	}
	a, b := n.children()
	w.walk(tile, a, first, last)
	w.walk(tile, b, first, last)
}

// compare compares the points of two tiles.
func (w *worker) compare(query, entry int) {
	queries, entries := w.queries.tile(query), w.entries.tile(entry)
	same := w.one && query == entry
	if same {
		w.finder.Stats.Candidates += uint64(len(queries)) * uint64(len(queries)-1) / 2
	} else {
		w.finder.Stats.Candidates += uint64(len(queries)) * uint64(len(entries))
	}
	if l, ok := w.filter.limits(w.queries.radius[query], w.entries.radius[entry]); ok {
		w.panels(query, entry, same, &l)
	} else {
		w.float64(query, entry, same)
	}
	w.flush(1, entries)
}

// panels compares two tiles in float32, panel by panel; in a tile with itself only the pairs whose
// entry comes behind the query.
func (w *worker) panels(query, entry int, same bool, l *limits) {
	k := &w.queries.kernel
	for e := range w.entries.panels(entry) {
		b, last := w.entries.panel(entry, e), w.queries.panels(query)
		if same {
			last = e + 1
		}
		for q := range last {
			rows := k.compare(w.queries.panel(query, q), b, w.bounds.dimensions, &w.start, l, &w.masks)
			for ; rows != 0; rows &= rows - 1 {
				w.row(w.queries.tile(query), w.entries.tile(entry), place{q * k.width, bits.TrailingZeros32(rows), e * k.width, same && q == e})
			}
		}
	}
}

// A place is a point of a panel of queries, and the panel of entries that it is compared with.
type place struct {
	first, i int  // first point of the panel of queries in its tile, and the number of the point in the panel
	entry    int  // first point of the panel of entries in its tile
	same     bool // both panels are the same
}

// row keeps the pairs that were found for one point of a panel.
func (w *worker) row(queries, entries []uint32, at place) {
	query := at.first + at.i
	if query >= len(queries) {
		return // a point that pads the panel
	}
	valid := ^uint32(0)
	if left := len(entries) - at.entry; left < 32 {
		valid = 1<<left - 1
	}
	if at.same {
		valid &= ^uint32(0) << at.i << 1
	}
	within := w.masks.sure[at.i] & valid
	for open := w.masks.maybe[at.i] &^ within & valid; open != 0; open &= open - 1 {
		k := bits.TrailingZeros32(open)
		if w.decide(queries[query], entries[at.entry+k]) {
			within |= 1 << k
		}
	}
	w.keep(queries, entries, query, at.entry, within)
}

// decide decides a pair of rows in float64, or exactly where that is not certain.
func (w *worker) decide(query, entry uint32) bool {
	w.p = w.queries.store.Append(w.p[:0], int(query))
	w.q = w.entries.store.Append(w.q[:0], int(entry))
	return w.within(w.p, w.q)
}

// within decides a pair of points whose coordinates are in the same order.
func (w *worker) within(p, q []float64) bool {
	w.finder.Stats.Float64++
	within, certain := w.bounds.judge(p, q)
	if !certain {
		return w.finder.Settle(p, q)
	}
	return within
}
