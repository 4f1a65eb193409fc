package parallel

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

// Pool is a worker pool: threads for short jobs, one after the other. A sleeping
// core takes 100 µs to begin a goroutine, so the threads spin for the next job for
// a while before they end, and the caller never waits for a thread that has not
// begun. Of two goroutines that use a pool at once, one works alone. A pool need
// not be closed.
type Pool struct {
	workers int // beside the caller
	alive   atomic.Int32
	job     atomic.Pointer[job]
	taken   atomic.Bool // a Run is in progress
}

// linger is how long a worker spins for work.
const linger = 200 * time.Microsecond

// NewPool returns a pool of the caller and threads-1 others; in all no more than there
// are cores.
func NewPool(threads int) *Pool {
	return &Pool{workers: max(0, min(threads, runtime.GOMAXPROCS(0))-1)}
}

// Threads returns the number of threads, the caller's included.
func (p *Pool) Threads() int { return p.workers + 1 }

// Wake starts the workers for work that is about to come.
func (p *Pool) Wake() {
	for n := p.alive.Load(); n < int32(p.workers); n = p.alive.Load() {
		if p.alive.CompareAndSwap(n, n+1) {
			go p.serve()
		}
	}
}

// Run calls work on every thread that comes in time, the caller's among them,
// with numbers below Threads that tell them apart. It returns once all have
// returned. work must share its items out as the threads ask for them.
func (p *Pool) Run(work func(thread int)) {
	if p.workers == 0 || !p.taken.CompareAndSwap(false, true) {
		work(0)
		return
	}
	defer p.taken.Store(false)
	j := &job{work: work, done: make(chan struct{}, 1)}
	p.job.Store(j)
	p.Wake()
	work(0)
	p.job.Store(nil)
	j.finish()
}

// Each calls f with each number below n.
func (p *Pool) Each(n int, f func(i int)) {
	numbers := NewNumbers(n)
	work := func(int) {
		for i := range numbers.Until(context.Background()) {
			f(i)
		}
	}
	if n < 2 {
		work(0)
		return
	}
	p.Run(work)
}

// serve is the loop of a worker.
func (p *Pool) serve() {
	for last := p.await(nil); last != nil; last = p.await(last) {
		last.help(p.workers)
	}
}

// await returns the next job, nil if none comes for a while.
func (p *Pool) await(last *job) *job {
	for begun := time.Now(); time.Since(begun) < linger; {
		for range 64 {
			if j := p.job.Load(); j != nil && j != last {
				return j
			}
		}
	}
	p.alive.Add(-1)
	return nil
}

// job is one call of Run.
type job struct {
	work    func(thread int)
	tickets atomic.Int32  // threads that have come, beside the caller
	busy    atomic.Int64  // threads among them still at work; less than 0 once no thread may begin
	done    chan struct{} // receives from the last of them if the caller has gone to sleep
}

// over is added to busy once no thread may begin.
const over = -1 << 40

// help works on the job, unless it is over or enough other threads do.
func (j *job) help(most int) {
	for busy := j.busy.Load(); ; busy = j.busy.Load() {
		if busy < 0 {
			return
		}
		if j.busy.CompareAndSwap(busy, busy+1) {
			break
		}
	}
	if thread := int(j.tickets.Add(1)); thread <= most {
		j.work(thread)
	}
	if j.busy.Add(-1) == over {
		j.done <- struct{}{}
	}
}

// finish waits for the threads at work; for a while without sleeping.
func (j *job) finish() {
	if j.busy.Add(over) == over {
		return
	}
	for begun := time.Now(); time.Since(begun) < linger; {
		for range 64 {
			if j.busy.Load() == over {
				return
			}
		}
	}
	<-j.done
}
