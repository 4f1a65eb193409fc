package memory

import (
	"errors"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// TestBudget: takes succeed up to the budget, and not beyond.
func TestBudget(t *testing.T) {
	var endless *Budget
	if err := endless.Take(1 << 60); err != nil {
		t.Errorf("no budget: %v", err)
	}
	b := NewBudget(10)
	if !endless.TakeWithin(1<<60) || b.TakeWithin(11) || b.TakeWithin(math.MaxUint64) || b.Taken() != 0 {
		t.Errorf("more than there is was taken: %d", b.Taken())
	}
	for i, want := range []error{nil, nil, ErrOver, ErrOver} {
		if err := b.Take(5); !errors.Is(err, want) {
			t.Errorf("taken %d times: %v, want %v", i+1, err, want)
		}
	}
	if b.Taken() != 20 || b.Most() != 10 || b.TakeWithin(0) {
		t.Errorf("%d of %d taken, want 20 of 10", b.Taken(), b.Most())
	}
	if b = NewBudget(10); !b.TakeWithin(4) || b.TakeWithin(7) || !b.TakeWithin(6) || b.Taken() != 10 {
		t.Errorf("%d of 10 taken, want 4 and 6, not 7", b.Taken())
	}
}

// TestHeld: a block that is allocated and written is held.
func TestHeld(t *testing.T) {
	const n = 64 << 20
	before := Usage()
	block := make([]byte, n)
	for i := range block {
		block[i] = 1
	}
	if after := Usage(); after < before+n*9/10 {
		t.Errorf("%d bytes held, with %d more %d", before, n, after)
	}
	runtime.KeepAlive(block)
}

// TestTakeWithinAtOnce: goroutines that take the rest never take more than there is, nor less than would fit.
func TestTakeWithinAtOnce(t *testing.T) {
	const most, each = 1000, 3
	b := NewBudget(most)
	var taken atomic.Uint64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for b.TakeWithin(each) {
				taken.Add(each)
			}
		})
	}
	wg.Wait()
	if taken.Load() != most/each*each || b.Taken() != taken.Load() {
		t.Errorf("%d taken, %d counted, of %d", taken.Load(), b.Taken(), most)
	}
}
