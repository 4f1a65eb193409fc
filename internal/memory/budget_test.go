package memory

import (
	"errors"
	"runtime"
	"testing"
)

// TestBudget takes what there is, and more.
func TestBudget(t *testing.T) {
	var endless *Budget
	if err := endless.Take(1 << 60); err != nil {
		t.Errorf("no budget: %v", err)
	}
	b := NewBudget(10)
	for i, want := range []error{nil, nil, ErrOver, ErrOver} {
		if err := b.Take(5); !errors.Is(err, want) {
			t.Errorf("taken %d times: %v, want %v", i+1, err, want)
		}
	}
	if b.Taken() != 20 || b.Most() != 10 {
		t.Errorf("%d of %d taken, want 20 of 10", b.Taken(), b.Most())
	}
}

// TestHeld has memory come to what is held.
func TestHeld(t *testing.T) {
	const n = 64 << 20
	before := Held()
	block := make([]byte, n)
	for i := range block {
		block[i] = 1
	}
	if after := Held(); after < before+n*9/10 {
		t.Errorf("%d bytes held, with %d more %d", before, n, after)
	}
	runtime.KeepAlive(block)
}
