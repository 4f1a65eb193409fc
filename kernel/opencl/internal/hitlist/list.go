package hitlist

import (
	"errors"

	"flyby/internal/cl"
	"flyby/internal/clrt"
)

// List is the hits of one search at a time on a device. The device finds the hits, orders
// them or joins them to encounters; List reads them back. It belongs to one goroutine.
type List struct {
	dev    *clrt.Device
	Tuning Tuning

	Counters *cl.Buffer // [CounterWords]
	Hits     hits
	Order    order
	joins    joinArrays
	Notes    notes

	ordering, joining *clrt.Program // built by Prepare, and at the first joining
}

// Tuning is the parameters of a list.
type Tuning struct {
	Groups   clrt.Groups
	Finds    bool // the device finds hits itself: it computes in float64
	Orders   bool // the device orders them; on a CPU, the host is faster
	Capacity int  // greatest room of the hit buffer, in hits
	Part     int  // hits that are ordered, and then read, at a time
	Early    int  // the most hits that are read together with the counters
	Few      int  // the most hits that rank_all orders, without placing them by rows
}

// New makes an empty list.
func New(dev *clrt.Device, t Tuning) (*List, error) {
	l := &List{dev: dev, Tuning: t, Hits: newHits(), Order: newOrder(), joins: newJoinArrays()}
	l.Notes.heads.Name = "walk.heads"
	var err error
	l.Counters, err = dev.Memory.Buffer("counters", HeadBytes)
	return l, err
}

// Prepare builds the program that orders hits, if the device orders them.
func (l *List) Prepare() (err error) {
	if l.ordering == nil && l.Orders() {
		l.ordering, err = l.dev.Build(l.OrderSource())
	}
	return err
}

// PrepareJoin builds the program that joins hits, if the device orders them.
func (l *List) PrepareJoin() (err error) {
	if l.joining == nil && l.Orders() {
		l.joining, err = l.dev.Build(l.JoinSource())
	}
	return err
}

// Close releases the list's programs, events and pinned memory; its buffers are the
// device's. A nil List is allowed.
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

// Orders reports whether the device orders hits.
func (l *List) Orders() bool { return l.Tuning.Orders && l.Tuning.Finds }

// OrderSource is the program that orders hits.
func (l *List) OrderSource() clrt.Source {
	return clrt.Source{
		Label: "order", Groups: l.Tuning.Groups,
		Kernels: []clrt.AnyKernel{countRows, sumRows, startRows, placeHits, rankHits, rankAll, mergeTiles, takeHits},
		Files:   []clrt.File{HitFile(), clrt.ScanFile(), orderFile()},
	}
}
