package source

import (
	"context"
	"maps"
	"slices"

	"flyby/internal/spool"
)

// drawnPart is the part of the memory that is left which the trajectories of a sample may take.
const drawnPart = 2

// Drawn are trajectories of data sets that outgrow memory, as many as fit it, which are going to stand for all of them.
type Drawn struct {
	pair   Pair
	trajs  map[*spool.Spool]map[int]bool
	bytes  uint64
	most   uint64
	beside uint64 // bytes that reading them takes
	lacked uint64 // what the first pair takes that did not fit
	left   uint64 // what all pairs take that did not fit
}

// Draw begins to draw trajectories. Files that row groups were to be read of go to the folder.
func (p Pair) Draw(ctx context.Context) (*Drawn, error) {
	d := &Drawn{pair: p, trajs: map[*spool.Spool]map[int]bool{}, most: p.Reader.Quota.Left() / drawnPart}
	for _, s := range p.sets() {
		if err := s.settle(ctx); err != nil {
			return nil, err
		}
		d.trajs[s.spool] = map[int]bool{}
		d.beside += s.spool.Gathering()
	}
	d.most -= min(d.most, d.beside)
	return d, nil
}

// Add adds a query trajectory and an entry trajectory, where both fit.
func (d *Drawn) Add(query, entry int) {
	sides := []struct {
		of   *spool.Spool
		traj int
	}{{d.pair.Queries.spool, query}, {d.pair.Entries.spool, entry}}
	bytes := uint64(0)
	for _, s := range sides {
		if !d.trajs[s.of][s.traj] {
			bytes += s.of.StoreBytes(s.traj)
		}
	}
	if d.bytes+bytes > d.most {
		d.lacked = max(d.lacked, bytes)
		d.left += bytes
		return
	}
	d.bytes += bytes
	for _, s := range sides {
		d.trajs[s.of][s.traj] = true
	}
}

// Lacks says how much memory would do where some pair did not fit; nil: all did.
func (d *Drawn) Lacks() error {
	if d.left == 0 {
		return nil
	}
	const what = "the trajectories that are asked for take"
	q, bytes := d.pair.Reader.Quota, drawnPart*(d.beside+d.bytes+d.left)
	if err := q.Need(what, bytes); err != nil {
		return err
	}
	return q.Little(what, max(q.Held()+bytes, q.Most())) // there was less as they were added
}

// Take reads the trajectories that were drawn, and the sets go on with them alone. It returns their numbers in the wholes, ascending. The pair's sets
// are in memory then.
func (d *Drawn) Take(ctx context.Context) (entries, queries []int, err error) {
	q := d.pair.Reader.Quota
	if d.bytes == 0 {
		return nil, nil, q.Little("the segments of two trajectories take", q.Held()+drawnPart*(d.beside+d.lacked))
	}
	e, other := d.pair.Entries, d.pair.Queries
	same := e.spool == other.spool
	entries = slices.Sorted(maps.Keys(d.trajs[e.spool]))
	if !same {
		queries = slices.Sorted(maps.Keys(d.trajs[other.spool]))
	}
	if err := e.choose(ctx, entries); err != nil || same {
		return entries, entries, err
	}
	return entries, queries, other.choose(ctx, queries)
}
