package hitlist

import (
	"errors"

	"flyby/internal/clrt"
	"flyby/kernel/cl"
)

// List is the hits of one search at a time on a device: found there, put in order or
// joined to encounters, and read back. It belongs to one goroutine.
type List struct {
	dev    *clrt.Device
	Tuning Tuning

	Counters *cl.Buffer // [CounterWords]
	Hits     hits
	Order    order
	joins    joins
	Notes    notes

	ordering, joining *clrt.Program // built by Prepare, and at the first joining
}

// ListTuning says how a list is kept.
type Tuning struct {
	Groups   clrt.Groups
	Finds    bool // the device finds hits itself: it computes in float64
	Orders   bool // it orders them; on a CPU, the host is faster
	Capacity int  // hits there is room for, at most
	Part     int  // hits that are put in order, and then read, at a time
	Early    int  // hits that are read together with the counters, at most
	Few      int  // hits that are put in order without regard to their rows, at most
}

// NewList makes an empty list.
func New(dev *clrt.Device, t Tuning) (*List, error) {
	l := &List{dev: dev, Tuning: t, Hits: newHits(), Order: newOrder(), joins: newJoins()}
	l.Notes.heads.Name = "walk.heads"
	var err error
	l.Counters, err = dev.Memory.Buffer("counters", HeadBytes)
	return l, err
}

// Prepare builds the program that puts hits in order, where the device does.
func (l *List) Prepare() (err error) {
	if l.ordering == nil && l.Orders() {
		l.ordering, err = l.dev.Build(l.OrderSource())
	}
	return err
}

// Close releases what is not the device's own; nil is allowed.
func (l *List) Close() error {
	if l == nil {
		return nil
	}
	l.Notes.block.Release()
	errs := []error{l.ordering.Release(), l.joining.Release()}
	for i := range l.Notes.copied {
		errs = append(errs, l.Notes.copied[i].Release())
	}
	return errors.Join(errs...)
}

// Orders reports whether the device puts hits in order.
func (l *List) Orders() bool { return l.Tuning.Orders && l.Tuning.Finds }

// OrderSource is the program that puts hits in order.
func (l *List) OrderSource() clrt.Source {
	return clrt.Source{
		Label: "order", Groups: l.Tuning.Groups,
		Kernels: []clrt.AnyKernel{countRows, sumRows, startRows, placeHits, rankHits, rankAll, mergeTiles, takeHits},
		Files:   []clrt.File{HitFile(), clrt.ScanFile(), orderFile()},
	}
}
