package parallel

import (
	"sync"
	"sync/atomic"
)

// Tally reports to a progress function, never twice at once, how much of a total is done. A
// goroutine that finds it busy goes on working, except the one that does the last item: the end
// is always reported.
type Tally struct {
	tell  func(done, total float64)
	total int
	done  atomic.Int64
	busy  sync.Mutex
}

// NewTally returns a tally with nothing done. tell may be nil.
func NewTally(tell func(done, total float64), total int) *Tally {
	return &Tally{tell: tell, total: total}
}

// Add counts n more.
func (t *Tally) Add(n int) {
	done := t.done.Add(int64(n))
	switch {
	case t.tell == nil:
		return
	case done == int64(t.total):
		t.busy.Lock()
	case !t.busy.TryLock():
		return
	}
	defer t.busy.Unlock()
	t.tell(float64(t.done.Load()), float64(t.total))
}
