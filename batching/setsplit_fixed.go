package batching

import (
	"fmt"
	"math"
)

// SetSplitFixed is SetSplit-Fixed (paper §6.2, Algorithm 2): from one batch per query segment it merges,
// until NumBatches remain, the two adjacent batches whose merge adds the fewest interactions, the first
// such pair on ties. It bounds no batch's size: batches grow large at times with few entry segments.
//
// NumBatches is from 1 to the number of query segments. A query set of 0 or 1 segments has one
// partition only, which any NumBatches >= 1 gives. Time is O(n log n).
//
// Where a query set is searched in parts, as in the join of a database that does not fit its device, Fits
// checks NumBatches against the whole set, and AtMost lowers it to the size of each part.
type SetSplitFixed struct{ NumBatches int }

// Batches gives NumBatches batches.
func (a SetSplitFixed) Batches(p Profile) ([]Batch, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	if err := a.Fits(len(p.Start)); err != nil {
		return nil, err
	}
	return partition(a, p, func(c *grouping) []Batch {
		return batches(setSplitGroups(c, a.NumBatches, math.MaxInt))
	})
}

// Fits returns a *FitError where n query segments, n > 1, are fewer than NumBatches.
func (a SetSplitFixed) Fits(n int) error {
	if n > 1 && a.NumBatches > n {
		return &FitError{a, n}
	}
	return nil
}

// FitError says that the query segments are fewer than the batches asked for.
type FitError struct {
	Asked    SetSplitFixed
	Segments int // number of query segments
}

func (e *FitError) Error() string {
	return fmt.Sprintf("batching: %v: %d batches of %d query segments: allowed 1 to %d", e.Asked, e.Asked.NumBatches, e.Segments, e.Segments)
}

// AtMost returns the algorithm with NumBatches, or with n where the n query segments are fewer.
func (a SetSplitFixed) AtMost(n int) SetSplitFixed {
	return SetSplitFixed{min(a.NumBatches, max(n, 1))}
}

// String is "setsplit-fixed:N".
func (a SetSplitFixed) String() string { return fmt.Sprintf("setsplit-fixed:%d", a.NumBatches) }

func (a SetSplitFixed) check() error { return atLeastOne(a, "number of batches", a.NumBatches) }
