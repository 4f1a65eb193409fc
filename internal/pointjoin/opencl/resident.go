package opencl

import (
	"context"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// resident is resident points that give errors the driver's meaning.
type resident struct {
	d *Driver
	pointjoin.Resident
}

// Pairs implements pointjoin.Resident.
func (r *resident) Pairs(ctx context.Context, w pointjoin.Work, out *pointjoin.Found) (points.Stats, error) {
	stats, err := r.Resident.Pairs(ctx, w, out)
	return stats, r.d.end("join", err)
}

// Counts implements pointjoin.Resident.
func (r *resident) Counts(ctx context.Context, w pointjoin.Work, counts []uint32) (points.Stats, error) {
	stats, err := r.Resident.Counts(ctx, w, counts)
	return stats, r.d.end("count", err)
}

// end waits for the end of a failed operation, and gives its error the driver's
// meaning.
func (d *Driver) end(operation string, err error) error {
	if err != nil {
		d.dev.Queues.Finish()
	}
	d.dev.Queues.Elapsed()
	return d.fault(operation, err)
}

// tabler is a resident of a method that finds neighbour tables.
type tabler struct {
	resident
	tables pointjoin.Tabler
}

var _ pointjoin.Tabler = (*tabler)(nil)

// Table implements pointjoin.Tabler.
func (r *tabler) Table(ctx context.Context, w pointjoin.Work, budget *memory.Budget, need func(neighbours uint64) error) (points.Table, points.Stats, error) {
	t, stats, err := r.tables.Table(ctx, w, budget, need)
	return t, stats, r.d.end("table", err)
}

// nearer is a resident of a method that finds nearest points.
type nearer struct {
	resident
	near pointjoin.Nearer
}

var _ pointjoin.Nearer = (*nearer)(nil)

// Nearest implements pointjoin.Nearer.
func (r *nearer) Nearest(ctx context.Context, w pointjoin.NearestWork, rows []uint32) (points.Stats, error) {
	stats, err := r.near.Nearest(ctx, w, rows)
	return stats, r.d.end("nearest", err)
}
