// Package radix sorts numbers, and indexes by numbers, in linear time: digit by
// digit, the least significant first. No number may be NaN.
package radix

import (
	"math"
	"slices"
)

// A digit of 11 bits: its counters fit the first-level cache.
const (
	bits   = 11
	mask   = 1<<bits - 1
	digits = (64 + bits - 1) / bits
)

// few is the number of values from which on counting digits is faster than comparing.
const few = 256

// Floats sorts numbers, -0 before 0.
func Floats(values []float64) {
	keys := make([]uint64, len(values))
	for i, v := range values {
		keys[i] = ordered(v)
	}
	if len(keys) < few {
		slices.Sort(keys)
	} else {
		keys = Integers(keys, make([]uint64, len(keys)), 0)
	}
	for i, k := range keys {
		values[i] = unordered(k)
	}
}

// Integers sorts integers by their bits from the first on, stably. It uses up a and
// b, which is as long, and returns one of them.
func Integers(a, b []uint64, first int) []uint64 {
	if len(a) < 2 {
		return a
	}
	var all [digits][mask + 1]uint32
	counts := all[:(64-first+bits-1)/bits]
	for _, k := range a {
		k >>= first
		for d := range counts {
			counts[d][k&mask]++
			k >>= bits
		}
	}
	for d := range counts {
		shift, next := first+d*bits, &counts[d]
		if next[a[0]>>shift&mask] == uint32(len(a)) {
			continue // all agree in this digit
		}
		sum := uint32(0)
		for v, n := range next {
			next[v], sum = sum, sum+n
		}
		for _, k := range a {
			v := k >> shift & mask
			b[next[v]] = k
			next[v]++
		}
		a, b = b, a
	}
	return a
}

// ordered maps a float64 to an integer of the same order, unordered maps it back.
func ordered(f float64) uint64 {
	b := math.Float64bits(f)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

func unordered(k uint64) float64 {
	if k>>63 != 0 {
		return math.Float64frombits(k &^ (1 << 63))
	}
	return math.Float64frombits(^k)
}
