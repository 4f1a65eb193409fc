package output

import (
	"errors"
	"sync"
	"time"
)

var errAbandoned = errors.New("format: writing was given up")

// orderedWork works on jobs in parallel and consumes them one at a time, in the order in which do got them. There is a fixed number of jobs,
// which are used again: take waits until one is free.
type orderedWork[J any] struct {
	work    func(J) error
	consume func(J) error
	free    chan J
	queue   chan *running[J]
	done    chan struct{} // closed when all jobs of do are consumed; nil: there was none
	onError func(error)   // is called with the first error; nil: nothing is

	mu     sync.Mutex
	err    error // the first
	active int   // jobs handed to do and not consumed yet
	since  time.Time
	busy   time.Duration
}

// running is a job that is worked on.
type running[J any] struct {
	job    J
	worked chan error
}

// newOrderedWork makes the jobs. After an error, which is given to onError, no further job is consumed.
func newOrderedWork[J any](jobs int, newJob func() J, work, consume func(J) error, onError func(error)) *orderedWork[J] {
	o := &orderedWork[J]{
		work: work, consume: consume, free: make(chan J, jobs), queue: make(chan *running[J], jobs), onError: onError,
	}
	for range jobs {
		o.free <- newJob()
	}
	return o
}

// take waits for a free job and returns it. The error is the first so far.
func (o *orderedWork[J]) take() (J, error) {
	j := <-o.free
	err := o.failed()
	if err != nil {
		o.free <- j
	}
	return j, err
}

// do starts the work on a job that was taken.
func (o *orderedWork[J]) do(j J) {
	o.enter()
	if o.done == nil {
		o.done = make(chan struct{})
		go o.consumeAll()
	}
	r := &running[J]{j, make(chan error, 1)}
	o.queue <- r
	go func() { r.worked <- o.work(j) }()
}

func (o *orderedWork[J]) consumeAll() {
	defer close(o.done)
	for r := range o.queue {
		err := <-r.worked
		if err == nil && o.failed() == nil {
			err = o.consume(r.job)
		}
		o.fail(err)
		o.leave()
		o.free <- r.job
	}
}

// last works on the last job that was taken and waits for all, as do and wait would, but in this goroutine: waking another takes longer
// than a small job.
func (o *orderedWork[J]) last(j J) error {
	o.enter()
	defer o.leave()
	err := o.work(j)
	if before := o.wait(); before != nil {
		return before
	}
	if err == nil {
		err = o.consume(j)
	}
	o.fail(err)
	return err
}

// wait waits until all jobs are consumed and returns the first error.
func (o *orderedWork[J]) wait() error {
	close(o.queue)
	if o.done != nil {
		<-o.done
	}
	return o.failed()
}

// abandon is wait without consuming further jobs.
func (o *orderedWork[J]) abandon() {
	o.fail(errAbandoned)
	o.wait() //nolint:errcheck // errAbandoned
}

func (o *orderedWork[J]) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// fail notes the first error, and gives it to onError unless it is errAbandoned.
func (o *orderedWork[J]) fail(err error) {
	o.mu.Lock()
	first := o.err == nil && err != nil
	if first {
		o.err = err
	}
	o.mu.Unlock()
	if first && o.onError != nil && !errors.Is(err, errAbandoned) {
		o.onError(err)
	}
}

// enter and leave count the active jobs, and the time with any active.
func (o *orderedWork[J]) enter() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.active++; o.active == 1 {
		o.since = time.Now()
	}
}

func (o *orderedWork[J]) leave() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.active--; o.active == 0 {
		o.busy += time.Since(o.since)
	}
}

// atWork returns the total time with active jobs.
func (o *orderedWork[J]) atWork() time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.active > 0 {
		return o.busy + time.Since(o.since)
	}
	return o.busy
}
