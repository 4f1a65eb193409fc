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

// walkSource, interactSource and orderSource are the programs.
func (d *Driver) walkSource() clrt.Source {
	s := clrt.Source{Label: "walk", Groups: d.tuning.walk, Kernels: []string{startKernel, openKernel}, Files: []clrt.File{
		{Name: "box.cl", Text: boxText}, {Name: "open.cl", Text: openText}, {Name: "start.cl", Text: startText},
	}}
	if d.device.Float64 {
		s.Kernels = append(s.Kernels, refineKernel, queriesKernel, segmentBoxesKernel, openRunsKernel, refineSegmentsKernel)
		s.Files = append(s.Files,
			clrt.File{Name: "interaction.cl", Text: interactionText}, clrt.File{Name: "reject.cl", Text: rejectText},
			clrt.File{Name: "hit.cl", Text: hitText}, clrt.File{Name: "hits.cl", Text: hitsText}, clrt.File{Name: "refine.cl", Text: refineText}, clrt.File{Name: "queries.cl", Text: queriesText},
			clrt.File{Name: "segments.cl", Text: segmentsText},
		)
	}
	return s
}

func (d *Driver) interactSource() clrt.Source {
	if !d.device.Float64 {
		return clrt.Source{Label: "near", Groups: d.tuning.interact, Kernels: []string{nearKernel}, Files: []clrt.File{
			{Name: "box.cl", Text: boxText}, {Name: "near.cl", Text: nearText},
		}}
	}
	return clrt.Source{Label: "interact", Groups: d.tuning.interact, Kernels: []string{interactKernel}, Files: []clrt.File{
		{Name: "interaction.cl", Text: interactionText}, {Name: "reject.cl", Text: rejectText},
		{Name: "hit.cl", Text: hitText}, {Name: "hits.cl", Text: hitsText}, {Name: "interact.cl", Text: interactText},
	}}
}

func (d *Driver) orderSource() clrt.Source {
	return clrt.Source{Label: "order", Groups: d.tuning.walk, Kernels: []string{
		countRowsKernel, sumRowsKernel, startRowsKernel, placeHitsKernel, rankHitsKernel, rankAllKernel, mergeTilesKernel, takeHitsKernel,
	}, Files: []clrt.File{{Name: "hit.cl", Text: hitText}, {Name: "scan.cl", Text: scanText}, {Name: "order.cl", Text: orderText}}}
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
