package perfmodel

import (
	"sort"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/radix"
	"flyby/trajectory"
)

// Entries is what the model keeps of a database: its temporal bins, the starts and the ends of its segments,
// each sorted, 16 bytes a segment, and a thinned sample of them. It may be read by any number of goroutines.
type Entries struct {
	store  *trajectory.Store
	bins   *binindex.Bins
	starts []float64 // sorted
	ends   []float64 // sorted; of extents that do not own their end, the last instant before it
	thin   thinned
}

// NewEntries sorts the extents of a store's segments, in O(segments): some 50 ms a million, once a database.
// bins are those of the store.
func NewEntries(s *trajectory.Store, bins *binindex.Bins) *Entries {
	e := &Entries{store: s, bins: bins}
	e.starts, e.ends = make([]float64, 0, s.Segments()), make([]float64, 0, s.Segments())
	t := s.T()
	for p := range s.Pieces() {
		last := p.First + p.Samples - 1
		for row := p.First; row < p.First+p.Segments(); row++ {
			e.starts = append(e.starts, t[row])
			e.ends = append(e.ends, interaction.Owned(t[min(row+1, last)], row+1 >= last))
		}
	}
	radix.Floats(e.starts)
	radix.Floats(e.ends)
	e.thinOut()
	return e
}

// sweep counts the entry segments that share time with query segments. It is fast where queries come in
// order of time, since it looks around the places of the one before.
type sweep struct {
	*Entries
	window interaction.Window
	before int // place in ends
	after  int // place in starts
}

// overlaps is the number of entry segments that share an instant with a query segment of the extent
// [start, end], cut to the window: #(starts <= end) - #(ends < start), in O(log n).
func (w *sweep) overlaps(start, end float64, last bool) uint64 {
	end = interaction.Owned(end, last)
	start, end = max(start, w.window.From), min(end, w.window.To)
	if start > end {
		return 0
	}
	w.after = seek(w.starts, w.after, func(t float64) bool { return t > end })
	w.before = seek(w.ends, w.before, func(t float64) bool { return t >= start })
	return uint64(w.after - w.before)
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
