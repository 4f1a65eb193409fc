package engine

import (
	"context"
	"errors"
)

// ErrClosed says that a database was closed before.
var ErrClosed = errors.New("flyby: the database is closed")

// Turn lets one search at a time have a database, until that is closed.
type Turn struct {
	token chan struct{} // is here while nobody searches
	open  context.Context
	close context.CancelFunc
}

// NewTurn returns the turn of a database that is open.
func NewTurn() *Turn {
	t := &Turn{token: make(chan struct{}, 1)}
	t.open, t.close = context.WithCancel(context.Background())
	t.token <- struct{}{}
	return t
}

// Take waits for the turn, which Give gives back. It fails with ErrClosed, or with the error
// of ctx.
func (t *Turn) Take(ctx context.Context) error {
	select {
	case <-t.token:
	case <-ctx.Done():
		return ctx.Err()
	}
	if t.Closed() {
		t.Give()
		return ErrClosed
	}
	return nil
}

// Give gives the turn back.
func (t *Turn) Give() { t.token <- struct{}{} }

// Closed reports whether the database is closed.
func (t *Turn) Closed() bool { return t.open.Err() != nil }

// Close ends streams that are on, and waits for the turn, which is the caller's then. It reports
// whether the database was open.
func (t *Turn) Close() (first bool) {
	first = !t.Closed()
	t.close()
	<-t.token
	return first
}
