package batching

import "fmt"

// setSplitMax is SetSplit-Max (paper §6.2): as SetSplitFixed, but a merge to more than Max query
// segments is not considered, and it ends when no merge is left. So no batch passes Max, and any two
// neighbours together pass it. Max is at least 1; 1 gives one batch per query segment. Time is O(n log n).
type setSplitMax struct{ Max int }

// Batches gives batches of 1 to Max query segments.
func (a setSplitMax) Batches(p Profile) ([]Batch, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	return partition(a, p, func(c *grouping) []Batch {
		return batches(setSplitGroups(c, 1, a.Max))
	})
}

// String is "setsplit-max:N".
func (a setSplitMax) String() string { return fmt.Sprintf("setsplit-max:%d", a.Max) }

func (a setSplitMax) check() error { return atLeastOne(a, "maximum", a.Max) }
