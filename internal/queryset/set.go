// Package queryset prepares the query segments of a search by the method temporal: in order of time, and cut into
// batches, each with the candidates that the bins leave (paper §4 and §6). The engine searches with it, and
// calibration measures with it.
package queryset

import (
	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// Set is the query segments of a search. It is not changed once it is made.
type Set struct {
	batching.Profile                   // of the segments, in order of t_start
	Store            *trajectory.Store // of the segments
	Rows             []uint32          // of the segments, in the same order
	entries          *binindex.Bins
}

// New sorts the segments of a store that share an instant with the window by t_start, ties by row. Their candidates
// are in the bins of the entries.
func New(s *trajectory.Store, entries *binindex.Bins, w interaction.Window) *Set {
	rows, starts, ends := binindex.SortedByStart(s, w.From, w.To)
	return &Set{batching.Profile{Start: starts, End: ends, Candidates: entries.Count}, s, rows, entries}
}

// Work returns the work of comparing batches of the set: an invocation for each batch that has candidates.
func (s *Set) Work(batches []batching.Batch, r interaction.Rule) kernel.RangeWork {
	w := kernel.RangeWork{Rule: r, Queries: s.Store, Rows: s.Rows}
	for _, b := range batches {
		start, end := s.Extent(b)
		if ranges := s.entries.Candidates(start, end, nil); len(ranges) > 0 {
			w.Invocations = append(w.Invocations, kernel.Invocation{Batch: b, Ranges: ranges})
		}
	}
	return w
}
