package binindex

import (
	"math"
	"sync"
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
func sortUnits(u []unit, leaf, threads int) {
	s := unitSorter{leaf: leaf, idle: make(chan struct{}, threads)}
	for range threads - 1 {
		s.idle <- struct{}{}
	}
	s.sort(u)
	s.idle <- struct{}{}
	s.others.Wait()
}

// unitSorter sorts units on several threads. The parts of a split differ in
// size, so whoever splits gives a part away as long as a thread is idle.
type unitSorter struct {
	leaf   int
	idle   chan struct{} // a token for each idle thread
	others sync.WaitGroup
}

// parallelSplit is the number of units from which on a split is worth a thread.
const parallelSplit = 1 << 8

func (s *unitSorter) sort(u []unit) {
	for len(u) > s.leaf {
		axis := longestAxis(u)
		half := s.leaf
		for 2*half < len(u) {
			half *= 2
		}
		selectUnits(u, half, axis)
		left := u[:half]
		u = u[half:]
		if len(left) < parallelSplit || !s.give(left) {
			s.sort(left)
		}
	}
}

// give has an idle thread sort the units, if there is one.
func (s *unitSorter) give(u []unit) bool {
	select {
	case <-s.idle:
	default:
		return false
	}
	s.others.Go(func() {
		s.sort(u)
		s.idle <- struct{}{}
	})
	return true
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
