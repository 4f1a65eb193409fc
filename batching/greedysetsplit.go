package batching

// freeMerges is the first pass of GreedySetSplit (lines 3-11 of Algorithm 4): from left to right, a
// batch takes in query segments while that adds no interaction and it keeps to limit.
func freeMerges(c *grouping, limit int) []Batch {
	n := len(c.Start)
	if n == 0 {
		return nil
	}
	var list []Batch
	single := c.single(0, group{})
	g := single
	for i := 1; i < n; i++ {
		single = c.single(i, single)
		if m, free := c.freeMerge(g, single); free && g.Len() < limit {
			g = m
			continue
		}
		list = append(list, g.Batch)
		g = single
	}
	return append(list, g.Batch)
}

// freeMerge merges a and b if that adds no interaction. The merge has at least the candidates of either
// side, so where the candidates of the two differ, it adds interactions and needs no counting.
func (c *grouping) freeMerge(a, b group) (group, bool) {
	if a.candidates != b.candidates {
		return group{}, false
	}
	m := c.merge(a, b)
	return m, added(a, b, m) == 0
}

// absorb is the second pass (lines 12-20 of Algorithm 4): from left to right, a batch takes in its
// successor while wants returns true for the two. It works in place.
func absorb(list []Batch, wants func(a, b Batch) bool) []Batch {
	done := list[:0]
	for _, b := range list {
		if last := len(done) - 1; last >= 0 && wants(done[last], b) {
			done[last].Last = b.Last
		} else {
			done = append(done, b)
		}
	}
	return done
}
