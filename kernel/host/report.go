package host

import (
	"sync"
	"sync/atomic"
)

// reporter tells a progress function, never twice at once, how many of a
// number of tasks are done. A goroutine that finds it busy goes on working.
type reporter struct {
	tell  func(done, total float64)
	total int
	done  atomic.Int64
	busy  sync.Mutex
}

func newReporter(tell func(done, total float64), total int) *reporter {
	return &reporter{tell: tell, total: total}
}

// step counts one task.
func (r *reporter) step() {
	r.done.Add(1)
	if r.tell == nil || !r.busy.TryLock() {
		return
	}
	defer r.busy.Unlock()
	r.tell(float64(r.done.Load()), float64(r.total))
}
