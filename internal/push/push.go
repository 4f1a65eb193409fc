// Package push turns functions that pass items to a callback into iterators.
package push

import (
	"errors"
	"iter"
)

// errStopped is returned by Seq's callback once the loop over the iterator has ended.
var errStopped = errors.New("push: the loop has ended")

// Seq returns an iterator over the items that run passes to give, one call after the other, and then the error that run
// returns. After the loop has ended it yields nothing more, whatever run passes or returns: the error alone does not show
// that the loop has ended, since a context that is cancelled meanwhile has a cause of its own, which run may return in
// place of errStopped.
func Seq[T any](run func(give func(T) error) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		more := true
		give := func(item T) error {
			if more = more && yield(item, nil); !more {
				return errStopped
			}
			return nil
		}
		if err := run(give); err != nil && more {
			yield(*new(T), err)
		}
	}
}
