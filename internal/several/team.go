package several

import (
	"context"
	"sync"

	"flyby/kernel"
)

// team is the devices at work on one call.
type team struct {
	residents []kernel.Resident // of each device; nil: the device has nothing to do
	queues    []*queue          // the queue that each device takes jobs from
	progress  *progress

	lock  sync.Mutex
	first error // the error that ended the work
}

// member is one device of the team, with its hits and counts.
type member struct {
	finding
	device int
}

// run has every device take jobs until none is left, and adds the hits to
// out. The first error ends the work on all devices and is returned once they
// have stopped; out is unchanged then.
func (t *team) run(ctx context.Context, out *kernel.Hits) (stats kernel.Stats, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	members := make([]member, len(t.residents))
	var wg sync.WaitGroup
	for i := range members {
		members[i].device = i
		members[i].hits.Budget = out.Budget
		wg.Go(func() {
			if err := t.work(ctx, &members[i]); err != nil {
				t.fail(err, cancel)
			}
		})
	}
	wg.Wait()
	if err = t.first; err == nil {
		err = ctx.Err()
	}
	longest := int64(0)
	for i := range members {
		longest = max(longest, members[i].stats.KernelTime)
		stats.Add(members[i].stats)
		if err != nil {
			members[i].hits.Truncate(0)
		} else {
			out.Lists = append(out.Lists, members[i].hits.Lists...)
		}
	}
	stats.KernelTime = longest
	return stats, err
}

// fail ends the work, and keeps the first error.
func (t *team) fail(err error, cancel func()) {
	t.lock.Lock()
	if t.first == nil {
		t.first = err
	}
	t.lock.Unlock()
	cancel()
	for _, q := range t.queues {
		q.stop()
	}
}

// work takes and runs jobs of one device until all are done.
func (t *team) work(ctx context.Context, m *member) error {
	q := t.queues[m.device]
	for {
		j, ok := q.take()
		if !ok {
			return nil
		}
		r := round{team: t, member: m, jobs: []job{j}}
		again, err := r.run(ctx)
		q.done(len(r.jobs), again...)
		if err != nil {
			return err
		}
	}
}
