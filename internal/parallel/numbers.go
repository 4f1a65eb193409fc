package parallel

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// Numbers deals out the numbers below one, in order and each once, to goroutines that share
// a loop, as they ask for more.
type Numbers struct {
	n    int64
	next atomic.Int64
}

// NewNumbers returns a deal of the numbers below n.
func NewNumbers(n int) *Numbers { return &Numbers{n: int64(n)} }

// Until yields the numbers that the calling goroutine gets, until none is left or ctx is
// done.
func (d *Numbers) Until(ctx context.Context) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := d.next.Add(1) - 1; i < d.n && ctx.Err() == nil && yield(int(i)); i = d.next.Add(1) - 1 {
		}
	}
}

// Each calls f with each number below n on up to threads goroutines, and returns once all
// have ended. Once ctx is done, no further number is begun. thread, below threads, tells
// apart calls that run at once.
func Each(ctx context.Context, n, threads int, f func(thread, i int)) {
	numbers := NewNumbers(n)
	var wg sync.WaitGroup
	for thread := range min(threads, n) {
		wg.Go(func() {
			for i := range numbers.Until(ctx) {
				f(thread, i)
			}
		})
	}
	wg.Wait()
}
