package several

import (
	"context"
	"errors"

	"flyby/internal/partition"
	"flyby/kernel"
)

// round is the jobs that a device does in one call: the one that it was given,
// and those that its driver takes more of. So a device's hits come together, and
// there are no more lists of them to put in order than devices.
type round struct {
	team   *team
	member *member
	jobs   []job // taken, in order
}

// run runs the round from its first job on. It returns jobs that are to be
// done again, where hits outgrow the device: each of several alone, a single one in parts;
// and halves of the queries that the device has no room for.
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

// shareOf is the share of all work that jobs are.
func shareOf(jobs []job) (share float64) {
	for _, j := range jobs {
		share += j.share
	}
	return share
}

// again returns what to do of a round that outgrew its device; none after other
// errors, and where nothing smaller is left.
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

// more yields the boxes of the jobs that follow, as long as they are such as the
// round may have too.
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

// listener returns tell, nil where nobody listens.
func (r *round) listener() func(done, total float64) {
	if r.team.progress.tell == nil {
		return nil
	}
	return r.tell
}

// tell says how much of the last job is done.
func (r *round) tell(done, total float64) {
	last := len(r.jobs) - 1
	r.team.progress.set(r.member.device, shareOf(r.jobs[:last])+r.jobs[last].share*done/total, 0)
}
