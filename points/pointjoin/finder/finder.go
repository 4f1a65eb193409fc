package finder

import (
	"context"
	"sync/atomic"

	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/pointjoin"
)

// Blocks of pairs grow from the least to the most.
const (
	leastBlock = 1 << 9
	mostBlock  = 1 << 16
	pairBytes  = 8
)

// Finder takes what one goroutine finds: pairs, or counts of them.
type Finder struct {
	// Stats counts what the method does, but for Pairs, which the driver counts.
	Stats pointjoin.Stats
	// Own is what the method keeps from one of the goroutine's tasks to the next.
	Own any

	ctx       context.Context
	threshold pointjoin.Threshold
	self      bool
	counts    []uint32 // by row; nil: pairs are wanted
	budget    *memory.Budget
	task      int
	begun     int // of the block: where the task's pairs begin
	block     []pointjoin.Pair
	segments  []Segment
	over      bool
	hand      Hand         // takes pairs over; nil: they are kept, in segments
	chunk     points.Pairs // that is to be handed over next
}

// A Segment is pairs of one task.
type Segment struct {
	Task  int
	Pairs []pointjoin.Pair
}

// NewFinder returns a finder of the pairs of a work, whose memory is taken from a budget; nil for
// one without an end.
func NewFinder(ctx context.Context, w pointjoin.Work, budget *memory.Budget) *Finder {
	return &Finder{ctx: ctx, threshold: w.Threshold, self: w.Self(), budget: budget}
}

// NewCounter returns a finder that adds what is found to counts, which others may add to at once.
func NewCounter(ctx context.Context, w pointjoin.Work, counts []uint32) *Finder {
	return &Finder{ctx: ctx, threshold: w.Threshold, self: w.Self(), counts: counts}
}

// Counting reports whether only counts are wanted. Add is for that; Pair does either.
func (f *Finder) Counting() bool { return f.counts != nil }

// Stopped reports whether what is still found is not wanted: the memory for pairs is used up, or
// the work was cancelled. A task that takes long asks now and then, and returns.
func (f *Finder) Stopped() bool {
	return f.over || f.ctx.Err() != nil || f.budget != nil && f.budget.Taken() > f.budget.Most()
}

// Within decides a pair, and counts it as a candidate that float64 decided, and an exact one if it is.
func (f *Finder) Within(p, q []float64) bool {
	f.Stats.Candidates++
	f.Stats.Float64++
	within, certain := f.threshold.Judge(p, q)
	if !certain {
		return f.Settle(p, q)
	}
	return within
}

// Settle decides a borderline pair exactly, and counts it so.
func (f *Finder) Settle(p, q []float64) bool {
	f.Stats.Exact++
	return f.threshold.Settle(p, q)
}

// Pair takes a pair of rows: a query's and a resident point's, or in a self-join two in any order.
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

// AddAlone is Add of a row that nobody else adds to.
func (f *Finder) AddAlone(row, n uint32) {
	f.Stats.Pairs += uint64(n)
	f.counts[row] += n
}

// Room returns memory for n pairs or more, of which the first are to be filled before Took. They are
// for the method to be put in the order of rows. nil: there is no more memory.
func (f *Finder) Room(n int) []pointjoin.Pair {
	if cap(f.block)-len(f.block) < n && !f.grow(n) {
		return nil
	}
	return f.block[len(f.block):cap(f.block)]
}

// Take takes memory of the method's own for pairs that are not in order yet; false: there is no more.
func (f *Finder) Take(bytes uint64) bool {
	if f.budget.Take(bytes) != nil {
		f.over = true
	}
	return !f.over
}

// TakeSome is Take, but that what there is no memory for may be done in parts: nothing is over then.
func (f *Finder) TakeSome(bytes uint64) bool { return f.budget.TakeWithin(bytes) }

// Took says how many pairs were put into Room.
func (f *Finder) Took(n int) { f.block = f.block[:len(f.block)+n] }

// grow begins a new block with room for n pairs.
func (f *Finder) grow(n int) bool {
	if f.hand != nil {
		return f.again(n)
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

// Begin says which task the pairs to come belong to.
func (f *Finder) Begin(task int) {
	f.cut()
	f.task = task
}

// Finish ends a task: what is to be handed over is.
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

// End returns the pairs of all tasks that were not handed over; over says that some are missing, for want of memory or
// because no more were wanted.
func (f *Finder) End() (segments []Segment, over bool) {
	f.cut()
	return f.segments, f.over
}
