package binindex

import "math"

// ladder counts how many of sorted values are at most a bound, in a few comparisons
// where they are spread evenly: a uniform grid over them has how many lie before each
// of its rungs.
type ladder struct {
	values  []float64 // not descending
	first   []int32   // [rungs+1] values before a rung
	start   float64
	perUnit float64 // rungs a unit
}

// rungsEach is the number of rungs for each value.
const rungsEach = 4

// newLadder makes the ladder of sorted values, none of them NaN.
func newLadder(values []float64) ladder {
	n := rungsEach*len(values) + 1
	l := ladder{values: values, first: make([]int32, n+1)}
	if len(values) > 0 {
		l.start = values[0]
		if span := values[len(values)-1] - l.start; span > 0 {
			l.perUnit = float64(n-1) / span
		}
	}
	if math.IsInf(l.perUnit, 0) {
		l.perUnit = 0
	}
	i := 0
	for g := range l.first {
		for i < len(values) && l.rung(values[i]) < g {
			i++
		}
		l.first[g] = int32(i)
	}
	return l
}

// lastRung is the rung of all that lies beyond the values.
func (l *ladder) lastRung() float64 { return float64(rungsEach * len(l.values)) }

// rung returns the rung of a bound in [0, lastRung]; it never reverses an order.
func (l *ladder) rung(v float64) int {
	f := (v - l.start) * l.perUnit
	if !(f > 0) {
		return 0
	}
	return int(min(f, l.lastRung()))
}

// upTo returns the number of values <= v.
func (l *ladder) upTo(v float64) int {
	g := l.rung(v)
	lo, hi := int(l.first[g]), int(l.first[g+1])
	for hi-lo > 4 {
		if mid := (lo + hi) / 2; l.values[mid] <= v {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for lo < hi && l.values[lo] <= v {
		lo++
	}
	return lo
}

// below returns the number of values < v.
func (l *ladder) below(v float64) int { return l.upTo(math.Nextafter(v, math.Inf(-1))) }
