package several

import (
	"sync"

	"flyby/kernel"
)

// job is work for one device, and the filter of its hits.
type job struct {
	work
	share  float64      // of all work, for progress
	filter *sliceFilter // turns the hits into hits of the whole database; nil: only their rows are moved
	alone  bool         // not to be done with others: its hits outgrew a device, with others or in a larger job
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

// take waits for the next job. ok is false once all jobs are done: a running job may
// still come back in parts.
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

// takeIf takes the next job, without waiting, if wanted accepts it.
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

// done ends n jobs taken, and queues jobs to be done in their place: the same jobs
// again, or parts of them.
func (q *queue) done(n int, again ...job) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.running -= n
	q.jobs = append(again, q.jobs...)
	q.changed.Broadcast()
}

// stop ends the queue: take and takeIf return no more jobs.
func (q *queue) stop() {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.stopped = true
	q.changed.Broadcast()
}

// halvesQueries reports whether parts have half of the job's queries each, and so need
// half of the room on a device.
func (j job) halvesQueries() bool {
	w, ok := j.work.(walk)
	return ok && w.trajectories() > 1
}

// moveBack turns the rows of a finding into rows of the whole database, and filters it.
func (j job) moveBack(f *finding) {
	if j.filter != nil {
		j.filter.apply(j.pair(), f)
	} else {
		j.pair().MoveBack(f.hits.Lists)
	}
}

// parts cuts a job that outgrew a device; none if the job cannot be cut.
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

// finding is the hits and counts of a job.
type finding struct {
	hits  kernel.Hits
	stats kernel.Stats
}
