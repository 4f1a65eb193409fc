package parallel

import (
	"context"
	"iter"
	"sync/atomic"
)

// Portions deals out the numbers below one, each once, to goroutines that share a loop: a
// goroutine first gets the numbers of its own portion, which are consecutive, and then
// numbers left in the others' portions.
type Portions struct {
	n    int
	next []padded // by portion: the next number, counted from its first
}

// padded keeps counters off each other's cache lines.
type padded struct {
	atomic.Int64
	_ [56]byte
}

// NewPortions returns a deal of the numbers below n to a number of goroutines.
func NewPortions(n, goroutines int) *Portions {
	return &Portions{n, make([]padded, goroutines)}
}

// Until yields numbers to the goroutine of a number, below the number of goroutines, until
// none is left or ctx is done.
func (p *Portions) Until(ctx context.Context, goroutine int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range p.next {
			k := (goroutine + i) % len(p.next)
			first, last := p.n*k/len(p.next), p.n*(k+1)/len(p.next)
			for first+int(p.next[k].Load()) < last {
				at := first + int(p.next[k].Add(1)) - 1
				if at >= last {
					break
				}
				if ctx.Err() != nil || !yield(at) {
					return
				}
			}
		}
	}
}
