package opencl

import (
	"errors"

	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
)

// List is the hits of one search at a time on a device: found there, put in order or
// joined to encounters, and read back. It belongs to one goroutine.
type List struct {
	dev    *clrt.Device
	tuning ListTuning

	counters *cl.Buffer // [counterWords]
	hits     hits
	order    order
	joins    joins
	notes    notes

	ordering, joining *clrt.Program // built by Prepare, and at the first joining
}

// ListTuning says how a list is kept.
type ListTuning struct {
	Groups   clrt.Groups
	Finds    bool // the device finds hits itself: it computes in float64
	Orders   bool // it orders them; on a CPU, the host is faster
	Capacity int  // hits there is room for, at most
	Part     int  // hits that are put in order, and then read, at a time
	Early    int  // hits that are read together with the counters, at most
	Few      int  // hits that are put in order without regard to their rows, at most
}

// NewList makes an empty list.
func NewList(dev *clrt.Device, t ListTuning) (*List, error) {
	l := &List{dev: dev, tuning: t, hits: newHits(), order: newOrder(), joins: newJoins()}
	l.notes.heads.Name = "walk.heads"
	var err error
	l.counters, err = dev.Memory.Buffer("counters", headBytes)
	return l, err
}

// Prepare builds the program that puts hits in order, where the device does.
func (l *List) Prepare() (err error) {
	if l.ordering == nil && l.orders() {
		l.ordering, err = l.dev.Build(l.orderSource())
	}
	return err
}

// Close releases what is not the device's own; nil is allowed.
func (l *List) Close() error {
	if l == nil {
		return nil
	}
	l.notes.block.Release()
	errs := []error{l.ordering.Release(), l.joining.Release()}
	for i := range l.notes.copied {
		errs = append(errs, l.notes.copied[i].Release())
	}
	return errors.Join(errs...)
}

// orders reports whether the device puts hits in order.
func (l *List) orders() bool { return l.tuning.Orders && l.tuning.Finds }

// orderSource is the program that puts hits in order.
func (l *List) orderSource() clrt.Source {
	return clrt.Source{
		Label: "order", Groups: l.tuning.Groups,
		Kernels: []clrt.AnyKernel{countRows, sumRows, startRows, placeHits, rankHits, rankAll, mergeTiles, takeHits},
		Files:   []clrt.File{hitFile(), scanFile(), orderFile()},
	}
}
