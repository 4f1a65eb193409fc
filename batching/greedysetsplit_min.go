package batching

import (
	"fmt"
	"math"
)

// greedySetSplitMin is GreedySetSplit-Min (paper §6.3, Algorithm 4): one pass merges neighbours wherever
// that adds no interaction, then one pass has every batch of fewer than Bound query segments absorb its
// successors. Bound is at least 1; 1 gives the free merges alone.
//
// As in the paper, the last batch has no successor and may stay under Bound. Time is O(n).
type greedySetSplitMin struct{ Bound int }

// Batches gives batches of Bound query segments or more, except the last.
func (a greedySetSplitMin) Batches(p Profile) ([]Batch, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	return partition(a, p, func(c *grouping) []Batch {
		return absorb(freeMerges(c, math.MaxInt), func(b, _ Batch) bool { return b.Len() < a.Bound })
	})
}

// String is "greedysetsplit-min:N".
func (a greedySetSplitMin) String() string { return fmt.Sprintf("greedysetsplit-min:%d", a.Bound) }

func (a greedySetSplitMin) check() error { return atLeastOne(a, "bound", a.Bound) }
