package finder

import (
	"flyby/points"
	"flyby/points/pointjoin"
)

// chunkPairs is how many pairs are handed over at a time, at most.
const chunkPairs = 1 << 14

// A Hand takes pairs over, in columns, and returns memory for those that come next, or none; false: no more are wanted.
type Hand func(points.Pairs) (memory points.Pairs, more bool)

// HandOver has a finder hand over the pairs of the tasks to come, in the order in which they are found, and keep none:
// what fills a chunk, and at the end of a task what there is.
func (f *Finder) HandOver(hand Hand) {
	if f.cut(); f.hand == nil {
		f.block, f.begun = nil, 0 // segments have it
	}
	f.hand = hand
	f.reuse(f.chunk)
}

// reuse begins a chunk.
func (f *Finder) reuse(memory points.Pairs) {
	if memory.First == nil {
		memory = points.Pairs{First: make([]uint32, 0, chunkPairs), Second: make([]uint32, 0, chunkPairs)}
	}
	f.chunk.First, f.chunk.Second = memory.First[:0], memory.Second[:0]
}

// HandsOver reports whether pairs are handed over. Then a method may not fail for want of memory.
func (f *Finder) HandsOver() bool { return f.hand != nil }

// List takes the pairs of a row with others, in their order.
func (f *Finder) List(first uint32, seconds []uint32) {
	if f.hand != nil {
		f.spread()
		f.add(first, seconds)
		return
	}
	room := f.Room(len(seconds))
	if room == nil {
		return
	}
	room = room[:len(seconds)]
	for i, second := range seconds {
		room[i] = pointjoin.PairOf(first, second)
	}
	f.Took(len(seconds))
}

// add puts the pairs of a row with others into columns, and hands these over as they are full.
func (f *Finder) add(first uint32, seconds []uint32) {
	for len(seconds) > 0 {
		c := &f.chunk
		begin := len(c.First)
		n := min(len(seconds), cap(c.First)-begin)
		c.First, c.Second = c.First[:begin+n], c.Second[:begin+n]
		copy(c.Second[begin:], seconds)
		for i := range c.First[begin:] {
			c.First[begin+i] = first
		}
		if seconds = seconds[n:]; len(c.First) == cap(c.First) && !f.pass() {
			return
		}
	}
}

// spread puts the pairs of the block into columns.
func (f *Finder) spread() {
	for pairs := f.block; len(pairs) > 0; {
		c := &f.chunk
		begin := len(c.First)
		n := min(len(pairs), cap(c.First)-begin)
		c.First, c.Second = c.First[:begin+n], c.Second[:begin+n]
		for i, p := range pairs[:n] {
			c.First[begin+i], c.Second[begin+i] = pointjoin.Rows(p)
		}
		if pairs = pairs[n:]; len(c.First) == cap(c.First) && !f.pass() {
			break
		}
	}
	f.block = f.block[:0]
}

// pass hands over what is in columns; false: no more is wanted.
func (f *Finder) pass() bool {
	if n := len(f.chunk.First); n > 0 && !f.over {
		f.Stats.Pairs += uint64(n)
		memory, more := f.hand(f.chunk)
		f.reuse(memory)
		f.over = !more
	}
	return !f.over
}

// again makes room for n pairs in a block that is used again and again.
func (f *Finder) again(n int) bool {
	if f.spread(); cap(f.block) < n {
		f.block = make([]pointjoin.Pair, 0, max(n, chunkPairs))
	}
	return !f.over
}
