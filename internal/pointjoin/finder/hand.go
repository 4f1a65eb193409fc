package finder

import (
	"flyby/internal/pointjoin"
	"flyby/points"
)

const (
	// chunkPairs is the greatest number of pairs that are handed over at a time.
	chunkPairs = 1 << 14
	// step is the number of rows that are copied at once, where the last ones may be garbage: chunks have capacity for
	// them.
	step = 16
	part = 4 // number of rows that are moved without a call
)

// A Hand takes pairs, in columns, and returns memory for the next ones, or none; more is false if no more are wanted.
type Hand func(points.Pairs) (memory points.Pairs, more bool)

// HandOver makes a finder hand over the pairs of the tasks to come, in the order in which they are found, and keep
// none: it hands over a chunk that is full, and at the end of a task the rest.
func (f *Finder) HandOver(hand Hand) {
	if f.cut(); f.hand == nil {
		f.block, f.begun = nil, 0 // segments own its memory
	}
	f.hand = hand
	f.reuse(f.chunk)
}

// reuse begins a chunk in memory, or in new memory.
func (f *Finder) reuse(memory points.Pairs) {
	if memory.First == nil {
		memory = points.Pairs{First: make([]uint32, 0, chunkPairs+step), Second: make([]uint32, 0, chunkPairs+step)}
	}
	f.chunk.First, f.chunk.Second = memory.First[:0], memory.Second[:0]
}

// HandsOver reports whether pairs are handed over. A method must not fail for lack of memory then.
func (f *Finder) HandsOver() bool { return f.hand != nil }

// List takes the pairs of a row with others, in their order. It is fastest where seconds has spare capacity.
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

// add puts the pairs of a row with others into the columns, and hands over the columns when they are full.
func (f *Finder) add(first uint32, seconds []uint32) {
	for len(seconds) > 0 {
		begin, n := f.extend(len(seconds))
		copyRows(f.chunk.Second[begin:begin+n], seconds)
		fillRows(f.chunk.First[begin:begin+n], first)
		if seconds = seconds[n:]; !f.open() {
			return
		}
	}
}

// spread moves the pairs of the block into the columns.
func (f *Finder) spread() {
	for pairs := f.block; len(pairs) > 0; {
		begin, n := f.extend(len(pairs))
		first, second := f.chunk.First[begin:begin+n], f.chunk.Second[begin:begin+n]
		for i, p := range pairs[:n] {
			first[i], second[i] = pointjoin.Rows(p)
		}
		if pairs = pairs[n:]; !f.open() {
			break
		}
	}
	f.block = f.block[:0]
}

// extend extends the columns by up to n pairs, from begin on.
func (f *Finder) extend(n int) (begin, more int) {
	c := &f.chunk
	begin = len(c.First)
	end := min(begin+n, chunkPairs)
	c.First, c.Second = c.First[:end], c.Second[:end]
	return begin, end - begin
}

// open hands over the columns if they are full; it returns false if no more are wanted.
func (f *Finder) open() bool { return len(f.chunk.First) < chunkPairs || f.pass() }

// copyRows copies len(to) rows; few of them in whole steps, where both slices have capacity behind them.
func copyRows(to, from []uint32) {
	if n := len(to); n > step || cap(from) < step || cap(to) < step {
		copy(to, from)
		return
	}
	a, b := (*[step]uint32)(to[:step]), (*[step]uint32)(from[:step])
	for at := 0; at < step; at += part {
		*(*[part]uint32)(a[at : at+part]) = *(*[part]uint32)(b[at : at+part])
	}
}

// fillRows sets all elements to row, several at a time where there is capacity behind them.
func fillRows(to []uint32, row uint32) {
	all := [part]uint32{row, row, row, row}
	for at := 0; at < len(to); at += part {
		if at+part > cap(to) {
			copy(to[at:], all[:])
			return
		}
		*(*[part]uint32)(to[at : at+part]) = all
	}
}

// pass hands over the columns; it returns false if no more are wanted.
func (f *Finder) pass() bool {
	if n := len(f.chunk.First); n > 0 && !f.over {
		f.Stats.Pairs += uint64(n)
		memory, more := f.hand(f.chunk)
		f.reuse(memory)
		f.over = !more
	}
	return !f.over
}

// reuseBlock makes room for n pairs in a block that is reused.
func (f *Finder) reuseBlock(n int) bool {
	if f.spread(); cap(f.block) < n {
		f.block = make([]pointjoin.Pair, 0, max(n, chunkPairs))
	}
	return !f.over
}
