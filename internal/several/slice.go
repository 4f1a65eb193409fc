package several

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"flyby/binindex"
	"flyby/internal/partition"
	"flyby/kernel"
	"flyby/trajectory"
)

// slice is the segments of a database that start in [from, to), as a database
// of one device. A slab has an overhang too, a slice has not:
// docs/decisions/0096-slices-of-devices-are-no-slabs.md has the reasons.
type slice struct {
	kernel.Database
	part     *partition.Part
	from, to float64
	places   []int // the places of its Order's rows in the whole's Order
}

// newSlices cuts a database at the borders; each slice has the order of rows, the
// frame and the setting of the whole.
func newSlices(whole kernel.Database, borders []float64) []*slice {
	all := make([]*slice, len(borders)-1)
	for i := range all {
		all[i] = newSlice(whole, borders[i], borders[i+1])
	}
	return all
}

func newSlice(whole kernel.Database, from, to float64) *slice {
	s := &slice{from: from, to: to}
	s.part = partition.Cut(whole.Store, func(p trajectory.Piece) (first, last int) {
		return whole.Store.Starting(p, from, to)
	})
	s.Store = s.part.Store
	if s.Store.Segments() == 0 {
		return s
	}
	if whole.Pyramid != nil {
		s.Pyramid = pyramidLike(whole.Pyramid, s.Store)
	}
	if whole.Order != nil {
		s.takeOrder(whole)
	}
	return s
}

// pyramidLike builds a pyramid of a store, a part of the whole's, in the whole's frame.
func pyramidLike(whole *binindex.Pyramid, s *trajectory.Store) *binindex.Pyramid {
	set := whole.Setting.OfQueries(s)
	return binindex.NewPyramid(s, whole.Frame, set, runtime.GOMAXPROCS(0))
}

// madeOnce returns the side of a store; its pyramid is made by pyramidLike at the first call.
func madeOnce(whole *binindex.Pyramid, s *trajectory.Store) kernel.Side {
	return kernel.Side{Store: s, Pyramid: sync.OnceValue(func() *binindex.Pyramid { return pyramidLike(whole, s) })}
}

// takeOrder sets the slice's Order, its rows in the order of the whole's, and places.
func (s *slice) takeOrder(whole kernel.Database) {
	s.Order = []uint32{}
	t := whole.Store.T()
	for place, row := range whole.Order {
		if t[row] >= s.from && t[row] < s.to {
			here, _ := s.part.FindRow(row)
			s.Order = append(s.Order, here)
			s.places = append(s.places, place)
		}
	}
}

// ranges returns the slice's parts of ranges of the whole's Order, as ranges of the
// slice's Order.
func (s *slice) ranges(whole []binindex.Range) (here []binindex.Range) {
	for _, r := range whole {
		first, _ := slices.BinarySearch(s.places, r.First)
		last, _ := slices.BinarySearch(s.places, r.Last)
		if first < last {
			here = append(here, binindex.Range{First: first, Last: last})
		}
	}
	return here
}

// queries returns the segments of a query set that share time with the slice.
func (s *slice) queries(all *trajectory.Store) *partition.Part {
	e, t := s.Store.Extent(), all.T()
	return partition.Cut(all, func(p trajectory.Piece) (first, last int) {
		first, last = all.Starting(p, e.Start, math.Nextafter(e.End, math.Inf(1)))
		end := p.First + p.Samples - 1
		for first > p.First && t[min(first, end)] >= e.Start {
			first--
		}
		return first, last
	})
}

// meets reports whether boxes of a query pyramid share a tick with the slice.
func (s *slice) meets(queries *binindex.Pyramid, b kernel.Boxes) bool {
	root := s.Pyramid.Levels[len(s.Pyramid.Levels)-1][0]
	for _, box := range queries.Levels[b.Level][b.First:b.Last] {
		if box.First <= root.Last && root.First <= box.Last {
			return true
		}
	}
	return false
}

// overhang is the segments that start in one slice and end in a later slice or after
// it: in a join they are queries of the later slice. A trajectory has one such
// segment at most.
type overhang struct {
	*partition.Part
	side kernel.Side
}

// newOverhang returns the segments of a slice that end at a time or later; nil if
// no segment does.
func newOverhang(whole *binindex.Pyramid, from *slice, time float64) *overhang {
	t := whole.Store.T()
	part := partition.Cut(whole.Store, func(p trajectory.Piece) (first, last int) {
		first, last = whole.Store.Starting(p, from.from, from.to)
		end := p.First + p.Samples - 1
		if first == last || t[min(last, end)] < time {
			return last, last
		}
		return last - 1, last
	})
	if part.Store.Segments() == 0 {
		return nil
	}
	return &overhang{part, madeOnce(whole, part.Store)}
}

// borderSample is about the number of starts that borders takes quantiles of.
const borderSample = 1 << 16

// borders returns n+1 times: the numbers of segments that start between two
// neighbouring times are about in proportion to the weights. Segments that start at
// one time stay together.
func borders(s *trajectory.Store, weights []float64) []float64 {
	t := s.T()
	var starts []float64
	for row := 0; row < len(t); row += max(len(t)/borderSample, 1) {
		starts = append(starts, t[row])
	}
	slices.Sort(starts)
	total, sum := 0.0, 0.0
	for _, w := range weights {
		total += w
	}
	at := []float64{math.Inf(-1)}
	for _, w := range weights[:len(weights)-1] {
		sum += w
		at = append(at, starts[int(sum/total*float64(len(starts)-1))])
	}
	return append(at, math.Inf(1))
}
