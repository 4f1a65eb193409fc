package binindex

import (
	"slices"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/selection"
)

// All threads split a part together where one thread alone would keep the others waiting:
// a part of at least splitTogether units, and of a given fraction of all units.
const (
	splitTogether     = 1 << 15
	splitTogetherPart = 16
)

// splitter cuts a part of many units with all threads, as selection.Least does on one. The
// result does not depend on the number of threads.
type splitter struct {
	pool    *parallel.Pool
	spare   []unit // as long as the units
	tally   []sides
	stopped func() bool // whether parts may stay as they are
}

// sides is the number of a block's units on each side of a bracket, and later the place of
// the next unit of each side.
type sides [3]int

// The sides of a bracket.
const (
	below = iota
	within
	above
)

// side returns the side of a coordinate, without a branch, which would be mispredicted half of
// the time.
func side(at, low, high float32) int {
	k := 0
	if at >= low {
		k = 1
	}
	over := 0
	if at > high {
		over = 1
	}
	return k + over
}

// splitBlock is the number of units that one thread distributes at a time.
const splitBlock = 1 << 13

// split moves the n units of least coordinate on the longest axis to the front.
func (s *splitter) split(u []unit, n int) { s.least(u, n, s.longestAxis(u)) }

// least moves the n units of least coordinate to the front. A sample brackets the n-th
// coordinate, units are distributed to the sides below, within and above the bracket, and
// the units within it are split in turn.
func (s *splitter) least(u []unit, n, axis int) {
	if len(u) < 2*splitBlock {
		selection.Least[float32](u, n, axis)
		return
	}
	low, high := bracket(u, n, axis)
	all := s.count(u, axis, low, high)
	if n < all[below] || n > all[below]+all[within] || all[within] > len(u)/2 {
		selection.Least[float32](u, n, axis) // the sample was unlike the other units, or many are equal
		return
	}
	s.deal(u, axis, low, high)
	s.least(u[all[below]:][:all[within]], n-all[below], axis)
}

// bracketSample is the number of units that bracket samples, and bracketMargin the number of
// ranks that it allows on each side: four standard deviations of the median's rank.
const (
	bracketSample = 1 << 10
	bracketMargin = 1 << 6
)

// bracket returns two coordinates that, by a sample, probably enclose the n-th unit's.
func bracket(u []unit, n, axis int) (low, high float32) {
	sample := make([]float32, bracketSample)
	for i := range sample {
		sample[i] = u[i*len(u)/bracketSample].At[axis]
	}
	slices.Sort(sample)
	rank := n * bracketSample / len(u)
	return sample[max(0, rank-bracketMargin)], sample[min(bracketSample-1, rank+bracketMargin)]
}

// blocks returns the number of blocks of a part.
func blocks(u []unit) int { return (len(u) + splitBlock - 1) / splitBlock }

// block returns the i-th block of a part.
func block(u []unit, i int) []unit { return u[i*splitBlock : min((i+1)*splitBlock, len(u))] }

// longestAxis returns the axis along which the units spread furthest.
func (s *splitter) longestAxis(u []unit) int {
	type extent struct{ lo, hi [4]float32 }
	all := make([]extent, blocks(u))
	s.pool.Each(len(all), func(i int) { all[i].lo, all[i].hi = bounds(block(u, i)) })
	for i := range all[1:] {
		for k := range 4 {
			all[0].lo[k] = min(all[0].lo[k], all[i+1].lo[k])
			all[0].hi[k] = max(all[0].hi[k], all[i+1].hi[k])
		}
	}
	return longest(all[0].lo, all[0].hi)
}

// count counts the units on each side of a bracket, and computes for each block the places of
// its units.
func (s *splitter) count(u []unit, axis int, low, high float32) (all sides) {
	s.tally = memory.Reuse(s.tally, blocks(u))
	s.pool.Each(len(s.tally), func(i int) { s.tally[i] = countSides(block(u, i), axis, low, high) })
	for _, t := range s.tally {
		for k, n := range t {
			all[k] += n
		}
	}
	next := sides{within: all[below], above: all[below] + all[within]}
	for i, t := range s.tally {
		s.tally[i] = next
		for k, n := range t {
			next[k] += n
		}
	}
	return all
}

func countSides(u []unit, axis int, low, high float32) (n sides) {
	for i := range u {
		n[side(u[i].At[axis&3], low, high)]++
	}
	return n
}

// deal puts the units in the order below, within, above; each side keeps its order.
func (s *splitter) deal(u []unit, axis int, low, high float32) {
	spare := s.spare[:len(u)]
	s.pool.Each(len(s.tally), func(i int) {
		next, from := s.tally[i], block(u, i)
		for j := range from {
			k := side(from[j].At[axis&3], low, high)
			spare[next[k]] = from[j]
			next[k]++
		}
	})
	s.pool.Each(len(s.tally), func(i int) { copy(block(u, i), block(spare, i)) })
}

// splitAll splits parts until each has fewer than least units; the left part of each split has
// leaves whose number is a power of two. It returns the parts in order.
func (s *splitter) splitAll(u []unit, leaf, least int) (parts [][]unit) {
	for len(u) >= least && !s.stopped() {
		half := halfOf(len(u), leaf)
		s.split(u, half)
		parts = append(parts, s.splitAll(u[:half], leaf, least)...)
		u = u[half:]
	}
	return append(parts, u)
}

// halfOf returns the size of the left part of n units: as many leaves as the greatest power of
// two that is less than all.
func halfOf(n, leaf int) int {
	half := leaf
	for 2*half < n {
		half *= 2
	}
	return half
}
