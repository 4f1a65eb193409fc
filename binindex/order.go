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
type unit = selection.Item[runRange]

// runRange is n runs from first on, in row order.
type runRange struct {
	first, n int32
}

// of returns the runs of the range.
func (r runRange) of(runs []Run) []Run { return runs[r.first : r.first+r.n] }

// sortUnits puts units that are close in space and time next to each other:
// recursive median splits along the longest axis. The left part of each split
// has a power of two of units, so that any aligned block of 2^k units is one
// subtree. leaf units need no order among themselves.
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

// Another thread may sort a part from parallelSplit units on, where it is at least that part
// of all: more parts would only be handed on.
const (
	parallelSplit = 1 << 8
	parallelParts = 1 << 10
)

// sortPart sorts units, but for the parts that deferred takes.
func sortPart(u []unit, leaf int, deferred func(left []unit) bool) {
	for len(u) > leaf {
		axis := longestAxis(u)
		half := halfOf(len(u), leaf)
		selection.Least(u, half, axis)
		left := u[:half]
		u = u[half:]
		if !deferred(left) {
			sortPart(left, leaf, deferred)
		}
	}
}

// unitSorter is units that several threads sort: parts that nobody has begun,
// the first of them the largest.
type unitSorter struct {
	leaf    int
	stopped func() bool  // whether the rest may stay as it lies
	least   int          // units of a part that is left to others
	left    atomic.Int64 // units that are not sorted
	queued  atomic.Int64 // parts
	lock    sync.Mutex
	parts   [][]unit
}

// work sorts parts until all are sorted, or nobody wants that.
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

// put leaves a part to whoever comes first.
func (s *unitSorter) put(u []unit) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.parts = append(s.parts, u)
	s.queued.Add(1)
}

// take returns a part, nil while there is none.
func (s *unitSorter) take() []unit {
	if s.queued.Load() == 0 {
		return nil
	}
	s.lock.Lock()
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

// boundsGeneric is bounds in Go, of any items: the reference of the vector version.
func boundsGeneric[V any](u []selection.Item[V]) (lo, hi [4]float32) {
	lo, hi = u[0].At, u[0].At
	for i := range u {
		m := &u[i].At
		for k := range 4 {
			lo[k], hi[k] = min(lo[k], m[k]), max(hi[k], m[k])
		}
	}
	return lo, hi
}

// spread32 makes a coordinate of a mid-point; NaN cannot occur, infinities can
// where the data outgrow the frame.
func spread32(x float64) float32 {
	return float32(max(-math.MaxFloat32, min(math.MaxFloat32, x)))
}
