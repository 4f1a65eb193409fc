package engine

import (
	"cmp"
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

// A searchFunc gives the parts of its result, one after another, until give fails.
type searchFunc[T any] func(ctx context.Context, give func(T) error) error

// deliver yields the parts of a search, which has the turn until it ends. Closing the database cancels the search: its error is then the
// turn's. The search goes on while the consumer has a part; done is called with each part that nobody has any more.
func deliver[T any](ctx context.Context, t *Turn, search searchFunc[T], done func(T)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if err := t.Take(ctx); err != nil {
			yield(*new(T), err)
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		defer context.AfterFunc(t.open, cancel)()
		parts := make(chan delivery[T])
		go hand(ctx, t, search, parts, done)
		defer func() {
			cancel()
			for p := range parts { // until the turn is given back
				done(p.found)
			}
		}()
		for p := range parts {
			if p.err != nil && t.Closed() {
				p.err = t.closed
			}
			if !yield(p.found, p.err) || p.err != nil {
				return
			}
			done(p.found)
		}
	}
}

// hand hands over a search's parts, and then gives the turn back, before the error that ended the search, if any: the consumer may be waiting
// for the turn.
func hand[T any](ctx context.Context, t *Turn, search searchFunc[T], parts chan<- delivery[T], done func(T)) {
	defer close(parts)
	err := search(ctx, func(p T) error {
		select {
		case parts <- delivery[T]{found: p}:
			return nil
		case <-ctx.Done():
			done(p)
			return ctx.Err()
		}
	})
	t.Give()
	if err != nil {
		parts <- delivery[T]{err: err}
	}
}

// During yields the results of a search, which has the turn until it ends, as Result.Parts does. A part is good until the next is asked for: the
// search waits meanwhile.
func During[T any](ctx context.Context, t *Turn, search func(context.Context) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		taken := make(chan struct{}, 1)
		inTurn := func(ctx context.Context, give func(T) error) error {
			for p, err := range search(ctx) {
				if err = cmp.Or(err, ctx.Err()); err == nil {
					err = give(p)
				}
				if err != nil {
					return err
				}
				select {
				case <-taken:
				case <-ctx.Done():
				}
			}
			return nil
		}
		deliver(ctx, t, inTurn, func(T) {
			select {
			case taken <- struct{}{}:
			default: // the search has ended
			}
		})(yield)
	}
}
