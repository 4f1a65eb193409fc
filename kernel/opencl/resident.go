package opencl

import (
	"context"
	"errors"

	"flyby/kernel"
)

// resident is a database on the device.
type resident struct {
	d       *Driver
	pyramid *pyramid // nil without
	binned  *binned  // nil without
}

// walkSource, interactSource and orderSource are the programs.
func (d *Driver) walkSource() source {
	s := source{label: "walk", groups: d.tuning.walk, kernels: []string{startKernel, openKernel}, files: []file{
		{"box.cl", boxText}, {"open.cl", openText}, {"start.cl", startText},
	}}
	if d.device.Float64 {
		s.kernels = append(s.kernels, refineKernel, queriesKernel, segmentBoxesKernel, openRunsKernel, refineSegmentsKernel)
		s.files = append(s.files,
			file{"interaction.cl", interactionText}, file{"reject.cl", rejectText},
			file{"hit.cl", hitText}, file{"hits.cl", hitsText}, file{"refine.cl", refineText}, file{"queries.cl", queriesText},
			file{"segments.cl", segmentsText},
		)
	}
	return s
}

func (d *Driver) interactSource() source {
	if !d.device.Float64 {
		return source{label: "near", groups: d.tuning.interact, kernels: []string{nearKernel}, files: []file{
			{"box.cl", boxText}, {"near.cl", nearText},
		}}
	}
	return source{label: "interact", groups: d.tuning.interact, kernels: []string{interactKernel}, files: []file{
		{"interaction.cl", interactionText}, {"reject.cl", rejectText},
		{"hit.cl", hitText}, {"hits.cl", hitsText}, {"interact.cl", interactText},
	}}
}

func (d *Driver) orderSource() source {
	return source{label: "order", groups: d.tuning.walk, kernels: []string{
		countRowsKernel, sumRowsKernel, startRowsKernel, placeHitsKernel, rankHitsKernel, rankAllKernel, mergeTilesKernel, takeHitsKernel,
	}, files: []file{{"hit.cl", hitText}, {"scan.cl", scanText}, {"order.cl", orderText}}}
}

// orders reports whether the device puts hits in order.
func (d *Driver) orders() bool { return d.tuning.orders && d.device.Float64 }

// Load copies the index of a database to the device, and the samples that it
// needs.
func (d *Driver) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r := &resident{d: d}
	err := r.load(ctx, db)
	if failed := d.dev.stream.finish(); err == nil {
		err = failed
	}
	d.dev.stream.time()
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
		if r.d.ordering, err = r.d.dev.build(r.d.orderSource()); err != nil {
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
		if d.walking, err = d.dev.build(d.walkSource()); err != nil {
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
	if err := d.dev.memory.ensure(&r.pyramid.instants, 8*len(instants)); err != nil {
		return err
	}
	if err := write(d.dev.stream, r.pyramid.instants.buffer, 0, instants); err != nil {
		return err
	}
	return d.makeSegments(r.pyramid, r.pyramid, len(r.pyramid.Runs))
}

// loadBins loads what Interact needs.
func (r *resident) loadBins(ctx context.Context, db kernel.Database) (err error) {
	d := r.d
	if d.interacting == nil {
		if d.interacting, err = d.dev.build(d.interactSource()); err != nil {
			return err
		}
	}
	r.binned = newBinned(db)
	return r.binned.load(ctx, d)
}

// Close frees what the database holds on the device.
func (r *resident) Close() error {
	err := r.d.dev.memory.releasePyramid(r.pyramid)
	if r.binned != nil {
		err = errors.Join(err, r.d.dev.memory.releaseArrays(r.binned.arrays()...))
	}
	r.pyramid, r.binned = nil, nil
	return err
}
