package trajdistsearch

import (
	"context"

	"flyby/internal/clrt"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

// Ranger compares batches of query segments with ranges of entry segments on a device.
// It belongs to one goroutine.
type Ranger struct {
	dev    *clrt.Device
	list   *hitlist.List
	lists  *pair.Lists
	tuning Tuning

	interacting *clrt.Program // built at the first Load
	queries     querySet
}

// Tuning is the parameters of comparing batches with ranges on a device.
type Tuning struct {
	Groups       clrt.Groups
	Finds        bool // the device finds hits itself: it computes in float64
	Interactions int  // the most interactions of one launch
}

// New makes a ranger that adds its hits to a list.
func New(dev *clrt.Device, hits *hitlist.List, lists *pair.Lists, t Tuning) *Ranger {
	return &Ranger{dev: dev, list: hits, lists: lists, tuning: t, queries: newQuerySet()}
}

// Close releases the ranger's program and pinned memory; its buffers are the device's. A
// nil Ranger is allowed.
func (d *Ranger) Close() error {
	if d == nil {
		return nil
	}
	d.queries.staging.Drop()
	return d.interacting.Release()
}

// Source is the program of Interact.
func (d *Ranger) Source() clrt.Source {
	s := clrt.Source{Label: "near", Groups: d.tuning.Groups, Kernels: []clrt.AnyKernel{nearPairs}, Files: []clrt.File{pair.BoxFile(), nearFile()}}
	if d.tuning.Finds {
		s.Label, s.Kernels = "interact", []clrt.AnyKernel{interact}
		s.Files = []clrt.File{pair.InteractionFile(), pair.RejectFile(), hitlist.HitFile(), hitlist.HitsFile(), interactFile()}
	}
	return s
}

// Index is the entry segments of a database on the device.
type Index struct {
	d      *Ranger
	binned *binned
}

// Load copies the entry segments of a database to the device, or their boxes.
func (d *Ranger) Load(ctx context.Context, db kernel.Database) (_ *Index, err error) {
	if d.interacting == nil {
		if d.interacting, err = d.dev.Build(d.Source()); err != nil {
			return nil, err
		}
	}
	r := &Index{d: d, binned: newBinned(db)}
	return r, r.binned.load(ctx, d)
}

// Close frees the index's memory on the device; a nil Index is allowed.
func (r *Index) Close() error {
	if r == nil {
		return nil
	}
	return r.d.dev.Memory.ReleaseArrays(r.binned.arrays()...)
}
