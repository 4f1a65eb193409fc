package push_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"

	"flyby/internal/push"
	"flyby/internal/testing/pushtest"
)

// deaf passes the numbers below n to give whatever it returns, and ends with the cause of the context, or with an
// error.
func deaf(ctx context.Context, n int, err error) iter.Seq2[int, error] {
	return push.Seq(func(give func(int) error) error {
		for i := range n {
			give(i) //nolint:errcheck // ignored, which the iterator must bear
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	})
}

// TestSeqStops: nothing is yielded once the loop has ended, even where the producer goes on and then fails.
func TestSeqStops(t *testing.T) {
	for _, err := range []error{nil, errors.New("full")} {
		pushtest.Stops2(t, 4, func(ctx context.Context) iter.Seq2[int, error] { return deaf(ctx, 4, err) })
	}
}

// TestSeq: the items come in order, and then the error.
func TestSeq(t *testing.T) {
	full := errors.New("full")
	var got []int
	var last error
	for i, err := range deaf(t.Context(), 3, full) {
		if last = err; err == nil {
			got = append(got, i)
		}
	}
	if !slices.Equal(got, []int{0, 1, 2}) || last != full {
		t.Errorf("%v, %v", got, last)
	}
}

// TestSeqTells: give returns an error at each call after the loop has ended.
func TestSeqTells(t *testing.T) {
	told := 0
	for range push.Seq(func(give func(int) error) error {
		for i := range 5 {
			if give(i) != nil {
				told++
			}
		}
		return nil
	}) {
		break
	}
	if told != 5 {
		t.Errorf("told %d times of 5", told)
	}
}
