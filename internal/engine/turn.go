package engine

import "context"

// Turn lets one search at a time have a database, until that is closed.
type Turn struct {
	token  chan struct{} // is here while nobody searches
	closed error         // what is said once the database is closed
	open   context.Context
	close  context.CancelFunc
}

// NewTurn returns the turn of a database that is open. closed is the error of a turn that is
// asked for later than that.
func NewTurn(closed error) *Turn {
	t := &Turn{token: make(chan struct{}, 1), closed: closed}
	t.open, t.close = context.WithCancel(context.Background())
	t.token <- struct{}{}
	return t
}

// Take waits for the turn, which Give gives back. It fails with the error of
// ctx, and where the database is closed.
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

// Close ends streams that are on, and waits for the turn, which is the caller's then. It reports
// whether the database was open.
func (t *Turn) Close() (first bool) {
	first = !t.Closed()
	t.close()
	<-t.token
	return first
}
