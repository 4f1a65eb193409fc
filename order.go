package flyby

import (
	"cmp"
	"math"
	"slices"
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
// row each.
func order(h kernel.Hits, queryRows, threads int) []hit {
	next := make([]int, queryRows+1)
	for _, q := range h.Query {
		next[q+1]++
	}
	for q := range queryRows {
		next[q+1] += next[q]
	}
	sorted := make([]hit, h.Len())
	for i, q := range h.Query {
		sorted[next[q]] = hit{q, h.Entry[i], h.Enter[i], h.Exit[i]}
		next[q]++
	}
	var wg sync.WaitGroup
	for w := range threads {
		wg.Go(func() {
			for q := queryRows * w / threads; q < queryRows*(w+1)/threads; q++ {
				sortByEntry(sorted[start(next, q):next[q]])
			}
		})
	}
	wg.Wait()
	return sorted
}

// start returns where the hits of a query row begin, once next holds where
// those of each end.
func start(next []int, q int) int {
	if q == 0 {
		return 0
	}
	return next[q-1]
}

func sortByEntry(hits []hit) {
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(a.entry, b.entry) })
}
