package estimate

import (
	"sort"

	"flyby/interaction"
	"flyby/internal/ownership"
	"flyby/internal/radix"
)

// extents is the starts and ends of a sample of a store's segments. It may be read by any number of goroutines.
type extents struct {
	starts []float64 // sorted
	ends   []float64 // sorted; of extents that do not own their end, the last instant before it
	each   float64   // number of segments that one of the sample stands for
}

// add adds the extent of a segment; last: it owns its end.
func (e *extents) add(start, end float64, last bool) {
	e.starts, e.ends = append(e.starts, start), append(e.ends, ownership.Owned(end, last))
}

// finish sorts the starts and ends, a sample of the given number of segments.
func (e *extents) finish(segments int) {
	radix.Floats(e.starts)
	radix.Floats(e.ends)
	e.each = float64(segments) / float64(max(len(e.starts), 1))
}

// sweep counts the entry segments that share time with query segments. It is fast for queries in order of
// time, since it searches from the places of the last query.
type sweep struct {
	*extents
	window interaction.Window
	before int // place in ends
	after  int // place in starts
}

// overlaps returns about the number of entry segments that share an instant with a query segment of the extent
// [start, end], cut to the window: #(starts <= end) - #(ends < start) of the sample, in O(log n). Where the sample
// has all entry segments the number is exact.
func (w *sweep) overlaps(start, end float64, last bool) float64 {
	end = ownership.Owned(end, last)
	start, end = max(start, w.window.From), min(end, w.window.To)
	if start > end {
		return 0
	}
	w.after = seek(w.starts, w.after, func(t float64) bool { return t > end })
	w.before = seek(w.ends, w.before, func(t float64) bool { return t >= start })
	return float64(w.after-w.before) * w.each
}

// seek returns the first place in sorted values from which on is returns true, searching in doubling steps
// from a hint.
func seek(values []float64, hint int, is func(float64) bool) int {
	lo, hi := hint, hint
	for step := 1; lo > 0 && is(values[lo-1]); step *= 2 {
		lo, hi = max(0, lo-step), lo-1
	}
	for step := 1; hi < len(values) && !is(values[hi]); step *= 2 {
		lo, hi = hi+1, min(len(values), hi+step)
	}
	return lo + sort.Search(hi-lo, func(i int) bool { return is(values[lo+i]) })
}
