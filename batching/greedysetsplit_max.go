package batching

import (
	"fmt"
	"math"
)

// greedySetSplitMax is GreedySetSplit-Max (paper §6.3): one pass merges neighbours wherever that adds no
// interaction, then in one pass a batch absorbs its successors until it exceeds Bound. Bound is at
// least 1. Time is O(n).
//
// Batches pass Bound, since the paper's change of Algorithm 4 is taken to the letter (docs/papers.md): by free
// merges, which have no limit, and by the absorbed batch that makes a batch exceed it, so that every batch but
// the last does.
//
// Strict never passes Bound: free merges past it are not made, and a batch absorbs its successor only
// while the two together have at most Bound query segments.
type greedySetSplitMax struct {
	Bound  int
	Strict bool
}

// Batches gives batches of more than Bound query segments, except the last, or where Strict of Bound
// or fewer.
func (a greedySetSplitMax) Batches(p Profile) ([]Batch, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	return partition(a, p, func(c *grouping) []Batch {
		if a.Strict {
			return absorb(freeMerges(c, a.Bound), func(b, next Batch) bool { return b.Len()+next.Len() <= a.Bound })
		}
		return absorb(freeMerges(c, math.MaxInt), func(b, _ Batch) bool { return b.Len() <= a.Bound })
	})
}

// String is "greedysetsplit-max:N" or "greedysetsplit-max:N,strict".
func (a greedySetSplitMax) String() string {
	return fmt.Sprintf("greedysetsplit-max:%d%s", a.Bound, strictSuffix(a.Strict))
}

func (a greedySetSplitMax) check() error { return atLeastOne(a, "bound", a.Bound) }
