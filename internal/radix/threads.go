package radix

import "flyby/internal/parallel"

// leastPart is the number of integers that is worth a goroutine.
const leastPart = 1 << 14

// IntegersOn sorts as Integers does, on up to a number of threads: the result is the same for any number. Each thread counts and
// moves a range of the integers, and a digit's integers lie range by range, so that equal ones keep their order.
func IntegersOn(threads int, a, b []uint64, first int) []uint64 {
	parts := min(threads, len(a)/leastPart)
	if parts < 2 {
		return Integers(a, b, first)
	}
	next := make([][mask + 1]uint32, parts)
	for shift := first; shift < 64; shift += bits {
		parallel.Ranges(len(a), parts, func(k, from, to int) { count(a[from:to], shift, &next[k]) })
		if places(next, a[0]>>shift&mask, len(a)) {
			continue
		}
		parallel.Ranges(len(a), parts, func(k, from, to int) { move(a[from:to], b, shift, &next[k]) })
		a, b = b, a
	}
	return a
}

// count counts integers by a digit.
func count(a []uint64, shift int, counts *[mask + 1]uint32) {
	*counts = [mask + 1]uint32{}
	for _, k := range a {
		counts[k>>shift&mask]++
	}
}

// places turns the counts of each range into the place of its first integer, by digit. It reports whether all n integers have
// one digit: then they stay where they are.
func places(counts [][mask + 1]uint32, digit uint64, n int) (one bool) {
	of := uint32(0)
	for k := range counts {
		of += counts[k][digit]
	}
	if int(of) == n {
		return true
	}
	sum := uint32(0)
	for v := range mask + 1 {
		for k := range counts {
			counts[k][v], sum = sum, sum+counts[k][v]
		}
	}
	return false
}

// move moves integers to the next places of their digits.
func move(a, to []uint64, shift int, next *[mask + 1]uint32) {
	for _, k := range a {
		v := k >> shift & mask
		to[next[v]] = k
		next[v]++
	}
}
