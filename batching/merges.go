package batching

import "math/bits"

// merge is a possible merge of two adjacent batches, together the query segments [first, last); it adds
// added interactions. first and last identify it: a batch only ever grows, so while the batch that begins
// at first exists, the end of its successor strictly rises.
type merge struct {
	added uint64
	place uint64 // first, 32 bits, above last, 32 bits
}

func newMerge(added uint64, first, last int) merge {
	return merge{added, uint64(first)<<32 | uint64(last)}
}

func (m merge) first() int { return int(m.place >> 32) }
func (m merge) last() int  { return int(m.place & (1<<32 - 1)) }

// before returns 1 if m precedes o, otherwise 0: by the interactions that they add, ties by position, the first
// pair first. It subtracts numbers of 128 bits and returns the borrow, since branches on these comparisons
// would be mispredicted.
func (m merge) before(o merge) uint64 {
	_, borrow := bits.Sub64(m.place, o.place, 0)
	_, borrow = bits.Sub64(m.added, o.added, borrow)
	return borrow
}

// merges is a priority queue, a binary heap. No merge is deleted from its middle: the caller of pop drops a
// merge that is no longer possible.
type merges []merge

// order makes a heap of arbitrary elements in O(n).
func (h merges) order() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.sink(i, h[i])
	}
}

// push adds m in O(log n).
func (h *merges) push(m merge) {
	*h = append(*h, m)
	h.rise(len(*h)-1, 0, m)
}

// pop removes and returns the first merge in O(log n). The queue must not be empty.
func (h *merges) pop() merge {
	s := *h
	top, last := s[0], s[len(s)-1]
	if *h = s[:len(s)-1]; len(*h) > 0 {
		h.sink(0, last)
	}
	return top
}

// sink puts m into the heap under the hole root. The hole sinks to a leaf first and m rises from there: m
// came from the heap's end and mostly belongs near it, so this takes half the comparisons.
func (h merges) sink(root int, m merge) {
	hole, child := root, 2*root+1
	for child+1 < len(h) {
		child += int(h[child+1].before(h[child]))
		h[hole] = h[child]
		hole, child = child, 2*child+1
	}
	if child < len(h) {
		h[hole] = h[child]
		hole = child
	}
	h.rise(hole, root, m)
}

// rise puts m into the hole or at an ancestor of it, no higher than root.
func (h merges) rise(hole, root int, m merge) {
	for hole > root {
		parent := (hole - 1) / 2
		if m.before(h[parent]) == 0 {
			break
		}
		h[hole] = h[parent]
		hole = parent
	}
	h[hole] = m
}
