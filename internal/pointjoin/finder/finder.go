package finder

import (
	"context"
	"sync/atomic"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// Bounds of the size of a block, which grows from the least to the greatest.
const (
	leastBlock = 1 << 9
	mostBlock  = 1 << 16
	pairBytes  = 8
)

// Finder takes the pairs that one goroutine finds, or counts them.
type Finder struct {
	// Stats counts the work of the method. The driver counts Stats.Pairs.
	Stats points.Stats
	// Own is data that the method keeps between the tasks of one goroutine.
	Own any

	ctx       context.Context
	threshold pointjoin.Threshold
	self      bool
	counts    []uint32 // by row; nil: pairs are wanted
	budget    *memory.Budget
	task      int
	begun     int // where the task's pairs begin in the block
	block     []pointjoin.Pair
	segments  []Segment
	over      bool
	hand      Hand         // takes pairs; nil: they are kept, in segments
	chunk     points.Pairs // the next pairs to hand over
}

// A Segment is pairs of one task.
type Segment struct {
	Task  int
	Pairs []pointjoin.Pair
}

// NewFinder returns a finder of the pairs of a work, whose memory is taken from a budget; a nil budget is unlimited.
func NewFinder(ctx context.Context, w pointjoin.Work, budget *memory.Budget) *Finder {
	return &Finder{ctx: ctx, threshold: w.Threshold, self: w.Self(), budget: budget}
}

// NewCounter returns a finder that adds pairs to counts. Other finders may add to the same counts concurrently.
func NewCounter(ctx context.Context, w pointjoin.Work, counts []uint32) *Finder {
	return &Finder{ctx: ctx, threshold: w.Threshold, self: w.Self(), counts: counts}
}

// Counting reports whether only counts are wanted. Add is for counting; Pair is for both.
func (f *Finder) Counting() bool { return f.counts != nil }

// Stopped reports whether no more pairs are wanted: the memory for pairs is used up, or the work was cancelled. A task
// that takes long checks it now and then, and returns.
func (f *Finder) Stopped() bool {
	return f.over || f.ctx.Err() != nil || f.budget != nil && f.budget.Taken() > f.budget.Most()
}

// Within decides a pair, and counts it as a candidate that reached float64, and where float64 is not certain also as
// one that was decided exactly.
func (f *Finder) Within(p, q []float64) bool {
	f.Stats.Candidates++
	f.Stats.Float64++
	within, certain := f.threshold.Judge(p, q)
	if !certain {
		return f.Settle(p, q)
	}
	return within
}

// Settle decides a borderline pair exactly, and counts it as such.
func (f *Finder) Settle(p, q []float64) bool {
	f.Stats.Exact++
	return f.threshold.Settle(p, q)
}

// Pair takes a pair of rows: of a query and a resident point, or in a self-join of two points in any order.
func (f *Finder) Pair(first, second uint32) {
	switch {
	case f.counts != nil:
		f.Add(first, 1)
		if f.self {
			f.Add(second, 1)
		}
		return
	case f.self && second < first:
		first, second = second, first
	}
	if room := f.Room(1); room != nil {
		room[0] = pointjoin.PairOf(first, second)
		f.Took(1)
	}
}

// Add adds n to the count of a row.
func (f *Finder) Add(row, n uint32) {
	f.Stats.Pairs += uint64(n)
	atomic.AddUint32(&f.counts[row], n)
}

// AddAlone is Add for a row that no other goroutine adds to.
func (f *Finder) AddAlone(row, n uint32) {
	f.Stats.Pairs += uint64(n)
	f.counts[row] += n
}

// Room returns memory for at least n pairs, whose first places the method fills before it calls Took. The method puts
// the rows of a pair in order. Room returns nil if there is no more memory.
func (f *Finder) Room(n int) []pointjoin.Pair {
	if cap(f.block)-len(f.block) < n && !f.grow(n) {
		return nil
	}
	return f.block[len(f.block):cap(f.block)]
}

// Take takes memory from the budget for pairs that the method keeps unordered; it returns false if there is no more.
func (f *Finder) Take(bytes uint64) bool {
	if f.budget.Take(bytes) != nil {
		f.over = true
	}
	return !f.over
}

// TakeSome is Take for memory without which the method can work in parts: it returns false without ending the finder.
func (f *Finder) TakeSome(bytes uint64) bool { return f.budget.TakeWithin(bytes) }

// Took records how many pairs were put into Room.
func (f *Finder) Took(n int) { f.block = f.block[:len(f.block)+n] }

// grow begins a new block with room for n pairs.
func (f *Finder) grow(n int) bool {
	if f.hand != nil {
		return f.reuseBlock(n)
	}
	f.cut()
	size := max(n, min(max(leastBlock, 2*cap(f.block)), mostBlock))
	if f.over || f.budget.Take(memory.Of(size, pairBytes)) != nil {
		f.over = true
		return false
	}
	f.block, f.begun = make([]pointjoin.Pair, 0, size), 0
	return true
}

// Begin sets the task of the pairs to come.
func (f *Finder) Begin(task int) {
	f.cut()
	f.task = task
}

// Finish ends a task, and hands over its remaining pairs if pairs are handed over.
func (f *Finder) Finish() { f.cut() }

// cut ends a segment.
func (f *Finder) cut() {
	if f.hand != nil {
		f.spread()
		f.pass()
		return
	}
	if n := len(f.block); n > f.begun {
		f.segments = append(f.segments, Segment{f.task, f.block[f.begun:n:n]})
		f.Stats.Pairs += uint64(n - f.begun)
		f.begun = n
	}
}

// End returns the pairs of all tasks that were not handed over; over says that some are missing, because memory ended
// or no more were wanted.
func (f *Finder) End() (segments []Segment, over bool) {
	f.cut()
	return f.segments, f.over
}
