package radix

import "slices"

const (
	leastFew   = 64 // up to which comparisons are fastest
	digitBits  = 9
	digitCount = 1 << digitBits
)

// Few sorts integers, stably, by their bits from the first on: the lower bits are in order
// already. It uses up a and b, which is as long, and returns one of them. It skips the digits
// in which all agree, and is made for a thousand integers, as Integers is for a million:
// counting all digits first, as Integers does, would cost as much here as a pass.
func Few(a, b []uint64, first int) []uint64 {
	if len(a) <= leastFew {
		slices.Sort(a)
		return a
	}
	differ := uint64(0)
	for _, k := range a {
		differ |= k ^ a[0]
	}
	for shift := first; differ>>shift != 0; shift += digitBits {
		if differ>>shift%digitCount != 0 {
			pass(a, b, shift)
			a, b = b, a
		}
	}
	return a
}

// pass sorts a by one digit into b, stably.
func pass(a, b []uint64, shift int) {
	var next [digitCount]uint32
	for _, k := range a {
		next[k>>shift%digitCount]++
	}
	sum := uint32(0)
	for d, n := range next {
		next[d], sum = sum, sum+n
	}
	for _, k := range a {
		d := k >> shift % digitCount
		b[next[d]] = k
		next[d]++
	}
}
