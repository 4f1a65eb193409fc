package several

import (
	"context"

	"flyby/kernel"
)

// replicas is a database that every device holds.
type replicas struct {
	d         *Driver
	db        kernel.Database
	residents []kernel.Resident
}

// Walk shares the queries out among the devices, or the boxes of a join.
func (r *replicas) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.walk(ctx, walk{WalkWork: w, entries: r.db.Pyramid}, out)
}

// WalkJoined is Walk on devices of which some can join hits.
func (r *replicas) WalkJoined(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.walk(ctx, walk{WalkWork: w, entries: r.db.Pyramid, joins: true}, out)
}

func (r *replicas) walk(ctx context.Context, w walk, out *kernel.Hits) (kernel.Stats, error) {
	pieces := w.cut(r.d.grain, r.d.grain.pieces*len(r.residents))
	return r.share(ctx, evenly(pieces, 1, nil), w.Progress, out)
}

// Interact shares the batches out among the devices.
func (r *replicas) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	pieces := batches{w}.cut(r.d.grain, r.d.grain.pieces*len(r.residents))
	return r.share(ctx, evenly(pieces, 1, nil), w.Progress, out)
}

// share runs pieces, each on the next device that is free.
func (r *replicas) share(ctx context.Context, pieces []piece, tell func(done, total float64), out *kernel.Hits) (kernel.Stats, error) {
	c := crew{residents: r.residents, progress: newProgress(tell, len(r.residents))}
	all := newQueue(pieces...)
	for range r.residents {
		c.queues = append(c.queues, all)
	}
	return c.run(ctx, out)
}

// Close frees what every device holds.
func (r *replicas) Close() error { return closeAll(r.residents) }
