package flyby

import (
	"cmp"
	"runtime"
	"slices"
	"sort"
	"sync"

	"flyby/kernel"
	"flyby/trajectory"
)

// take makes the hits of a search the result's: borderline ones are settled,
// and all are put in order. What one device found and ordered is kept where
// it is, and given back when the result is no longer used.
func (r *Result) take(found *kernel.Hits, borderline uint64, t task) {
	if borderline > 0 {
		settle(found.Pieces, t, r.entries, r.threads)
		r.stats.Borderline = borderline
	}
	if p := found.Pieces; len(p) == 1 && p[0].Ordered {
		r.hits = p[0].List
		if p[0].Release != nil {
			runtime.AddCleanup(r, func(release func()) { release() }, p[0].Release)
		}
		found.Pieces = p[:0]
		return
	}
	r.hits = order(found.Pieces, r.queries.Samples(), r.threads)
	found.Truncate(0)
}

// settle decides the borderline hits by exact arithmetic on all threads, and
// removes the misses among them.
func settle(pieces []kernel.Piece, t task, entries *trajectory.Store, threads int) {
	var borderline []*kernel.HitRow
	for _, p := range pieces {
		for i := range p.List {
			if p.List[i].Borderline() {
				borderline = append(borderline, &p.List[i])
			}
		}
	}
	var wg sync.WaitGroup
	for w := range threads {
		wg.Go(func() {
			for k := w; k < len(borderline); k += threads {
				settleOne(borderline[k], t, entries)
			}
		})
	}
	wg.Wait()
	for i := range pieces {
		pieces[i].List = slices.DeleteFunc(pieces[i].List, kernel.HitRow.Borderline)
	}
}

// settleOne decides one pair. Of a miss, Enter stays NaN.
func settleOne(h *kernel.HitRow, t task, entries *trajectory.Store) {
	q, e := t.queries.Segment(int(h.Query)), entries.Segment(int(h.Entry))
	if enter, exit, hit := kernel.Exact(q, e, t.Distance, t.Window); hit {
		h.Enter, h.Exit = enter, exit
	}
}

// order puts hits in the defined order: by query row, then entry row. A
// counting sort by query row leaves short stretches, which are sorted by entry
// row each. Threads share out the query rows, so that each writes a stretch of
// the result of its own.
func order(pieces []kernel.Piece, queryRows, threads int) []kernel.HitRow {
	first := make([]int, queryRows+1) // where the hits of each row begin
	n := 0
	for _, p := range pieces {
		n += len(p.List)
		for i := range p.List {
			first[p.List[i].Query+1]++
		}
	}
	for q := range queryRows {
		first[q+1] += first[q]
	}
	sorted := make([]kernel.HitRow, n)
	var wg sync.WaitGroup
	for w := range threads {
		// Rows up to those with a share of the hits, not of the rows.
		from := sort.SearchInts(first, n*w/threads)
		to := sort.SearchInts(first, n*(w+1)/threads)
		if w == threads-1 {
			to = queryRows
		}
		wg.Go(func() { orderRows(pieces, first, from, to, sorted) })
	}
	wg.Wait()
	return sorted
}

// orderRows puts the hits of the query rows [from, to) in their places.
func orderRows(pieces []kernel.Piece, first []int, from, to int, sorted []kernel.HitRow) {
	if from >= to {
		return
	}
	next := slices.Clone(first[from:to])
	for _, p := range pieces {
		for _, h := range p.List {
			if k := int(h.Query) - from; k >= 0 && k < len(next) {
				sorted[next[k]] = h
				next[k]++
			}
		}
	}
	for q := from; q < to; q++ {
		sortByEntry(sorted[first[q]:first[q+1]])
	}
}

// shortStretch is the number of hits up to which insertion is fastest.
const shortStretch = 24

func sortByEntry(hits []kernel.HitRow) {
	if len(hits) > shortStretch {
		slices.SortFunc(hits, func(a, b kernel.HitRow) int { return cmp.Compare(a.Entry, b.Entry) })
		return
	}
	for i := 1; i < len(hits); i++ {
		for j := i; j > 0 && hits[j].Entry < hits[j-1].Entry; j-- {
			hits[j], hits[j-1] = hits[j-1], hits[j]
		}
	}
}
