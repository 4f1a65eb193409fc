package batching

import (
	"fmt"
	"math"
)

// SetSplitFixed is SetSplit-Fixed (paper §6.2, Algorithm 2): from one batch a query segment it merges,
// until NumBatches remain, the two adjacent batches whose merge adds the fewest interactions, the first
// such pair on ties. It bounds no batch's size: where few entry segments are, batches grow large.
//
// NumBatches is from 1 to the number of query segments. A query set of 0 or 1 segments has one
// partition only, which any NumBatches >= 1 gives. Time is O(n log n).
type SetSplitFixed struct{ NumBatches int }

// Batches gives NumBatches batches.
func (a SetSplitFixed) Batches(p Profile) ([]Batch, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	if n := len(p.Start); n > 1 && a.NumBatches > n {
		return nil, fmt.Errorf("batching: %v: %d batches of %d query segments: allowed 1 to %d",
			a, a.NumBatches, n, n)
	}
	return partition(a, p, func(c *counter) []Batch {
		return batches(setSplitGroups(c, a.NumBatches, math.MaxInt))
	})
}

// String is "setsplit-fixed:N".
func (a SetSplitFixed) String() string { return fmt.Sprintf("setsplit-fixed:%d", a.NumBatches) }

func (a SetSplitFixed) check() error { return atLeastOne(a, "number of batches", a.NumBatches) }
