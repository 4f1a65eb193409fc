package pointjoin

import (
	"fmt"

	"flyby/internal/memory"
	"flyby/points"
)

// A Pair is two rows in one number, so that pairs are ordered as numbers are: by their first row, then
// by their second. In a self-join the first is the lower row, in a join with queries it is the query.
type Pair = uint64

// PairBytes is the memory of a pair.
const PairBytes = 8

// PairOf returns the pair of two rows.
func PairOf(first, second uint32) Pair { return uint64(first)<<32 | uint64(second) }

// Rows returns the two rows of a pair.
func Rows(p Pair) (first, second uint32) { return uint32(p >> 32), uint32(p) }

// Found is the pairs of works, list by list.
type Found struct {
	Lists []List
	// Budget is the budget from which the memory of lists is taken before it is allocated; nil: there is no bound.
	Budget *memory.Budget
	// Take, where it is set, may be handed the pairs of a work in place of Lists: the pairs that come next in order, as they
	// are found, in the goroutine that asked for them. Their memory is the driver's again once Take returns. The error of Take
	// ends the work and is returned. A driver that hands over pairs does so with all pairs of the work, in any memory: it
	// returns an *OverflowError before the first pair, or never.
	Take func(points.Pairs) error
}

// A List holds pairs of a work that were found together.
type List struct {
	Pairs []Pair
	// Ordered says that the pairs are in order, and come after the pairs of the list before it, if
	// that list is of the same work.
	Ordered bool
}

// Len returns the number of pairs.
func (f *Found) Len() (n int) {
	for _, l := range f.Lists {
		n += len(l.Pairs)
	}
	return n
}

// OverflowError says that the pairs of a work outgrow their memory: the work is to be cut, and its
// parts to be run.
type OverflowError struct {
	Room uint64 // bytes of the memory
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("pointjoin: pairs outgrow %d bytes", e.Room)
}
