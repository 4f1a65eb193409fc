package batching

// setSplit is what the SetSplit algorithms share: the batches so far and the merges of neighbours.
type setSplit struct {
	*grouping
	at    []group  // [n] by first query segment; an absorbed batch has Last 0
	prev  []uint32 // [n] by first query segment: the first query segment of the batch before
	left  int      // batches left
	max   int      // merges of more query segments are not considered
	queue merges   // every possible merge, and past ones that no longer are
}

// setSplitGroups runs the first phase of SetSplit on p.
func setSplitGroups(c *grouping, numBatches, max int) []group {
	s := newSetSplit(c, max)
	s.mergeUntil(numBatches)
	return s.groups()
}

// newSetSplit begins with one batch a query segment and all merges of two.
func newSetSplit(c *grouping, max int) *setSplit {
	n := len(c.Start)
	s := &setSplit{grouping: c, at: c.singles(), prev: make([]uint32, n), left: n, max: max}
	// A merge done takes one element off the queue and adds two at most.
	s.queue = make(merges, 0, 2*n)
	for i := range n {
		s.prev[i] = uint32(i - 1) // wraps for 0, which has none and is never asked
	}
	for i := range n - 1 {
		if m, ok := s.mergeAt(i); ok {
			s.queue = append(s.queue, m)
		}
	}
	s.queue.order()
	return s
}

// mergeAt is that of the batch that begins at first with its successor, if there is one and it
// keeps to max.
func (s *setSplit) mergeAt(first int) (merge, bool) {
	a := s.at[first]
	if a.Last == len(s.at) || s.at[a.Last].Last-first > s.max {
		return merge{}, false
	}
	b := s.at[a.Last]
	m := s.merge(a, b)
	return newMerge(added(a, b, m), first, m.Last), true
}

// mergeUntil does the merge that adds the fewest interactions, the first of equals, until only
// numBatches are left or no merge is (Algorithm 2, and lines 3-21 of Algorithm 3).
func (s *setSplit) mergeUntil(numBatches int) {
	for s.left > numBatches && len(s.queue) > 0 {
		m := s.queue.pop()
		if s.possible(m) {
			s.do(m)
		}
	}
}

// possible tells whether m still joins two batches that exist.
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

// merged is the group that m makes of a and b. Its candidates were counted when m was queued; added
// gives them back by an exact division.
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
