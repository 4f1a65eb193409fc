package format

import (
	"errors"
	"sync"
)

var errAbandoned = errors.New("format: writing was given up")

// ordered runs jobs in parallel. consume gets their results one at a time, in the order in
// which the jobs were handed to do.
type ordered[T any] struct {
	queue chan chan result[T]
	done  chan struct{}
	mu    sync.Mutex
	err   error
}

type result[T any] struct {
	value T
	err   error
}

// newOrdered allows limit jobs in flight. After an error results are thrown away.
func newOrdered[T any](limit int, consume func(T) error) *ordered[T] {
	o := &ordered[T]{queue: make(chan chan result[T], max(0, limit-1)), done: make(chan struct{})}
	go func() {
		defer close(o.done)
		for c := range o.queue {
			r := <-c
			if r.err == nil && o.failed() == nil {
				r.err = consume(r.value)
			}
			o.fail(r.err)
		}
	}()
	return o
}

// do starts a job as soon as there is room for it. The error is the first so far.
func (o *ordered[T]) do(job func() (T, error)) error {
	c := make(chan result[T], 1)
	o.queue <- c
	go func() {
		v, err := job()
		c <- result[T]{v, err}
	}()
	return o.failed()
}

// wait ends it all and returns the first error.
func (o *ordered[T]) wait() error {
	close(o.queue)
	<-o.done
	return o.failed()
}

// abandon is wait without the results that are not consumed yet.
func (o *ordered[T]) abandon() {
	o.fail(errAbandoned)
	o.wait() //nolint:errcheck // errAbandoned
}

func (o *ordered[T]) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

func (o *ordered[T]) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.err = err
	}
}
