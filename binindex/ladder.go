package binindex

import (
	"math"
	"sort"
)

// ladder finds a number among sorted ones without going through them by halves:
// their range is cut in as many equal rungs as there are numbers, and a table has
// the first number on each.
type ladder struct {
	values []float64 // not descending
	scale  float64   // rungs a unit
	first  []uint32  // [rungs+1] on the rung or above
}

// newLadder makes the ladder of sorted numbers, none of them NaN.
func newLadder(values []float64) ladder {
	n := len(values)
	l := ladder{values: values, first: make([]uint32, 0, n+2)}
	if n > 0 {
		l.scale = float64(n) / (values[n-1] - values[0])
	}
	if !(l.scale <= math.MaxFloat64) { // one rung, gone through by halves
		l.scale = 0
	}
	for k, v := range values {
		for rung := l.rung(v); len(l.first) <= rung; {
			l.first = append(l.first, uint32(k))
		}
	}
	l.first = append(l.first, uint32(n))
	return l
}

// rung is a monotone function of v, 0 for the first value. No value is below it.
func (l *ladder) rung(v float64) int { return int((v - l.values[0]) * l.scale) }

// search returns the first number that is v or more, their number if there is none.
func (l *ladder) search(v float64) int {
	n := len(l.values)
	if n == 0 || v <= l.values[0] {
		return 0
	}
	if v > l.values[n-1] {
		return n
	}
	rung := l.rung(v)
	first, last := int(l.first[rung]), int(l.first[rung+1])
	return first + sort.SearchFloat64s(l.values[first:last], v)
}

// after returns the first number that is more than v.
func (l *ladder) after(v float64) int { return l.search(math.Nextafter(v, math.Inf(1))) }
