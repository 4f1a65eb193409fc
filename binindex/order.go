package binindex

import (
	"math"
	"sync"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/internal/selection"
)

// unit is successive runs of one trajectory that grouping keeps together, at the
// middle of its box: time scaled by the typical speed, then x, y, z.
type unit = selection.Item[[4]float32, runRange]

// runRange is n runs from first on, in row order.
type runRange struct {
	first, n int32
}

// of returns the runs of the range.
func (r runRange) of(runs []Run) []Run { return runs[r.first : r.first+r.n] }

// sortUnits puts units that are close in space and time next to each other, by
// recursive median splits along the longest axis. The left part of each split has a
// number of units that is a power of two, so that any aligned block of 2^k units is
// one subtree. Parts of leaf units are not split.
func sortUnits(u []unit, leaf int, pool *parallel.Pool, stopped func() bool) {
	if len(u) < 2*parallelSplit {
		sortPart(u, leaf, func([]unit) bool { return false })
		return
	}
	s := unitSorter{leaf: leaf, stopped: stopped, least: max(parallelSplit, len(u)/parallelParts), parts: [][]unit{u}}
	if len(u) >= splitTogether {
		together := splitter{pool: pool, spare: make([]unit, len(u)), stopped: stopped}
		s.parts = together.splitAll(u, leaf, max(splitTogether, len(u)/splitTogetherPart+1))
	}
	s.queued.Store(int64(len(s.parts)))
	s.left.Store(int64(len(u)))
	pool.Run(func(int) { s.work() })
}

// Another thread may sort a part of at least parallelSplit units and a given fraction of all
// units: smaller parts cost more to hand over than to sort.
const (
	parallelSplit = 1 << 8
	parallelParts = 1 << 10
)

// sortPart sorts units, except the parts that deferred takes.
func sortPart(u []unit, leaf int, deferred func(left []unit) bool) {
	for len(u) > leaf {
		axis := longestAxis(u)
		half := halfOf(len(u), leaf)
		selection.Least[float32](u, half, axis)
		left := u[:half]
		u = u[half:]
		if !deferred(left) {
			sortPart(left, leaf, deferred)
		}
	}
}

// unitSorter is the state of several threads that sort units: the parts that no
// thread has begun, the first of them the largest.
type unitSorter struct {
	leaf    int
	stopped func() bool  // reports whether the other units need not be sorted
	least   int          // the least units of a part that is queued
	left    atomic.Int64 // number of units not sorted yet
	queued  atomic.Int64 // number of queued parts
	lock    sync.Mutex
	parts   [][]unit
}

// work sorts parts until all are sorted, or stopped returns true.
func (s *unitSorter) work() {
	for s.left.Load() > 0 && !s.stopped() {
		if u := s.take(); u != nil {
			own := len(u)
			sortPart(u, s.leaf, func(left []unit) bool {
				if len(left) < s.least {
					return false
				}
				own -= len(left)
				s.put(left)
				return true
			})
			s.left.Add(-int64(own))
		}
	}
}

// put queues a part for any thread.
func (s *unitSorter) put(u []unit) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.parts = append(s.parts, u)
	s.queued.Add(1)
}

// take returns a queued part, nil if there is none or another thread is at the queue: to wait for
// the lock could put a thread to sleep for as long as a whole sort takes.
func (s *unitSorter) take() []unit {
	if s.queued.Load() == 0 || !s.lock.TryLock() {
		return nil
	}
	defer s.lock.Unlock()
	if len(s.parts) == 0 {
		return nil
	}
	u := s.parts[0]
	s.parts = s.parts[1:]
	s.queued.Add(-1)
	return u
}

// longestAxis returns the axis along which the units spread furthest.
func longestAxis(u []unit) int { return longest(bounds(u)) }

// longest returns the axis along which bounds are furthest apart.
func longest(lo, hi [4]float32) int {
	axis, best := 0, float32(-1)
	for k := range 4 {
		if spread := hi[k] - lo[k]; spread > best {
			axis, best = k, spread
		}
	}
	return axis
}

// boundsGeneric is bounds in Go, for any items: the reference of the vector version.
func boundsGeneric[V any](u []selection.Item[[4]float32, V]) (lo, hi [4]float32) {
	lo, hi = u[0].At, u[0].At
	for i := range u {
		m := &u[i].At
		for k := range 4 {
			lo[k], hi[k] = min(lo[k], m[k]), max(hi[k], m[k])
		}
	}
	return lo, hi
}

// spread32 returns x as a coordinate of a mid-point. x is never NaN, but may be
// infinite where the data outgrow the frame.
func spread32(x float64) float32 {
	return float32(max(-math.MaxFloat32, min(math.MaxFloat32, x)))
}
