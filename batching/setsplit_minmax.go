package batching

import "fmt"

// setSplitMinMax is SetSplit-MinMax (paper §6.2, Algorithm 3): setSplitMax, then, while a batch has
// fewer than Min query segments, the first such batch is merged with the neighbour that gives the merge
// with fewer interactions, the right one on ties. 1 <= Min <= Max. Time is O(n log n).
//
// docs/papers.md says how Algorithm 3 is read where its text and its listing differ. As in the paper, the second
// phase may pass Max; after the first phase every merge does. A batch under Min remains only where it is the whole
// query set.
//
// Strict never passes Max. Where both merges would, the batch takes the query segments that it lacks from a
// neighbour that keeps Min: from the side that leaves the batch and its neighbour with fewer interactions, the
// right one on ties. So with Max >= 2 Min - 1 and at least Min query segments every batch has from Min to Max;
// otherwise such a partition may not exist, and batches under Min may stay.
type setSplitMinMax struct {
	Min, Max int
	Strict   bool
}

// Batches gives batches of Min query segments or more, or where Strict of Max or fewer.
func (a setSplitMinMax) Batches(p Profile) ([]Batch, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	return partition(a, p, func(c *grouping) []Batch {
		return batches(a.raise(c, setSplitGroups(c, 1, a.Max)))
	})
}

// String is "setsplit-minmax:A,B" or "setsplit-minmax:A,B,strict".
func (a setSplitMinMax) String() string {
	return fmt.Sprintf("setsplit-minmax:%d,%d%s", a.Min, a.Max, strictSuffix(a.Strict))
}

func (a setSplitMinMax) check() error {
	if a.Min < 1 || a.Min > a.Max {
		return fmt.Errorf("batching: %v: minimum %d, maximum %d: allowed 1 <= minimum <= maximum", a, a.Min, a.Max)
	}
	return nil
}

// raise is the second phase (lines 22-40 of Algorithm 3), in one pass. A merge with the batch before reaches
// Min, since the batch before has Min or more; a merge with the batch after changes no batch before. So the
// first batch under Min is never an earlier one.
func (a setSplitMinMax) raise(c *grouping, groups []group) []group {
	r := raising{grouping: c, setSplitMinMax: a, done: groups[:0], rest: groups}
	for len(r.rest) > 0 {
		g := r.rest[0]
		r.rest = r.rest[1:]
		for ok := true; ok && g.Len() < a.Min; {
			g, ok = r.grow(g)
		}
		r.done = append(r.done, g)
	}
	return r.done
}
