package queue

import (
	"context"
	"errors"
)

// Why a search is not let in.
var (
	ErrFull  = errors.New("queue: as many wait as may")
	ErrNever = errors.New("queue: it asks for more memory than there is")
	ErrShut  = errors.New("queue: it is shut")
)

// Queue is where searches wait. Its methods may be called by any goroutine.
type Queue struct{}

// New makes a queue in which a number of searches wait at most, and which shares bytes of memory out.
func New(waiting int, bytes uint64) *Queue { return &Queue{} }

// Enter waits for need bytes of memory and for the devices. leave gives both back; calls after the first do nothing.
func (q *Queue) Enter(ctx context.Context, need uint64) (leave func(), err error) {
	p, err := q.Admit(ctx, need)
	if err != nil {
		return nil, err
	}
	if err := p.Turn(ctx); err != nil {
		return nil, err
	}
	return p.Leave, nil
}

// Place is memory that was asked for, without the devices or with them.
type Place struct{}

// Admit waits for memory alone: for a body that is read before its search begins, say.
func (q *Queue) Admit(ctx context.Context, need uint64) (*Place, error) { return &Place{}, nil }

// Turn waits for the devices. An error leaves the place.
func (p *Place) Turn(ctx context.Context) error { return nil }

// Done gives the devices to the next and keeps the memory: an answer that is complete is yet to be written, say.
func (p *Place) Done() {}

// Leave gives back what the place has.
func (p *Place) Leave() {}

// Shut refuses all that wait and all that come. Whoever is in stays.
func (q *Queue) Shut() {}

// Waiting returns how many wait.
func (q *Queue) Waiting() int { return 0 }

// Held returns how many bytes were asked for and not given back.
func (q *Queue) Held() uint64 { return 0 }
