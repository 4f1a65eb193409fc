package batching

// setSplit is the common state of the SetSplit algorithms: the batches so far and the merges of
// neighbours.
type setSplit struct {
	*grouping
	at    []group  // [n] by first query segment; an absorbed batch has Last 0
	prev  []uint32 // [n] by first query segment: the first query segment of the batch before
	left  int      // number of batches
	max   int      // merges of more query segments are not considered
	queue merges   // every possible merge, and former ones that are no longer possible
}

// setSplitGroups runs the first phase of SetSplit on p.
func setSplitGroups(c *grouping, numBatches, max int) []group {
	s := newSetSplit(c, max)
	s.mergeUntil(numBatches)
	return s.groups()
}

// newSetSplit begins with one batch per query segment and the merges of all neighbours.
func newSetSplit(c *grouping, max int) *setSplit {
	n := len(c.Start)
	s := &setSplit{grouping: c, at: c.singles(), prev: make([]uint32, n), left: n, max: max}
	// Doing a merge takes one element off the queue and adds two at most.
	s.queue = make(merges, 0, 2*n)
	for i := range n {
		s.prev[i] = uint32(i - 1) // wraps for 0, whose prev is never read
	}
	for i := range n - 1 {
		if m, ok := s.mergeAt(i); ok {
			s.queue = append(s.queue, m)
		}
	}
	s.queue.order()
	return s
}

// mergeAt returns the merge of the batch that begins at first with its successor, if there is a successor
// and the merge keeps to max.
func (s *setSplit) mergeAt(first int) (merge, bool) {
	a := s.at[first]
	if a.Last == len(s.at) || s.at[a.Last].Last-first > s.max {
		return merge{}, false
	}
	b := s.at[a.Last]
	m := s.merge(a, b)
	return newMerge(added(a, b, m), first, m.Last), true
}

// mergeUntil does the merge that adds the fewest interactions, the first on ties, until only numBatches
// batches or no merges are left (Algorithm 2, and lines 3-21 of Algorithm 3).
func (s *setSplit) mergeUntil(numBatches int) {
	for s.left > numBatches && len(s.queue) > 0 {
		m := s.queue.pop()
		if s.possible(m) {
			s.do(m)
		}
	}
}

// possible reports whether m still joins two batches that exist.
func (s *setSplit) possible(m merge) bool {
	a := s.at[m.first()]
	return a.Last != 0 && a.Last < len(s.at) && s.at[a.Last].Last == m.last()
}

// do merges and queues the two merges that the new batch has with its neighbours.
func (s *setSplit) do(m merge) {
	first, last := m.first(), m.last()
	a := s.at[first]
	b := s.at[a.Last]
	s.at[a.Last].Last = 0
	s.at[first] = merged(a, b, m)
	s.left--
	if last < len(s.at) {
		s.prev[last] = uint32(first)
		s.offer(first)
	}
	if first > 0 {
		s.offer(int(s.prev[first]))
	}
}

// merged returns the group that m makes of a and b. Its candidates were counted when m was queued, and
// follow from m.added by an exact division.
func merged(a, b group, m merge) group {
	g := group{Batch: Batch{a.First, b.Last}, end: max(a.end, b.end)}
	g.candidates = (m.added + a.interactions() + b.interactions()) / uint64(g.Len())
	return g
}

// offer queues the merge of the batch that begins at first with its successor.
func (s *setSplit) offer(first int) {
	if m, ok := s.mergeAt(first); ok {
		s.queue.push(m)
	}
}

// groups lists the batches in order.
func (s *setSplit) groups() []group {
	list := make([]group, 0, s.left)
	for first := 0; first < len(s.at); first = s.at[first].Last {
		list = append(list, s.at[first])
	}
	return list
}
