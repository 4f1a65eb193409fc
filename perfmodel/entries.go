package perfmodel

import (
	"sort"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/radix"
	"flyby/trajectory"
)

// Entries is what the model keeps of a database: its temporal bins, a thinned sample of its segments, and the
// starts and the ends of these, each sorted. It may be read by any number of goroutines.
type Entries struct {
	store  *trajectory.Store
	bins   *binindex.Bins
	thin   thinned
	starts []float64 // sorted
	ends   []float64 // sorted; of extents that do not own their end, the last instant before it
	each   float64   // entry segments that one of the sample stands for
}

// NewEntries samples a store's segments, some milliseconds once a database. bins are those of the store.
func NewEntries(s *trajectory.Store, bins *binindex.Bins) *Entries {
	e := &Entries{store: s, bins: bins}
	e.thinOut()
	n := len(e.thin.entries)
	e.starts, e.ends = make([]float64, n), make([]float64, n)
	for i, p := range e.thin.entries {
		e.starts[i], e.ends[i] = p.T0, interaction.Owned(p.T1, p.Last)
	}
	radix.Floats(e.starts)
	radix.Floats(e.ends)
	e.each = float64(len(bins.Rows)) / float64(max(n, 1))
	return e
}

// sweep counts the entry segments that share time with query segments. It is fast where queries come in
// order of time, since it looks around the places of the one before.
type sweep struct {
	starts, ends []float64 // sorted
	each         float64   // entry segments that one of these stands for
	window       interaction.Window
	before       int // place in ends
	after        int // place in starts
}

// overlaps is about how many entry segments share an instant with a query segment of the extent [start, end],
// cut to the window: #(starts <= end) - #(ends < start) of the sample, in O(log n). Where the sample holds all
// entry segments it is exact.
func (w *sweep) overlaps(start, end float64, last bool) float64 {
	end = interaction.Owned(end, last)
	start, end = max(start, w.window.From), min(end, w.window.To)
	if start > end {
		return 0
	}
	w.after = seek(w.starts, w.after, func(t float64) bool { return t > end })
	w.before = seek(w.ends, w.before, func(t float64) bool { return t >= start })
	return float64(w.after-w.before) * w.each
}

// seek returns the first place in sorted values from which on is holds, searching in doubling steps
// around a hint.
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
