package several

import (
	"context"
	"sync"

	"flyby/kernel"
)

// crew is the devices at work on one call.
type crew struct {
	residents []kernel.Resident // of each device; nil: nothing to do there
	queues    []*queue          // that each takes from
	progress  *progress

	lock  sync.Mutex
	first error // that ended the work
}

// member is one device of the crew.
type member struct {
	finding
	device int
}

// run has every device take pieces until none is left, and adds the hits to
// out. The first error ends the work on all devices and is returned once they
// have stopped; out is unchanged then.
func (c *crew) run(ctx context.Context, out *kernel.Hits) (stats kernel.Stats, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	members := make([]member, len(c.residents))
	var wg sync.WaitGroup
	for i := range members {
		members[i].device = i
		wg.Go(func() {
			if err := c.work(ctx, &members[i]); err != nil {
				c.fail(err, cancel)
			}
		})
	}
	wg.Wait()
	if err = c.first; err == nil {
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

// fail ends the work, because of the first error.
func (c *crew) fail(err error, cancel func()) {
	c.lock.Lock()
	if c.first == nil {
		c.first = err
	}
	c.lock.Unlock()
	cancel()
	for _, q := range c.queues {
		q.stop()
	}
}

// work takes pieces for one device until there are none.
func (c *crew) work(ctx context.Context, m *member) error {
	q := c.queues[m.device]
	for {
		p, ok := q.take()
		if !ok {
			return nil
		}
		r := round{crew: c, member: m, pieces: []piece{p}}
		again, err := r.run(ctx)
		q.done(len(r.pieces), again...)
		if err != nil {
			return err
		}
	}
}
