package pointengine

import (
	"context"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/radix"
)

// A part is the pairs of some consecutive rows. Each part is sorted on its own, mostly in the cache.
const (
	partPairs = 1 << 12
	mostParts = 1 << 14
)

// isOrdered reports whether the pairs of lists, one after the other, are in order as they are.
func isOrdered(lists []pointjoin.List) bool {
	for _, l := range lists {
		if !l.Ordered {
			return false
		}
	}
	return true
}

// ordered returns the pairs of lists of a work of rows [first, last) in order, in memory of their own.
func ordered(ctx context.Context, lists []pointjoin.List, first, last, threads int) []pointjoin.Pair {
	o := &sorter{lists: lists, first: first, rows: last - first}
	total := 0
	for _, l := range lists {
		total += len(l.Pairs)
	}
	o.parts = max(1, min(total/partPairs, mostParts, o.rows))
	o.threads = max(1, min(threads, len(lists)))
	o.sorted = make([]pointjoin.Pair, total)
	ends := o.scatter(ctx)
	scratch := make([][]pointjoin.Pair, threads)
	parallel.Each(ctx, o.parts, threads, func(thread, part int) {
		from := 0
		if part > 0 {
			from = ends[part-1]
		}
		own := o.sorted[from:ends[part]]
		if len(scratch[thread]) < len(own) {
			scratch[thread] = make([]pointjoin.Pair, len(own)+len(own)/4)
		}
		sortPart(own, scratch[thread][:len(own)])
	})
	return o.sorted
}

// sortPart sorts pairs; scratch is as long.
func sortPart(pairs, scratch []pointjoin.Pair) {
	done := pairs
	if len(pairs) <= 2*partPairs {
		done = radix.Few(pairs, scratch, 0)
	} else {
		done = radix.Integers(pairs, scratch, 0)
	}
	copy(pairs, done)
}

// sorter moves pairs to the parts of their rows.
type sorter struct {
	lists       []pointjoin.List
	first, rows int
	parts       int
	threads     int
	sorted      []pointjoin.Pair
}

// part returns the part of a pair.
func (o *sorter) part(p pointjoin.Pair) int {
	row, _ := pointjoin.Rows(p)
	return int(uint64(int(row)-o.first) * uint64(o.parts) / uint64(o.rows))
}

// scatter moves all pairs to their parts, and returns the end of each part. A thread moves the pairs of
// its own lists, which in each part come after the pairs of the threads before it.
func (o *sorter) scatter(ctx context.Context) (ends []int) {
	next := make([][]int, o.threads)
	parallel.Ranges(len(o.lists), o.threads, func(k, first, last int) {
		next[k] = make([]int, o.parts)
		for _, l := range o.lists[first:last] {
			for _, p := range l.Pairs {
				next[k][o.part(p)]++
			}
		}
	})
	ends, at := make([]int, o.parts), 0
	for part := range ends {
		for k := range next {
			next[k][part], at = at, at+next[k][part]
		}
		ends[part] = at
	}
	parallel.Ranges(len(o.lists), o.threads, func(k, first, last int) {
		for i := first; i < last && ctx.Err() == nil; i++ {
			for _, p := range o.lists[i].Pairs {
				part := o.part(p)
				o.sorted[next[k][part]] = p
				next[k][part]++
			}
		}
	})
	return ends
}
