package binindex

import (
	"math"
	"sync"
	"sync/atomic"

	"flyby/internal/parallel"
)

// unit is a stretch of runs of one trajectory that grouping keeps together,
// with the middle of its box: time scaled by the typical speed, then x, y, z.
type unit struct {
	mid [4]float32
	run int32 // first run, in row order
	n   int32 // runs
}

// sortUnits puts units that are close in space and time next to each other:
// recursive median splits along the longest axis. The left part of each split
// has a power of two of units, so that any aligned block of 2^k units is one
// subtree. leaf units need no order among themselves.
func sortUnits(u []unit, leaf int, crew *parallel.Crew) {
	if len(u) < 2*parallelSplit {
		sortPart(u, leaf, func([]unit) bool { return false })
		return
	}
	s := unitSorter{leaf: leaf, parts: [][]unit{u}}
	s.queued.Store(1)
	s.left.Store(int64(len(u)))
	crew.Run(func(int) { s.work() })
}

// parallelSplit is the number of units from which on another thread may sort
// a part.
const parallelSplit = 1 << 8

// sortPart sorts units, but for the parts that deferred takes.
func sortPart(u []unit, leaf int, deferred func(left []unit) bool) {
	for len(u) > leaf {
		axis := longestAxis(u)
		half := leaf
		for 2*half < len(u) {
			half *= 2
		}
		selectUnits(u, half, axis)
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
	leaf   int
	left   atomic.Int64 // units that are not sorted
	queued atomic.Int64 // parts
	lock   sync.Mutex
	parts  [][]unit
}

// work sorts parts until all are sorted.
func (s *unitSorter) work() {
	for s.left.Load() > 0 {
		if u := s.take(); u != nil {
			own := len(u)
			sortPart(u, s.leaf, func(left []unit) bool {
				if len(left) < parallelSplit {
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
func longestAxis(u []unit) int {
	lo, hi := bounds(u)
	axis, best := 0, float32(-1)
	for k := range 4 {
		if spread := hi[k] - lo[k]; spread > best {
			axis, best = k, spread
		}
	}
	return axis
}

// boundsGeneric is bounds in Go: the reference of the vector version.
func boundsGeneric(u []unit) (lo, hi [4]float32) {
	lo, hi = u[0].mid, u[0].mid
	for i := range u {
		m := &u[i].mid
		for k := range 4 {
			lo[k], hi[k] = min(lo[k], m[k]), max(hi[k], m[k])
		}
	}
	return lo, hi
}

// selectUnits moves the n smallest units along an axis to the front
// (Hoare's selection with the median of three; equal keys split evenly, so
// thousands of equal values cost no more than distinct ones).
func selectUnits(u []unit, n, axis int) {
	lo, hi := 0, len(u)-1
	for depth := 0; lo < hi; depth++ {
		pivot := medianOfThree(u[lo].mid[axis], u[(lo+hi)/2].mid[axis], u[hi].mid[axis])
		i, j := lo, hi
		for i <= j {
			for u[i].mid[axis] < pivot {
				i++
			}
			for u[j].mid[axis] > pivot {
				j--
			}
			if i <= j {
				u[i], u[j] = u[j], u[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return
		}
	}
}

func medianOfThree(a, b, c float32) float32 {
	return max(min(a, b), min(max(a, b), c))
}

// spread32 makes a coordinate of a mid-point; NaN cannot occur, infinities can
// where the data outgrow the frame.
func spread32(x float64) float32 {
	return float32(max(-math.MaxFloat32, min(math.MaxFloat32, x)))
}
