package parallel

import (
	"sync"
	"sync/atomic"
)

// Tally tells a progress function, never twice at once, how much of a total is
// done. A goroutine that finds it busy goes on working, but for the one that does the last: the
// end is told.
type Tally struct {
	tell  func(done, total float64)
	total int
	done  atomic.Int64
	busy  sync.Mutex
}

// NewTally returns a tally of nothing done. tell may be nil.
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
