package source

import (
	"context"
	"maps"
	"slices"

	"flyby/internal/spool"
)

// drawnPart divides the remaining memory: one part is for the trajectories of a sample.
const drawnPart = 2

// Drawn is a sample of the trajectories of data sets that outgrow memory, as many as fit it, which will stand for all.
type Drawn struct {
	pair        Pair
	trajs       map[*spool.Spool]map[int]bool
	bytes       uint64
	most        uint64
	beside      uint64 // bytes that reading them takes
	lackedBytes uint64 // bytes of the largest pair that did not fit
	leftBytes   uint64 // bytes of all pairs that did not fit
}

// Draw begins a sample of trajectories. Files that were to be read by row groups go to the folder.
func (p Pair) Draw(ctx context.Context) (*Drawn, error) {
	d := &Drawn{pair: p, trajs: map[*spool.Spool]map[int]bool{}, most: p.Reader.Quota.Remaining() / drawnPart}
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
		d.lackedBytes = max(d.lackedBytes, bytes)
		d.leftBytes += bytes
		return
	}
	d.bytes += bytes
	for _, s := range sides {
		d.trajs[s.of][s.traj] = true
	}
}

// Lacks returns an error with the memory that would be enough where some pair did not fit; nil: all did.
func (d *Drawn) Lacks() error {
	if d.leftBytes == 0 {
		return nil
	}
	const what = "the trajectories that are asked for take"
	q, bytes := d.pair.Reader.Quota, drawnPart*(d.beside+d.bytes+d.leftBytes)
	if err := q.Need(what, bytes); err != nil {
		return err
	}
	return q.Little(what, max(q.Usage()+bytes, q.Most())) // other data left less memory while they were added
}

// Take reads the trajectories that were drawn; the pair's sets then lie in memory and have these trajectories alone. It returns their numbers
// in the wholes, ascending.
func (d *Drawn) Take(ctx context.Context) (entries, queries []int, err error) {
	q := d.pair.Reader.Quota
	if d.bytes == 0 {
		return nil, nil, q.Little("the segments of two trajectories take", q.Usage()+drawnPart*(d.beside+d.lackedBytes))
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
