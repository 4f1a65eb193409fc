package binindex

import "math"

// radixBits is the digit of the radix sort: 2^11 counters fit the first-level cache.
const radixBits = 11

// sortByKey sorts indexes by their float64 keys, stably: a least significant
// digit radix sort that skips digits in which all keys agree.
func sortByKey(index []uint32, keys []float64) {
	type pair struct {
		key uint64
		i   uint32
	}
	a, b := make([]pair, len(index)), make([]pair, len(index))
	all, any := ^uint64(0), uint64(0)
	for n, i := range index {
		k := orderedBits(keys[i])
		a[n] = pair{k, i}
		all, any = all&k, any|k
	}
	for shift := 0; shift < 64; shift += radixBits {
		const mask = 1<<radixBits - 1
		if (all^any)>>shift&mask == 0 {
			continue
		}
		var next [1 << radixBits]int
		for _, p := range a {
			next[p.key>>shift&mask]++
		}
		sum := 0
		for d, n := range next {
			next[d], sum = sum, sum+n
		}
		for _, p := range a {
			d := p.key >> shift & mask
			b[next[d]] = p
			next[d]++
		}
		a, b = b, a
	}
	for n, p := range a {
		index[n] = p.i
	}
}

// orderedBits maps a float64 to an integer of the same order.
func orderedBits(f float64) uint64 {
	b := math.Float64bits(f)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}
