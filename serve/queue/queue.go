package queue

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Why a search is not let in.
var (
	ErrFull  = errors.New("queue: as many wait as may")
	ErrNever = errors.New("queue: it asks for more memory than there is")
	ErrShut  = errors.New("queue: it is shut")
)

// Queue is where searches wait. Its methods may be called by any goroutine.
//
// It has two lines: one for memory, and one for the devices. Nobody overtakes in either, so that who needs much is not passed over for ever. Who
// waits for memory has nothing that another waits for, and so they never wait for one another.
type Queue struct {
	waiting int    // at most, in both lines
	bytes   uint64 // in all

	lock    sync.Mutex
	memory  []*Place // that wait for it, in order of arrival
	devices []*Place // that have memory and wait for the devices, in order of arrival
	free    uint64   // bytes
	busy    bool     // a search is on the devices
	shut    bool
}

// New makes a queue in which a number of searches wait at most, and which gives bytes of memory out.
func New(waiting int, bytes uint64) *Queue {
	return &Queue{waiting: waiting, bytes: bytes, free: bytes}
}

// Enter waits for need bytes of memory and for the devices. leave gives both back; calls after the first do nothing. The error is ErrFull, ErrNever,
// ErrShut or the cause of the context's end.
func (q *Queue) Enter(ctx context.Context, need uint64) (leave func(), err error) {
	p, err := q.admit(ctx, need, true)
	if err != nil {
		return nil, err
	}
	return p.Leave, nil
}

// Admit waits for memory alone: for a body that is read before its search begins, say. Errors are as with Enter.
func (q *Queue) Admit(ctx context.Context, need uint64) (*Place, error) {
	return q.admit(ctx, need, false)
}

// admit waits for memory, and for the devices too where search says so.
func (q *Queue) admit(ctx context.Context, need uint64, search bool) (*Place, error) {
	p := &Place{queue: q, need: need, search: search}
	err := q.wait(ctx, p, func() error {
		if need > q.bytes {
			return ErrNever
		}
		q.memory = append(q.memory, p)
		return nil
	})
	if err != nil {
		p.Leave() // it may have memory, and wait for the devices
		return nil, err
	}
	return p, nil
}

// wait has a place stand in line, and waits until it has what it stands there for.
func (q *Queue) wait(ctx context.Context, p *Place, stand func() error) error {
	if err := q.begin(ctx, p, stand); err != nil {
		return err
	}
	select {
	case <-p.ready:
		return p.refused
	case <-ctx.Done():
	}
	q.lock.Lock()
	defer q.lock.Unlock()
	if !q.waits(p) { // it got what it waited for, or was refused, in this moment
		return p.refused
	}
	q.remove(p)
	return context.Cause(ctx)
}

// begin has a place stand in line, unless the line is too long, and lets in who can be.
func (q *Queue) begin(ctx context.Context, p *Place, stand func() error) error {
	q.lock.Lock()
	defer q.lock.Unlock()
	if q.shut {
		return ErrShut
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.ready = make(chan struct{})
	if err := stand(); err != nil {
		return err
	}
	q.advance()
	if q.waits(p) && len(q.memory)+len(q.devices) > q.waiting {
		q.remove(p)
		return ErrFull
	}
	return nil
}

// waits reports whether a place stands in a line.
func (q *Queue) waits(p *Place) bool {
	return slices.Contains(q.memory, p) || slices.Contains(q.devices, p)
}

// remove takes a place out of its line. Who stood behind it may fit now.
func (q *Queue) remove(p *Place) {
	other := func(o *Place) bool { return o == p }
	q.memory, q.devices = slices.DeleteFunc(q.memory, other), slices.DeleteFunc(q.devices, other)
	q.advance()
}

// advance lets in who can be.
func (q *Queue) advance() {
	for len(q.memory) > 0 && q.memory[0].need <= q.free {
		p := q.memory[0]
		q.memory = slices.Delete(q.memory, 0, 1)
		q.free -= p.need
		p.admitted = true
		if p.search {
			q.devices = append(q.devices, p)
		} else {
			close(p.ready)
		}
	}
	if !q.busy && len(q.devices) > 0 {
		p := q.devices[0]
		q.devices = slices.Delete(q.devices, 0, 1)
		q.busy, p.searching = true, true
		close(p.ready)
	}
}

// Shut refuses all that wait and all that come. Whoever is in stays.
func (q *Queue) Shut() {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.shut = true
	for _, p := range slices.Concat(q.memory, q.devices) {
		p.refused = ErrShut
		close(p.ready)
	}
	q.memory, q.devices = nil, nil
}

// Waiting returns how many wait.
func (q *Queue) Waiting() int {
	q.lock.Lock()
	defer q.lock.Unlock()
	return len(q.memory) + len(q.devices)
}

// Held returns how many bytes were given out and have not come back.
func (q *Queue) Held() uint64 {
	q.lock.Lock()
	defer q.lock.Unlock()
	return q.bytes - q.free
}
