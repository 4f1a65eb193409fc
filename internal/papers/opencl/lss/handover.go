package lss

import (
	"slices"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// handover takes the pairs of chunks, and lists them or hands them over. Pairs come walker by walker, so that only
// each walker's own pairs are left to be sorted; if a chunk splits a walker's pairs, they wait for the next chunk.
type handover struct {
	out     *pointjoin.Found
	lists   int  // number of lists that out had before
	ordered bool // walkers come in the order of their rows, and pairs begin with their walker's row
	threads int
	count   uint64
	open    []pointjoin.Pair // pairs of a walker whose interval goes on in the next chunk
	columns points.Pairs
}

// add takes the pairs of a chunk. ends says that the chunk ends with the end of an interval.
func (h *handover) add(pairs []pointjoin.Pair, ends bool) error {
	h.count += uint64(len(pairs))
	if h.out.Take == nil || !h.ordered {
		if h.out.Budget.Take(uint64(len(pairs))*pointjoin.PairBytes) != nil {
			return &pointjoin.OverflowError{Room: h.out.Budget.Most()}
		}
	}
	if !h.ordered {
		return h.give(pairs)
	}
	if len(h.open) > 0 {
		pairs = append(h.open, pairs...)
		h.open = nil
	}
	if !ends && len(pairs) > 0 {
		last := runStart(pairs, len(pairs)-1)
		h.open = slices.Clone(pairs[last:])
		pairs = pairs[:last]
	}
	h.sort(pairs)
	return h.give(pairs)
}

// runStart returns the place of the first pair with the same first row as the pair at a place.
func runStart(pairs []pointjoin.Pair, at int) int {
	first, _ := slices.BinarySearch(pairs[:at], pairs[at]>>32<<32)
	return first
}

// sort sorts the pairs of each walker.
func (h *handover) sort(pairs []pointjoin.Pair) {
	cuts := []int{0}
	for k := range h.threads {
		if at := len(pairs) * (k + 1) / h.threads; at == len(pairs) {
			cuts = append(cuts, at)
		} else {
			cuts = append(cuts, runStart(pairs, at))
		}
	}
	parallel.Ranges(h.threads, h.threads, func(_, first, last int) {
		for from := cuts[first]; from < cuts[last]; {
			to := from + 1
			for to < cuts[last] && pairs[to]>>32 == pairs[from]>>32 {
				to++
			}
			slices.Sort(pairs[from:to])
			from = to
		}
	})
}

// give hands pairs over, or lists them.
func (h *handover) give(pairs []pointjoin.Pair) error {
	switch {
	case len(pairs) == 0:
		return nil
	case h.out.Take == nil || !h.ordered:
		h.out.Lists = append(h.out.Lists, pointjoin.List{Pairs: pairs, Ordered: h.ordered})
		return nil
	}
	h.columns.First, h.columns.Second = h.columns.First[:0], h.columns.Second[:0]
	for _, p := range pairs {
		first, second := pointjoin.Rows(p)
		h.columns.First, h.columns.Second = append(h.columns.First, first), append(h.columns.Second, second)
	}
	return h.out.Take(h.columns)
}
