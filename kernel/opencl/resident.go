package opencl

import (
	"context"
	"errors"

	"flyby/kernel"
	"flyby/kernel/opencl/internal/trajdistsearch"
	"flyby/kernel/opencl/internal/walk"
)

// resident is a database on the device.
type resident struct {
	d      *clDriver
	walks  *walk.Index           // nil without a pyramid
	ranges *trajdistsearch.Index // nil without bins
}

var (
	_ kernel.Ranger = (*resident)(nil)
	_ kernel.Joiner = (*resident)(nil)
)

// Load copies the index of a database to the device, and the samples that the
// index needs.
func (d *clDriver) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r := &resident{d: d}
	err := r.load(ctx, db)
	if failed := d.dev.Queues.Finish(); err == nil {
		err = failed
	}
	d.dev.Queues.Elapsed()
	if err != nil {
		return nil, errors.Join(d.fault("load", err), r.Close())
	}
	return r, nil
}

func (r *resident) load(ctx context.Context, db kernel.Database) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := r.d.list.Prepare(); err != nil {
		return err
	}
	if db.Pyramid != nil {
		if r.walks, err = r.d.walker.Load(db.Pyramid); err != nil {
			return err
		}
	}
	if db.Order != nil {
		r.ranges, err = r.d.ranger.Load(ctx, db)
	}
	return err
}

// Walk walks the pyramids on the device, level by level.
func (r *resident) Walk(ctx context.Context, work kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	stats, err := r.walks.Walk(ctx, work, out)
	return stats, r.d.fault("walk", err)
}

// WalkJoined is Walk, and joins the hits if the device orders them.
func (r *resident) WalkJoined(ctx context.Context, work kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	stats, err := r.walks.WalkJoined(ctx, work, out)
	return stats, r.d.fault("walk", err)
}

// Interact compares the batches of a work with their ranges.
func (r *resident) Interact(ctx context.Context, work kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	stats, err := r.ranges.Interact(ctx, work, out)
	return stats, r.d.fault("interact", err)
}

// Close frees the database's memory on the device.
func (r *resident) Close() error {
	err := errors.Join(r.walks.Close(), r.ranges.Close())
	r.walks, r.ranges = nil, nil
	return err
}
