package batching

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// Profile describes to the algorithms a query set and the database that it searches.
//
// Start and End hold t_start and t_end of each query segment in the stores' time unit, both [n], sorted
// by Start (ties by row), with End[i] >= Start[i].
//
// Candidates is the number of entry segments that the temporal bins select for the temporal extent
// [start, end] (paper §4). A wider extent never has fewer candidates: bins guarantee this by construction,
// the algorithms rely on it, and they return an error where they find it broken. Candidates is called from
// the goroutine of Batches, in no particular order of extents.
type Profile struct {
	Start, End []float64
	Candidates func(start, end float64) uint64
}

// Interactions is numInts(b) = |b| x candidates of b's temporal extent (paper §4), 0 for an empty batch.
// It reads the ends of all segments of b. The product of fewer than 2³² query segments and fewer than
// 2³² entry segments fits a uint64.
func (p Profile) Interactions(b Batch) uint64 {
	if b.Len() <= 0 {
		return 0
	}
	return uint64(b.Len()) * p.Candidates(p.Start[b.First], p.reach(b))
}

// Extent is the temporal extent of a non-empty batch: from the first t_start
// to the latest t_end.
func (p Profile) Extent(b Batch) (start, end float64) {
	return p.Start[b.First], p.reach(b)
}

// reach returns the latest t_end of the segments of b. Starts are sorted but ends need not be.
func (p Profile) reach(b Batch) float64 {
	end := p.End[b.First]
	for _, e := range p.End[b.First+1 : b.Last] {
		if e > end {
			end = e
		}
	}
	return end
}

// check returns an error if the profile breaks a rule of Profile that the algorithms rely on.
func (p Profile) check() error {
	n := len(p.Start)
	switch {
	case len(p.End) != n:
		return fmt.Errorf("%d starts but %d ends of query segments", n, len(p.End))
	case uint64(n) > math.MaxUint32:
		return fmt.Errorf("%d query segments: allowed 0 to %d", n, uint32(math.MaxUint32))
	case p.Candidates == nil:
		return errors.New("profile without Candidates")
	}
	before := math.Inf(-1)
	for i, start := range p.Start {
		if !(start >= before) || !(p.End[i] >= start) { // negated, so that NaN is caught
			return fmt.Errorf("query segment %d [%v, %v] after a start at %v: want sorted starts, end >= start",
				i, start, p.End[i], before)
		}
		before = start
	}
	return p.checkTotal()
}

// checkTotal refuses counts past 64 bits. One batch of all query segments has the most interactions of all
// batches, and no merge adds more, since candidates only grow with the extent.
func (p Profile) checkTotal() error {
	n := len(p.Start)
	if n == 0 {
		return nil
	}
	candidates := p.Candidates(p.Start[0], p.reach(Batch{0, n}))
	if high, _ := bits.Mul64(uint64(n), candidates); high != 0 {
		return fmt.Errorf("%d query segments x %d candidates: allowed at most %d interactions",
			n, candidates, uint64(math.MaxUint64))
	}
	return nil
}
