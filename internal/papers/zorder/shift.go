package zorder

import (
	"math/bits"
	"math/rand/v2"
)

// Shifts are the numbers, each below 2^31, that lists add to the places of all coordinates: one for
// each list.
type Shifts []uint32

// EvenShifts returns 0, 1/count, 2/count, ... of a place's range. count must be positive.
func EvenShifts(count int) Shifts {
	s := make(Shifts, count)
	for j := range s {
		s[j] = uint32(uint64(j) << placeBits / uint64(count))
	}
	return s
}

// StandardShifts returns the paper's shifts for points of n dimensions: n + 1 where n is even. An
// even number of lists lacks the paper's property (docs/exactness.md, P3), so there are n + 2 where
// n is odd.
func StandardShifts(n int) Shifts { return EvenShifts(n + 1 + n%2) }

// LogShifts returns the paper's uniform-log shifts: as many as the binary logarithm of n, rounded
// up, and one more.
func LogShifts(n int) Shifts { return EvenShifts(bits.Len(uint(n-1)) + 1) }

// RandomShifts returns as many random shifts as StandardShifts. They are the same for the same seed.
func RandomShifts(n int, seed uint64) Shifts {
	s := StandardShifts(n)
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	for j := range s {
		s[j] = r.Uint32N(1 << placeBits)
	}
	return s
}
