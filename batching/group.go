package batching

import "fmt"

// group is a batch with two numbers that make merging O(1): the latest t_end of its segments and the number
// of candidates of its temporal extent [Start[First], end].
type group struct {
	Batch
	end        float64
	candidates uint64
}

func (g group) interactions() uint64 { return uint64(g.Len()) * g.candidates }

// added returns the interactions of m = merge(a, b) less the interactions of a and b. An extent that
// contains another has no fewer candidates, so both terms are >= 0: a merge never saves interactions.
func added(a, b, m group) uint64 {
	return uint64(a.Len())*(m.candidates-a.candidates) + uint64(b.Len())*(m.candidates-b.candidates)
}

// grouping makes groups of a profile with few calls of its Candidates, where batching spends most of its
// time.
type grouping struct {
	Profile
	err error // the first merge found with fewer candidates than one of its parts
}

// partition checks p, has make partition it and puts a's name on any error.
func partition(a Algorithm, p Profile, make func(*grouping) []Batch) ([]Batch, error) {
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("batching: %v: %w", a, err)
	}
	c := &grouping{Profile: p}
	list := make(c)
	if c.err != nil {
		return nil, fmt.Errorf("batching: %v: %w", a, c.err)
	}
	return list, nil
}

// single returns the group of query segment i alone; before is segment i-1's group, unused for i = 0.
func (c *grouping) single(i int, before group) group {
	g := group{Batch: Batch{i, i + 1}, end: c.End[i]}
	if i > 0 && c.Start[i] == c.Start[i-1] && c.End[i] == before.end {
		g.candidates = before.candidates
	} else {
		g.candidates = c.Candidates(c.Start[i], c.End[i])
	}
	return g
}

// singles returns the paper's list(Q): one group per query segment.
func (c *grouping) singles() []group {
	groups := make([]group, len(c.Start))
	var before group
	for i := range groups {
		before = c.single(i, before)
		groups[i] = before
	}
	return groups
}

// of returns the group of any batch b, in O(|b|).
func (c *grouping) of(b Batch) group {
	end := c.reach(b)
	return group{Batch: b, end: end, candidates: c.Candidates(c.Start[b.First], end)}
}

// merge joins two adjacent groups, a before b. It counts candidates only where the extent of the result
// differs from both a's and b's.
func (c *grouping) merge(a, b group) group {
	m := group{Batch: Batch{a.First, b.Last}, end: b.end}
	switch {
	case b.end <= a.end:
		m.end, m.candidates = a.end, a.candidates
	case c.Start[a.First] == c.Start[b.First]:
		m.candidates = b.candidates
	default:
		m.candidates = c.Candidates(c.Start[a.First], m.end)
	}
	if m.candidates < a.candidates || m.candidates < b.candidates {
		c.complain(a, b, m)
		m.candidates = max(a.candidates, b.candidates)
	}
	return m
}

// complain keeps the first breach of the rule that wider extents have no fewer candidates.
func (c *grouping) complain(a, b, m group) {
	if c.err == nil {
		c.err = fmt.Errorf("%d candidates for query segments [%d, %d) but %d and %d for its parts before and after %d",
			m.candidates, m.First, m.Last, a.candidates, b.candidates, b.First)
	}
}

// batches returns the batches of groups.
func batches(groups []group) []Batch {
	if len(groups) == 0 {
		return nil
	}
	list := make([]Batch, len(groups))
	for i, g := range groups {
		list[i] = g.Batch
	}
	return list
}
