package several

import (
	"context"

	"flyby/internal/partition"
	"flyby/kernel"
	"flyby/trajectory"
)

// replicas is a database that every device holds.
type replicas struct {
	d         *Driver
	db        kernel.Database
	residents []kernel.Resident
}

// Walk distributes the queries, or the boxes of a join, among the devices.
func (r *replicas) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.walk(ctx, r.of(w, false), out)
}

// WalkJoined is Walk, and the devices that can join hits do.
func (r *replicas) WalkJoined(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.walk(ctx, r.of(w, true), out)
}

// of returns a walk as work for the devices.
func (r *replicas) of(w kernel.WalkWork, joins bool) walk {
	return walk{WalkWork: w, entries: r.db.Pyramid, parts: r.whole(w.Queries.Store), joins: joins}
}

// whole returns the parts of all queries and all entries.
func (r *replicas) whole(queries *trajectory.Store) partition.Pair {
	return partition.Pair{Queries: partition.Whole(queries), Entries: partition.Whole(r.db.Store)}
}

func (r *replicas) walk(ctx context.Context, w walk, out *kernel.Hits) (kernel.Stats, error) {
	parts := w.cut(r.d.grain, r.d.grain.jobs*len(r.residents))
	return r.share(ctx, evenly(parts, 1, nil), w.Progress, out)
}

// Interact distributes the batches among the devices.
func (r *replicas) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	parts := batches{w, r.whole(w.Queries)}.cut(r.d.grain, r.d.grain.jobs*len(r.residents))
	return r.share(ctx, evenly(parts, 1, nil), w.Progress, out)
}

// share runs jobs, each on the next device that is free.
func (r *replicas) share(ctx context.Context, jobs []job, tell func(done, total float64), out *kernel.Hits) (kernel.Stats, error) {
	t := team{residents: r.residents, progress: newProgress(tell, len(r.residents))}
	all := newQueue(jobs...)
	for range r.residents {
		t.queues = append(t.queues, all)
	}
	return t.run(ctx, out)
}

// Close closes the residents of all devices.
func (r *replicas) Close() error { return closeAll(r.residents) }
