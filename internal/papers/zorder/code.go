package zorder

import "math/bits"

// planeCount is the number of bits of a shifted place: each is a plane of the code, which has a bit of
// every dimension.
const planeCount = placeBits + 1

// difference returns the first bit in which the codes of the places a and b, both shifted, differ,
// counted from 0, and whether a's code is the lesser. It needs no codes: the bit is in the dimension
// whose places differ in the highest bit, the first of these dimensions. Where all are equal it returns
// the number of bits of a code.
func difference(a, b []uint32, shift uint32) (bit int, less bool) {
	most, at := uint32(0), 0
	for j, v := range a {
		v, w := v+shift, b[j]+shift
		if x := v ^ w; most < x && most < x^most { // its highest bit is above most's
			most, at, less = x, j, v < w
		}
	}
	return bits.LeadingZeros32(most)*len(a) + at, less
}

// compare returns -1, 0 or 1 as the code of a is less than b's, equal or greater.
func compare(a, b []uint32, shift uint32) int {
	bit, less := difference(a, b, shift)
	switch {
	case bit == planeCount*len(a):
		return 0
	case less:
		return -1
	}
	return 1
}

// keyBits is the number of bits of a code that a list stores.
const keyBits = 64

// keyOf returns keyBits bits of the code of a place, beginning with bit from. Bits beyond the code's
// last are zero.
func keyOf(place []uint32, shift uint32, from int) uint64 {
	n := len(place)
	key, left := uint64(0), keyBits
	plane, first := from/n, from%n
	for ; plane < planeCount && left > 0; plane++ {
		down := uint(planeCount - 1 - plane)
		last := min(n, first+left)
		for _, v := range place[first:last] {
			key = key<<1 | uint64((v+shift)>>down&1)
		}
		left -= last - first
		first = 0
	}
	return key << left
}
