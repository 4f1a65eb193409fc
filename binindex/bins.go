package binindex

import (
	"math"
	"slices"
	"sort"

	"flyby/internal/memory"
	"flyby/internal/radix"
	"flyby/trajectory"
)

// DefaultBins is the number m of temporal bins of the paper's evaluation (§7.2).
const DefaultBins = 10_000

// Bins is the paper's index (§4): the segments of a store sorted by t_start,
// cut into m logical bins of equal length, for each class of durations (see the
// package's comment). A query has a candidate range in each class.
type Bins struct {
	Rows    []uint32 // rows of the store in index order: by class, then t_start, then row
	classes []class
}

// Bin is one temporal bin: the rows [First, Last) of the index order are the
// segments whose t_start falls in the bin, and [Start, End] is the smallest extent
// that contains these segments.
type Bin struct {
	Start, End  float64
	First, Last int
}

// Range is a candidate range: the rows [First, Last) of the index order.
type Range struct {
	First, Last int
}

// class is the segments of similar duration: their non-empty bins, the bins'
// starts, and for each bin the latest end of its segments and all before them.
type class struct {
	bins   []Bin
	starts lookupGrid
	latest lookupGrid
}

// sortBytes is the memory of sorting one segment by its start: its row and extent, before
// and after sorting, its index and two numbers to sort by.
const sortBytes = 2*(4+8+8) + 4 + 2*8

// SortBytes returns the most memory that SortedByStart or NewBins takes for a store while
// it runs; the result takes less.
func SortBytes(s *trajectory.Store) uint64 {
	return memory.Of(s.Segments(), sortBytes+8) // 8: lists of classes grow by appending
}

// NewBins sorts a store's segments into m bins, 0 meaning DefaultBins.
func NewBins(s *trajectory.Store, m int) *Bins {
	if m <= 0 {
		m = DefaultBins
	}
	rows, starts, ends := extents(s)
	limits := classLimits(starts, ends)
	b := &Bins{}
	for _, members := range partition(starts, ends, limits) {
		first := len(b.Rows)
		radix.Index(members, starts)
		c := class{}
		e := s.Extent()
		c.fill(members, starts, ends, first, e.Start, (e.End-e.Start)/float64(m))
		b.classes = append(b.classes, c)
		for _, i := range members {
			b.Rows = append(b.Rows, rows[i])
		}
	}
	return b
}

// SortedByStart returns the rows of a store's segments that share an instant
// with [from, to], sorted by t_start, ties by row, with the temporal extent of
// each: the order in which query segments are cut into batches.
func SortedByStart(s *trajectory.Store, from, to float64) (rows []uint32, starts, ends []float64) {
	all, allStarts, allEnds := extents(s)
	index := make([]uint32, 0, len(all))
	for i := range all {
		if allStarts[i] <= to && allEnds[i] >= from {
			index = append(index, uint32(i))
		}
	}
	radix.Index(index, allStarts)
	rows, starts, ends = make([]uint32, len(index)), make([]float64, len(index)), make([]float64, len(index))
	for k, i := range index {
		rows[k], starts[k], ends[k] = all[i], allStarts[i], allEnds[i]
	}
	return rows, starts, ends
}

// CountWithin returns the number of rows that SortedByStart returns.
func CountWithin(s *trajectory.Store, from, to float64) (n int) {
	t := s.T()
	for p := range s.Pieces() {
		starts, ends := t[p.First:], t[p.First+p.Samples-p.Segments():]
		for i := range p.Segments() {
			if starts[i] <= to && ends[i] >= from {
				n++
			}
		}
	}
	return n
}

// extents lists the rows of a store with the temporal extent of each.
func extents(s *trajectory.Store) (rows []uint32, starts, ends []float64) {
	n := s.Segments()
	rows, starts, ends = make([]uint32, n), make([]float64, n), make([]float64, n)
	t, k := s.T(), 0
	for p := range s.Pieces() {
		next := k + p.Segments()
		own := rows[k:next]
		for i := range own {
			own[i] = uint32(p.First + i)
		}
		copy(starts[k:next], t[p.First:])
		copy(ends[k:next], t[p.First+p.Samples-p.Segments():])
		k = next
	}
	return rows, starts, ends
}

// classFactor is the greatest ratio of the longest duration in a class to the
// typical duration, or to the longest of the class below.
const classFactor = 8

// classLimits returns the longest duration of each class, the last unbounded.
func classLimits(starts, ends []float64) []float64 {
	sample := make([]float64, 0, 4096)
	longest := 0.0
	step := max(1, len(starts)/4096)
	for i := range starts {
		d := ends[i] - starts[i]
		longest = max(longest, d)
		if i%step == 0 && d > 0 {
			sample = append(sample, d)
		}
	}
	if len(sample) == 0 {
		return []float64{math.Inf(1)}
	}
	slices.Sort(sample)
	var limits []float64
	for limit := classFactor * sample[len(sample)/2]; limit < longest; limit *= classFactor {
		limits = append(limits, limit)
	}
	return append(limits, math.Inf(1))
}

// partition lists the segments of each non-empty class, in row order.
func partition(starts, ends, limits []float64) [][]uint32 {
	members := make([][]uint32, len(limits))
	if len(limits) == 1 {
		members[0] = make([]uint32, 0, len(starts))
	}
	for i := range starts {
		c := sort.SearchFloat64s(limits, ends[i]-starts[i])
		members[c] = append(members[c], uint32(i))
	}
	return slices.DeleteFunc(members, func(m []uint32) bool { return len(m) == 0 })
}

// fill cuts sorted members into bins of a width; first is the members' first place
// in the index order.
func (c *class) fill(members []uint32, starts, ends []float64, first int, origin, width float64) {
	var begun, latest []float64
	soFar, number := math.Inf(-1), -1.0
	for k, i := range members {
		j := 0.0
		if width > 0 {
			j = math.Floor((starts[i] - origin) / width)
		}
		if j != number {
			number = j
			c.bins = append(c.bins, Bin{Start: starts[i], End: ends[i], First: first + k})
			begun, latest = append(begun, starts[i]), append(latest, soFar)
		}
		b := len(c.bins) - 1
		c.bins[b].Last = first + k + 1
		c.bins[b].End = max(c.bins[b].End, ends[i])
		soFar = max(soFar, ends[i])
		latest[b] = soFar
	}
	c.starts, c.latest = newLookupGrid(begun), newLookupGrid(latest)
}

// candidates finds the contiguous range of the bins that overlap
// [start, end]. It finds the first of them by the running maximum of the bins'
// ends: a bin may end before an earlier one.
func (c *class) candidates(start, end float64) (Range, bool) {
	first, last := c.latest.below(start), c.starts.upTo(end)
	if first >= last {
		return Range{}, false
	}
	return Range{c.bins[first].First, c.bins[last-1].Last}, true
}

// Candidates appends the ranges of rows that a temporal extent must be
// compared with: at most one range for each class.
func (b *Bins) Candidates(start, end float64, dst []Range) []Range {
	for i := range b.classes {
		if r, ok := b.classes[i].candidates(start, end); ok {
			dst = append(dst, r)
		}
	}
	return dst
}

// Count returns the number of candidates of a temporal extent.
func (b *Bins) Count(start, end float64) uint64 {
	n := uint64(0)
	for i := range b.classes {
		if r, ok := b.classes[i].candidates(start, end); ok {
			n += uint64(r.Last - r.First)
		}
	}
	return n
}

// Bins returns the non-empty bins, class after class.
func (b *Bins) Bins() []Bin {
	var all []Bin
	for _, c := range b.classes {
		all = append(all, c.bins...)
	}
	return all
}
