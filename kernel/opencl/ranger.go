package opencl

import (
	"context"

	"flyby/kernel"
	"flyby/kernel/opencl/internal/clrt"
)

// Ranger compares batches of query segments with ranges of entry segments on a device.
// It belongs to one goroutine.
type Ranger struct {
	dev    *clrt.Device
	list   *List
	lists  *Lists
	tuning RangeTuning

	interacting *clrt.Program // built at the first Load
	queries     querySet
}

// RangeTuning says how a device compares batches with ranges.
type RangeTuning struct {
	Groups       clrt.Groups
	Finds        bool // the device finds hits itself: it computes in float64
	Interactions int  // of one launch, at most
}

// NewRanger makes a ranger whose hits go to a list.
func NewRanger(dev *clrt.Device, hits *List, lists *Lists, t RangeTuning) *Ranger {
	return &Ranger{dev: dev, list: hits, lists: lists, tuning: t, queries: newQuerySet()}
}

// Close releases what is not the device's own; nil is allowed.
func (d *Ranger) Close() error {
	if d == nil {
		return nil
	}
	d.queries.staging.Drop()
	return d.interacting.Release()
}

// interactSource is the program of Interact.
func (d *Ranger) interactSource() clrt.Source {
	s := clrt.Source{Label: "near", Groups: d.tuning.Groups, Kernels: []clrt.AnyKernel{nearPairs}, Files: []clrt.File{boxFile(), nearFile()}}
	if d.tuning.Finds {
		s.Label, s.Kernels = "interact", []clrt.AnyKernel{interact}
		s.Files = []clrt.File{interactionFile(), rejectFile(), hitFile(), hitsFile(), interactFile()}
	}
	return s
}

// Index is the entry segments in the order of their bins, loaded.
type RangeIndex struct {
	d      *Ranger
	binned *binned
}

// Load copies what Interact needs of a database to the device.
func (d *Ranger) Load(ctx context.Context, db kernel.Database) (_ *RangeIndex, err error) {
	if d.interacting == nil {
		if d.interacting, err = d.dev.Build(d.interactSource()); err != nil {
			return nil, err
		}
	}
	r := &RangeIndex{d: d, binned: newBinned(db)}
	return r, r.binned.load(ctx, d)
}

// Close frees what the segments hold on the device; nil is allowed.
func (r *RangeIndex) Close() error {
	if r == nil {
		return nil
	}
	return r.d.dev.Memory.ReleaseArrays(r.binned.arrays()...)
}
