package several

import (
	"context"
	"errors"

	"flyby/internal/partition"
	"flyby/kernel"
)

// round is the jobs that a device does in one call: the job that the round begins
// with, and the jobs that its driver takes through WalkWork.More. So a device's hits
// come together, and there are no more lists to sort than devices.
type round struct {
	team   *team
	member *member
	jobs   []job // taken, in order
}

// run runs the round from its first job on. It returns the jobs to do again: where hits
// outgrow the device, each of several jobs alone, or the parts of a single one; and where
// the device has no room for a job's queries, halves of these.
func (r *round) run(ctx context.Context) ([]job, error) {
	t, m := r.team, r.member
	found := finding{hits: kernel.Hits{Budget: m.hits.Budget}}
	stats, err := r.jobs[0].run(ctx, t.residents[m.device], r, &found.hits)
	if err != nil {
		again := r.again(err)
		if len(again) == 0 {
			return nil, err
		}
		m.stats.Add(stats)
		t.progress.end(m.device, 0)
		return again, nil
	}
	found.stats = stats
	r.jobs[0].moveBack(&found)
	m.stats.Add(found.stats)
	m.hits.Lists = append(m.hits.Lists, found.hits.Lists...)
	t.progress.end(m.device, shareOf(r.jobs))
	return nil, nil
}

// shareOf returns the share of jobs in all work.
func shareOf(jobs []job) (share float64) {
	for _, j := range jobs {
		share += j.share
	}
	return share
}

// again returns the jobs to do again after a round outgrew its device; none after
// other errors, and where the job cannot be cut.
func (r *round) again(err error) []job {
	overflow := partition.Overflows(err)
	switch {
	case overflow && len(r.jobs) == 1, errors.Is(err, kernel.ErrMemory) && r.jobs[0].halvesQueries():
		return r.jobs[0].parts()
	case !overflow:
		return nil
	}
	for i := range r.jobs {
		r.jobs[i].alone = true
	}
	return r.jobs
}

// more yields the boxes of the next jobs, as long as they go with the round's first
// job.
func (r *round) more(yield func(query, entry kernel.Boxes) bool) {
	for {
		j, ok := r.team.queues[r.member.device].takeIf(r.jobs[0].goesWith)
		if !ok {
			return
		}
		r.jobs = append(r.jobs, j)
		if w := j.work.(walk); !yield(w.Query, w.Entry) {
			return
		}
	}
}

// listener returns report, nil where progress is not reported.
func (r *round) listener() func(done, total float64) {
	if r.team.progress.report == nil {
		return nil
	}
	return r.report
}

// report records the progress of the round's last job.
func (r *round) report(done, total float64) {
	last := len(r.jobs) - 1
	r.team.progress.set(r.member.device, shareOf(r.jobs[:last])+r.jobs[last].share*done/total, 0)
}
