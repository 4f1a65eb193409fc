package batching

// merge is one that could be done: of the two adjacent batches that together are the query segments
// [first, last), adding so many interactions. first and last identify it: a batch only ever grows, so
// while the batch that begins at first lives, the end of its pair with its successor strictly rises.
type merge struct {
	added       uint64
	first, last uint32
}

// before orders merges by what they add, then by position, so that of equals the first pair comes out.
func (m merge) before(o merge) bool {
	return m.added < o.added || m.added == o.added && m.first < o.first
}

// merges is a priority queue, a heap of arity 4 (its 16-byte elements' siblings share a cache line).
// Nothing is ever deleted from its middle: who pops a merge that is no longer possible drops it.
type merges []merge

const arity = 4

// order makes a heap of arbitrary elements in O(n).
func (h merges) order() {
	for i := len(h) / arity; i >= 0; i-- {
		h.down(i)
	}
}

// push adds m in O(log n).
func (h *merges) push(m merge) {
	*h = append(*h, m)
	s, i := *h, len(*h)-1
	for i > 0 {
		parent := (i - 1) / arity
		if !m.before(s[parent]) {
			break
		}
		s[i] = s[parent]
		i = parent
	}
	s[i] = m
}

// pop removes and returns the first merge in O(log n). The queue must not be empty.
func (h *merges) pop() merge {
	s := *h
	top, last := s[0], len(s)-1
	s[0] = s[last]
	*h = s[:last]
	h.down(0)
	return top
}

// down sinks element i to where no child comes before it.
func (h merges) down(i int) {
	if i >= len(h) {
		return
	}
	m := h[i]
	for {
		child := h.firstChild(i)
		if child < 0 || !h[child].before(m) {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = m
}

// firstChild is the child of i that comes before its siblings, -1 for a leaf.
func (h merges) firstChild(i int) int {
	begin := i*arity + 1
	if begin >= len(h) {
		return -1
	}
	best := begin
	for c := begin + 1; c < min(begin+arity, len(h)); c++ {
		if h[c].before(h[best]) {
			best = c
		}
	}
	return best
}
