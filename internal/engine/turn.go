package engine

import (
	"context"
	"iter"
)

// Turn lets one search at a time use a database, until the database is closed.
type Turn struct {
	token  chan struct{} // holds an item while no search has the turn
	closed error         // the error once the database is closed
	open   context.Context
	close  context.CancelFunc
}

// NewTurn returns the turn of an open database. closed is the error of Take once the database is closed.
func NewTurn(closed error) *Turn {
	t := &Turn{token: make(chan struct{}, 1), closed: closed}
	t.open, t.close = context.WithCancel(context.Background())
	t.token <- struct{}{}
	return t
}

// Take waits for the turn, which Give gives back. It fails with the error of ctx, and where the database is closed.
func (t *Turn) Take(ctx context.Context) error {
	select {
	case <-t.token:
	case <-ctx.Done():
		return ctx.Err()
	}
	if t.Closed() {
		t.Give()
		return t.closed
	}
	return nil
}

// Give gives the turn back.
func (t *Turn) Give() { t.token <- struct{}{} }

// Closed reports whether the database is closed.
func (t *Turn) Closed() bool { return t.open.Err() != nil }

// Close ends running streams, and waits for the turn, which the caller then has. It reports whether the database was open.
func (t *Turn) Close() (first bool) {
	first = !t.Closed()
	t.close()
	<-t.token
	return first
}

// delivery is a part of a search's result, or the error that ended the search.
type delivery[T any] struct {
	found T
	err   error
}

// During yields the results of a search, which has the turn until it ends. Closing the database cancels the search: its error is then the
// turn's. A part is good until the next is asked for.
func During[T any](ctx context.Context, t *Turn, search func(context.Context) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if err := t.Take(ctx); err != nil {
			yield(*new(T), err)
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		defer context.AfterFunc(t.open, cancel)()
		parts, taken := make(chan delivery[T]), make(chan struct{})
		go hand(ctx, t, search(ctx), parts, taken)
		defer func() {
			cancel()
			for range parts { // until the turn is given back
			}
		}()
		for p := range parts {
			if p.err != nil && t.Closed() {
				p.err = t.closed
			}
			if !yield(p.found, p.err) || p.err != nil {
				return
			}
			select {
			case taken <- struct{}{}:
			case <-ctx.Done():
			}
		}
	}
}

// hand hands over a search's results, part by part, and then gives the turn back, before the error that ended the search, if any:
// the consumer may be waiting for the turn.
func hand[T any](ctx context.Context, t *Turn, found iter.Seq2[T, error], parts chan<- delivery[T], taken <-chan struct{}) {
	defer close(parts)
	var failed error
	for p, err := range found {
		if err == nil {
			err = ctx.Err()
		}
		if failed = err; err != nil {
			break
		}
		select {
		case parts <- delivery[T]{found: p}:
		case <-ctx.Done():
		}
		select {
		case <-taken:
		case <-ctx.Done():
		}
	}
	t.Give()
	if failed != nil {
		parts <- delivery[T]{err: failed}
	}
}
