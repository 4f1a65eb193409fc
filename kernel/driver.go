package kernel

import (
	"context"
	"errors"
	"iter"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/trajectory"
)

// Driver runs interactions on one device. It is safe for use by one goroutine
// at a time, with everything loaded through it. Besides these methods it may have the
// methods of Pinner.
type Driver interface {
	// Device describes the device; it is constant for the life of the driver.
	Device() Device
	// Load makes a database resident on the device; databases loaded before stay
	// resident. The driver reads db only during calls of Load and of the Resident's
	// methods, and the caller must not change it before Close. It returns ErrMemory,
	// wrapped, where the device has no room. A database with an order of rows asks for a
	// Ranger, a database with a pyramid for a Walker; a Driver that has the ability for
	// neither may return a bare Resident, or ErrAbility.
	Load(ctx context.Context, db Database) (Resident, error)
	// Close releases the device and everything loaded on it.
	Close() error
}

// Resident is a database on a device. To be searched it has an ability, found by
// assertion: Ranger, Walker or Joiner.
type Resident interface {
	// Close frees what the database holds on the device.
	Close() error
}

// Database is the data that a device keeps resident: a store, and the order or the pyramid that abilities need.
type Database struct {
	Store *trajectory.Store
	// Order is all entry rows in the order of the temporal bins, for a Ranger. Candidate
	// ranges are ranges of its indexes. nil: no Ranger is asked for.
	Order []uint32
	// Pyramid is for a Walker. nil: no Walker is asked for.
	Pyramid *binindex.Pyramid
}

// RangeWork is batches of query segments, each against ranges of the entries'
// rows in their Order: one invocation of the kernel after another. A pair of a query and an
// entry segment is in one invocation at most, since hits are not checked for duplicates.
type RangeWork struct {
	interaction.Rule
	Queries     *trajectory.Store
	Rows        []uint32 // all query rows, sorted by t_start; batches are ranges of its indexes; not to be changed
	Invocations []Invocation
	// Progress, if set, is told now and then how many of the interactions are
	// done, never twice at once.
	Progress func(done, total float64)
}

// Invocation is a batch, a range of indexes of RangeWork.Rows, and its candidates, ranges of
// indexes of Database.Order.
type Invocation struct {
	Batch  batching.Batch
	Ranges []binindex.Range
}

// Interactions is the number of pairs that an invocation compares.
func (i Invocation) Interactions() uint64 {
	candidates := 0
	for _, g := range i.Ranges {
		candidates += g.Last - g.First
	}
	return uint64(i.Batch.Len()) * uint64(candidates)
}

// Interactions is the number of pairs that the work compares.
func (w RangeWork) Interactions() (n uint64) {
	for _, i := range w.Invocations {
		n += i.Interactions()
	}
	return n
}

// WalkWork is a walk from a set of pairs of boxes: every query box in
// [Query.First, Query.Last) of level Query.Level with every entry box
// of Entry. In a join both are the same pyramid, and Query and Entry are either
// equal or disjoint.
type WalkWork struct {
	interaction.Rule
	Queries Side
	Query   Boxes // the zero Boxes: all queries, whose pyramid a driver may do without
	Entry   Boxes
	// More yields further pairs of boxes, for works that are not Whole; nil: there are none.
	// A driver may take them, one pair after another, when it is done with the pairs it had:
	// they are then part of the call, and its hits come together. Pairs not taken are left
	// to the caller. Ranging over More again continues after the last pair taken.
	More iter.Seq2[Boxes, Boxes]
	// Progress, if set, is told now and then how much of the work is done,
	// never twice at once. A driver that cannot tell does not call it.
	Progress func(done, total float64)
}

// Side is the queries of a walk.
type Side struct {
	Store *trajectory.Store
	// Pyramid makes the pyramid of Store in the frame of the entries' pyramid, or returns
	// the pyramid made before.
	Pyramid func() *binindex.Pyramid
}

// Built returns the Side of a pyramid that is made already, and of its store.
func Built(p *binindex.Pyramid) Side {
	return Side{p.Store, func() *binindex.Pyramid { return p }}
}

// Whole reports whether the work is of all queries, from their root.
func (w WalkWork) Whole() bool { return w.Query == Boxes{} }

// Prepared returns the same work with its query pyramid made; where it is Whole, its root
// stands in Query.
func (w WalkWork) Prepared() WalkWork {
	if w.Whole() {
		p := w.Queries.Pyramid()
		w.Queries, w.Query = Built(p), Root(p)
	}
	return w
}

// With returns the work on other boxes.
func (w WalkWork) With(query, entry Boxes) WalkWork {
	w.Query, w.Entry = query, entry
	return w
}

// Boxes is a range [First, Last) of the boxes of one level of a pyramid.
type Boxes struct {
	Level, First, Last int
}

// Halves cuts a range of boxes of a pyramid in two, one level down where it is
// a single box; ok is false at a single box of the lowest level.
func (b Boxes) Halves(p *binindex.Pyramid) (first, second Boxes, ok bool) {
	for b.Last-b.First == 1 {
		if b.Level == 0 {
			return b, b, false
		}
		b.Level--
		b.First *= binindex.Fan
		b.Last = min(b.First+binindex.Fan, len(p.Levels[b.Level]))
	}
	first, second = b, b
	first.Last = (b.First + b.Last) / 2
	second.First = first.Last
	return first, second, true
}

// Root returns the topmost box of a pyramid.
func Root(p *binindex.Pyramid) Boxes {
	return Boxes{Level: len(p.Levels) - 1, First: 0, Last: 1}
}

// Stats counts what a work cost.
type Stats struct {
	Interactions uint64 // comparisons of two segments
	BoxTests     uint64 // comparisons of two boxes
	Hits         uint64 // borderline ones and joined ones included
	Borderline   uint64 // interactions left to the caller, for interaction.Window.Settle
	Exact        uint64 // interactions that the driver settled by interaction.Window.Settle
	KernelTime   int64  // nanoseconds on the device; 0 where it does not tell
	OrderTime    int64  // the part of KernelTime that puts the hits of Interact in order
	Batches      int    // of query segments
	BatchSize    int    // query segments a batch, where all but the last have as many; of parts with several sizes the largest; 0: there is none
	BatchingTime int64  // nanoseconds to make the batches, and to choose their size
	TuningTime   int64  // nanoseconds to make a performance model first, where there was none
	Predicted    int64  // nanoseconds that the work takes by the performance model of the device; 0: not predicted
}

// Add adds another work's counts.
func (s *Stats) Add(o Stats) {
	s.Interactions += o.Interactions
	s.BoxTests += o.BoxTests
	s.Hits += o.Hits
	s.Borderline += o.Borderline
	s.Exact += o.Exact
	s.KernelTime += o.KernelTime
	s.OrderTime += o.OrderTime
	s.Batches += o.Batches
	s.BatchSize = max(s.BatchSize, o.BatchSize)
	s.BatchingTime += o.BatchingTime
	s.TuningTime += o.TuningTime
	s.Predicted += o.Predicted
}

// ErrMemory says that a device has no room for the data that it was asked to hold.
var ErrMemory = errors.New("kernel: out of device memory")

// ErrAbility says that a device cannot do what a method needs.
var ErrAbility = errors.New("kernel: the device lacks an ability")

// ErrDeviceLost says that a device stopped working in the middle of a search.
var ErrDeviceLost = errors.New("kernel: device lost")
