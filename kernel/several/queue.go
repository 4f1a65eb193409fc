package several

import (
	"sync"

	"flyby/kernel"
)

// job is work for one device, and what is done with its hits.
type job struct {
	work
	share  float64      // of all work, for progress
	filter *sliceFilter // makes the hits those of the whole database; nil: their rows moved back, they are
	alone  bool         // its hits outgrew a device, with others or as part of a larger job
}

// goesWith reports whether a device may do both jobs in one call: walks of the
// same pyramids from different boxes.
func (j job) goesWith(o job) bool {
	a, isWalk := j.work.(walk)
	b, alsoWalk := o.work.(walk)
	return isWalk && alsoWalk && !j.alone && !o.alone && j.filter == nil && o.filter == nil &&
		!a.Whole() && !b.Whole() && a.Queries.Pyramid() == b.Queries.Pyramid() && a.entries == b.entries
}

// queue hands out jobs to the devices that share it.
type queue struct {
	lock    sync.Mutex
	changed *sync.Cond
	jobs    []job
	running int
	stopped bool
}

func newQueue(jobs ...job) *queue {
	q := &queue{jobs: jobs}
	q.changed = sync.NewCond(&q.lock)
	return q
}

// take waits for the next job. There is none once all are done: while one is
// running, it may come back in parts.
func (q *queue) take() (j job, ok bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	for len(q.jobs) == 0 && q.running > 0 && !q.stopped {
		q.changed.Wait()
	}
	if len(q.jobs) == 0 || q.stopped {
		return job{}, false
	}
	j, q.jobs = q.jobs[0], q.jobs[1:]
	q.running++
	return j, true
}

// takeIf takes the next job if there is one now that is wanted.
func (q *queue) takeIf(wanted func(job) bool) (j job, ok bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if len(q.jobs) == 0 || q.stopped || !wanted(q.jobs[0]) {
		return job{}, false
	}
	j, q.jobs = q.jobs[0], q.jobs[1:]
	q.running++
	return j, true
}

// done says that n jobs taken are done, but for some that are to be done
// again or are parts of them.
func (q *queue) done(n int, again ...job) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.running -= n
	q.jobs = append(again, q.jobs...)
	q.changed.Broadcast()
}

// stop ends the handing out.
func (q *queue) stop() {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.stopped = true
	q.changed.Broadcast()
}

// halvesQueries reports whether parts of the job have half of its queries each, and
// take half of the room on a device.
func (j job) halvesQueries() bool {
	w, ok := j.work.(walk)
	return ok && w.trajectories() > 1
}

// moveBack moves what the job found to the whole database.
func (j job) moveBack(f *finding) {
	if j.filter != nil {
		j.filter.apply(j.pair(), f)
	} else {
		j.pair().MoveBack(f.hits.Lists)
	}
}

// parts cuts a job that outgrew a device; none if it cannot be cut.
func (j job) parts() []job {
	var parts []job
	works := j.split()
	for _, w := range works {
		parts = append(parts, job{work: w, share: j.share / float64(len(works)), filter: j.filter, alone: true})
	}
	return parts
}

// evenly makes a job of each work, each the same share of shares.
func evenly[W work](works []W, shares float64, filter *sliceFilter) []job {
	var jobs []job
	for _, w := range works {
		jobs = append(jobs, job{work: w, share: shares / float64(len(works)), filter: filter})
	}
	return jobs
}

// finding is what a job found.
type finding struct {
	hits  kernel.Hits
	stats kernel.Stats
}
