// Package push makes iterators of functions that give their items to a callback.
package push

import (
	"errors"
	"iter"
)

// errStopped is what give of Seq returns once the loop over the iterator has ended.
var errStopped = errors.New("push: the loop has ended")

// Seq returns an iterator over the items that run gives, one at a time and one call after the other, and the error that run
// returns. After the loop has ended it yields nothing more, whatever run gives and whatever error it returns then: an error
// alone does not tell, since a context that is cancelled meanwhile has a cause of its own, which run may return in place of
// errStopped.
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
