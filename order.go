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
// arithmetic on all threads, and removes the misses among them. It returns how
// many there were.
func settle(h *kernel.Hits, t task, entries *trajectory.Store, threads int) uint64 {
	var borderline []int
	for i, enter := range h.Enter {
		if math.IsNaN(enter) {
			borderline = append(borderline, i)
		}
	}
	if len(borderline) == 0 {
		return 0
	}
	var wg sync.WaitGroup
	for w := range threads {
		wg.Go(func() {
			for k := w; k < len(borderline); k += threads {
				settleOne(h, borderline[k], t, entries)
			}
		})
	}
	wg.Wait()
	dropMisses(h)
	return uint64(len(borderline))
}

// settleOne decides one pair. Of a miss, Enter stays NaN.
func settleOne(h *kernel.Hits, i int, t task, entries *trajectory.Store) {
	q, e := t.queries.Segment(int(h.Query[i])), entries.Segment(int(h.Entry[i]))
	if enter, exit, hit := kernel.Exact(q, e, t.Distance, t.Window); hit {
		h.Enter[i], h.Exit[i] = enter, exit
	}
}

// dropMisses removes the pairs with an Enter of NaN.
func dropMisses(h *kernel.Hits) {
	kept := 0
	for i, enter := range h.Enter {
		if math.IsNaN(enter) {
			continue
		}
		h.Query[kept], h.Entry[kept] = h.Query[i], h.Entry[i]
		h.Enter[kept], h.Exit[kept] = enter, h.Exit[i]
		kept++
	}
	h.Truncate(kept)
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
