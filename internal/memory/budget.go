package memory

import (
	"errors"
	"sync/atomic"
)

// ErrOver is the error of a Take beyond a Budget.
var ErrOver = errors.New("memory: more than the budget")

// Budget is bytes that some work may take. It is safe for use by several
// goroutines. A nil Budget has no end.
type Budget struct {
	most  uint64
	taken atomic.Uint64
}

// NewBudget returns a budget of some bytes.
func NewBudget(bytes uint64) *Budget { return &Budget{most: bytes} }

// Take takes bytes, or fails with ErrOver; it counts them either way.
func (b *Budget) Take(bytes uint64) error {
	if b != nil && b.taken.Add(bytes) > b.most {
		return ErrOver
	}
	return nil
}

// TakeWithin takes bytes if the budget has as many left, and reports whether it has.
func (b *Budget) TakeWithin(bytes uint64) bool {
	for b != nil {
		taken := b.taken.Load()
		if taken > b.most || bytes > b.most-taken {
			return false
		}
		if b.taken.CompareAndSwap(taken, taken+bytes) {
			break
		}
	}
	return true
}

// Taken returns the bytes that were taken, a failed Take included.
func (b *Budget) Taken() uint64 { return b.taken.Load() }

// Most returns the bytes of the budget.
func (b *Budget) Most() uint64 { return b.most }
