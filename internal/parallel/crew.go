package parallel

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

// Crew is threads for short pieces of work, one after the other. It takes a
// sleeping core 100 µs to begin a goroutine, so those of a crew look out for
// the next piece for a while before they end, and whoever has work never waits
// for one that has not begun. Of two goroutines that use a crew at once, one
// works alone. It need not be closed.
type Crew struct {
	members int // beside the caller
	alive   atomic.Int32
	job     atomic.Pointer[job]
	taken   atomic.Bool // somebody runs
}

// linger is how long a member looks out for work.
const linger = 200 * time.Microsecond

// NewCrew returns a crew of the caller and threads-1 others; no more in all than there
// are cores.
func NewCrew(threads int) *Crew {
	return &Crew{members: max(0, min(threads, runtime.GOMAXPROCS(0))-1)}
}

// Threads is the number of threads, the caller's included.
func (c *Crew) Threads() int { return c.members + 1 }

// Wake has the members get up for work that is to come soon.
func (c *Crew) Wake() {
	for n := c.alive.Load(); n < int32(c.members); n = c.alive.Load() {
		if c.alive.CompareAndSwap(n, n+1) {
			go c.serve()
		}
	}
}

// Run calls work on every thread that comes in time, the caller's among them,
// with numbers below Threads that tell them apart. It returns once all have
// returned. What there is to do must be shared out as they ask for it.
func (c *Crew) Run(work func(thread int)) {
	if c.members == 0 || !c.taken.CompareAndSwap(false, true) {
		work(0)
		return
	}
	defer c.taken.Store(false)
	j := &job{work: work, done: make(chan struct{}, 1)}
	c.job.Store(j)
	c.Wake()
	work(0)
	c.job.Store(nil)
	j.finish()
}

// Each calls f with each number below n.
func (c *Crew) Each(n int, f func(i int)) {
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
	c.Run(work)
}

// serve is the life of a member.
func (c *Crew) serve() {
	for last := c.await(nil); last != nil; last = c.await(last) {
		last.help(c.members)
	}
}

// await returns the next job, nil if none comes for a while.
func (c *Crew) await(last *job) *job {
	for begun := time.Now(); time.Since(begun) < linger; {
		for range 64 {
			if j := c.job.Load(); j != nil && j != last {
				return j
			}
		}
	}
	c.alive.Add(-1)
	return nil
}

// job is one piece of work.
type job struct {
	work    func(thread int)
	tickets atomic.Int32  // threads that came, beside the caller
	busy    atomic.Int64  // of them, those at work; less than 0 once nobody may begin
	done    chan struct{} // told by the last of them if the caller has gone to sleep
}

// over is added to busy once nobody may begin.
const over = -1 << 40

// help works, unless the job is over or enough others do.
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

// finish waits for those at work; for a while without sleeping.
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
