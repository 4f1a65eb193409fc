// Package pushtest tests iterators for the contract of package iter: nothing is yielded after yield has returned false, whichever
// goroutine produces it. Its tests belong under the race detector, which finds two goroutines that yield at once.
package pushtest

import (
	"context"
	"errors"
	"iter"
	"testing"
)

// Stops2 wants the loop over an iterator, which fresh makes anew for each loop, to end where it is stopped: at each item in turn,
// by the loop itself, and while the context of the iterator is cancelled with a cause. An error that is the second value of an
// item must be the last. There must be least items or more.
func Stops2[K, V any](t *testing.T, least int, fresh func(context.Context) iter.Seq2[K, V]) {
	t.Helper()
	stops(t, least, func(ctx context.Context, l *loop) {
		fresh(ctx)(func(_ K, v V) bool {
			err, _ := any(v).(error)
			return l.take(err)
		})
	})
}

// Stops is Stops2 for iterators of single values.
func Stops[V any](t *testing.T, least int, fresh func(context.Context) iter.Seq[V]) {
	t.Helper()
	stops(t, least, func(ctx context.Context, l *loop) {
		fresh(ctx)(func(V) bool { return l.take(nil) })
	})
}

// errCause is the cause of cancelled contexts: neither context.Canceled nor an error that an iterator knows.
var errCause = errors.New("pushtest: cancelled")

// loop records a loop over an iterator. Its fields are plain, so that the race detector sees items that come at once.
type loop struct {
	at     int    // the number of the item at which the loop acts, from 1
	cancel func() // called at that item; nil: nothing
	stop   bool   // whether the loop is stopped at that item

	items, late int
	ended       bool
}

// take takes an item, and reports whether more are wanted.
func (l *loop) take(err error) (more bool) {
	if l.ended {
		l.late++
		return false
	}
	if l.items++; l.items == l.at {
		if l.cancel != nil {
			l.cancel()
		}
		l.ended = l.stop
	}
	last := l.ended
	l.ended = l.ended || err != nil
	return !last
}

// stops runs loops that are stopped, or whose context is cancelled, at each item.
func stops(t *testing.T, least int, run func(context.Context, *loop)) {
	t.Helper()
	var loops []*loop
	one := func(l *loop, cancelled bool) {
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		if cancelled {
			l.cancel = func() { cancel(errCause) }
		}
		run(ctx, l)
		l.ended = true
		loops = append(loops, l)
	}
	whole := &loop{}
	if one(whole, false); whole.items < least {
		t.Fatalf("%d items, want %d at least", whole.items, least)
	}
	for at := 1; at <= whole.items; at++ {
		one(&loop{at: at, stop: true}, false)
		one(&loop{at: at, stop: true}, true)
		one(&loop{at: at}, true)
	}
	for _, l := range loops {
		if l.late > 0 {
			t.Errorf("stopped: %t, cancelled: %t at item %d of about %d: %d more came once the loop had ended", l.stop, l.cancel != nil, l.at, whole.items, l.late)
		}
	}
}
