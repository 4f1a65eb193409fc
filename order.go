package flyby

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"

	"flyby/kernel"
	"flyby/trajectory"
)

// settle decides the borderline hits, those with an Enter of NaN, by exact
// arithmetic and removes the misses among them. It returns how many there were.
func settle(h *kernel.Hits, t task, entries *trajectory.Store) uint64 {
	borderline, kept := uint64(0), 0
	for i := range h.Query {
		if math.IsNaN(h.Enter[i]) {
			borderline++
			q, e := t.queries.Segment(int(h.Query[i])), entries.Segment(int(h.Entry[i]))
			enter, exit, hit := kernel.Exact(q, e, t.Distance, t.Window)
			if !hit {
				continue
			}
			h.Enter[i], h.Exit[i] = enter, exit
		}
		if kept != i {
			h.Query[kept], h.Entry[kept] = h.Query[i], h.Entry[i]
			h.Enter[kept], h.Exit[kept] = h.Enter[i], h.Exit[i]
		}
		kept++
	}
	h.Query, h.Entry = h.Query[:kept], h.Entry[:kept]
	h.Enter, h.Exit = h.Enter[:kept], h.Exit[:kept]
	return borderline
}

// order puts hits in the defined order: by query row, then entry row. A
// counting sort by query row leaves short stretches, which are sorted by entry
// row each. Threads share out the query rows, so that each writes a stretch of
// the result of its own.
func order(h kernel.Hits, queryRows, threads int) []hit {
	first := make([]int, queryRows+1) // where the hits of each row begin
	for _, q := range h.Query {
		first[q+1]++
	}
	for q := range queryRows {
		first[q+1] += first[q]
	}
	sorted := make([]hit, h.Len())
	var wg sync.WaitGroup
	for w := range threads {
		// Rows up to those with a share of the hits, not of the rows.
		from := sort.SearchInts(first, h.Len()*w/threads)
		to := sort.SearchInts(first, h.Len()*(w+1)/threads)
		if w == threads-1 {
			to = queryRows
		}
		wg.Go(func() { orderRows(h, first, from, to, sorted) })
	}
	wg.Wait()
	return sorted
}

// orderRows puts the hits of the query rows [from, to) in their places.
func orderRows(h kernel.Hits, first []int, from, to int, sorted []hit) {
	if from >= to {
		return
	}
	next := slices.Clone(first[from:to])
	for i, q := range h.Query {
		if k := int(q) - from; k >= 0 && k < len(next) {
			sorted[next[k]] = hit{q, h.Entry[i], h.Enter[i], h.Exit[i]}
			next[k]++
		}
	}
	for q := from; q < to; q++ {
		sortByEntry(sorted[first[q]:first[q+1]])
	}
}

// shortStretch is the number of hits up to which insertion is fastest.
const shortStretch = 24

func sortByEntry(hits []hit) {
	if len(hits) > shortStretch {
		slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(a.entry, b.entry) })
		return
	}
	for i := 1; i < len(hits); i++ {
		for j := i; j > 0 && hits[j].entry < hits[j-1].entry; j-- {
			hits[j], hits[j-1] = hits[j-1], hits[j]
		}
	}
}
