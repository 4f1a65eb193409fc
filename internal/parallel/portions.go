package parallel

import (
	"context"
	"iter"
	"sync/atomic"
)

// Portions deals out the numbers below one, each once, to goroutines that share a loop: to
// each those of its own portion first, which follow each other, and then what is left of the
// others'.
type Portions struct {
	n    int
	next []padded // of each portion, counted from its first number
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

// Until yields the numbers that a goroutine gets, of those below the number of goroutines,
// until none is left or ctx is done.
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
