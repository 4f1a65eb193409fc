package opencl

import (
	"context"
	"errors"

	"flyby/kernel"
	"flyby/kernel/opencl/internal/clrt"
)

// resident is a database on the device.
type resident struct {
	d       *Driver
	pyramid *pyramid // nil without
	binned  *binned  // nil without
}

// walkSource is the program of Walk.
func (d *Driver) walkSource() clrt.Source {
	s := clrt.Source{
		Label: "walk", Groups: d.tuning.walk,
		Kernels: []clrt.AnyKernel{startWalk, openBoxes}, Files: []clrt.File{boxFile(), openFile(), startFile()},
	}
	if d.device.Float64 {
		s.Kernels = append(s.Kernels, refineRuns, queryRuns, segmentBoxes, openRuns, refineSegments)
		s.Files = append(s.Files, interactionFile(), rejectFile(), hitFile(), hitsFile(), refineFile(), queriesFile(), segmentsFile())
	}
	return s
}

// interactSource is the program of Interact.
func (d *Driver) interactSource() clrt.Source {
	s := clrt.Source{Label: "near", Groups: d.tuning.interact, Kernels: []clrt.AnyKernel{nearPairs}, Files: []clrt.File{boxFile(), nearFile()}}
	if d.device.Float64 {
		s.Label, s.Kernels = "interact", []clrt.AnyKernel{interact}
		s.Files = []clrt.File{interactionFile(), rejectFile(), hitFile(), hitsFile(), interactFile()}
	}
	return s
}

// orderSource is the program that puts hits in order.
func (d *Driver) orderSource() clrt.Source {
	return clrt.Source{
		Label: "order", Groups: d.tuning.walk,
		Kernels: []clrt.AnyKernel{countRows, sumRows, startRows, placeHits, rankHits, rankAll, mergeTiles, takeHits},
		Files:   []clrt.File{hitFile(), scanFile(), orderFile()},
	}
}

// orders reports whether the device puts hits in order.
func (d *Driver) orders() bool { return d.tuning.orders && d.device.Float64 }

// Load copies the index of a database to the device, and the samples that it
// needs.
func (d *Driver) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
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

func (r *resident) load(ctx context.Context, db kernel.Database) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if r.d.ordering == nil && r.d.orders() {
		var err error
		if r.d.ordering, err = r.d.dev.Build(r.d.orderSource()); err != nil {
			return err
		}
	}
	if db.Pyramid != nil {
		if err := r.loadPyramid(db); err != nil {
			return err
		}
	}
	if db.Bins == nil {
		return nil
	}
	return r.loadBins(ctx, db)
}

// loadPyramid loads what Walk needs.
func (r *resident) loadPyramid(db kernel.Database) (err error) {
	d := r.d
	if d.walking == nil {
		if d.walking, err = d.dev.Build(d.walkSource()); err != nil {
			return err
		}
	}
	r.pyramid = newPyramid("entry")
	if err := d.upload(r.pyramid, db.Pyramid); err != nil {
		return err
	}
	if err := d.uploadUnits(r.pyramid, func(traj uint32) uint32 { return traj }); err != nil || !d.device.Float64 {
		return err
	}
	instants := r.pyramid.Instants()
	if err := d.dev.Memory.Ensure(&r.pyramid.instants, 8*len(instants)); err != nil {
		return err
	}
	if err := clrt.Write(d.dev.Queues, r.pyramid.instants.Buffer, 0, instants); err != nil {
		return err
	}
	return d.makeSegments(r.pyramid, r.pyramid, len(r.pyramid.Runs))
}

// loadBins loads what Interact needs.
func (r *resident) loadBins(ctx context.Context, db kernel.Database) (err error) {
	d := r.d
	if d.interacting == nil {
		if d.interacting, err = d.dev.Build(d.interactSource()); err != nil {
			return err
		}
	}
	r.binned = newBinned(db)
	return r.binned.load(ctx, d)
}

// Close frees what the database holds on the device.
func (r *resident) Close() error {
	err := r.pyramid.release(r.d.dev.Memory)
	if r.binned != nil {
		err = errors.Join(err, r.d.dev.Memory.ReleaseArrays(r.binned.arrays()...))
	}
	r.pyramid, r.binned = nil, nil
	return err
}
