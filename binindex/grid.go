package binindex

import "math"

// lookupGrid counts the sorted values that are at most a bound, in a few comparisons where
// the values are spread evenly: a uniform grid over the values has the number of values
// before each of its cells.
type lookupGrid struct {
	values  []float64 // not descending
	first   []int32   // [cells+1] number of values before a cell
	start   float64
	perUnit float64 // cells per unit
}

// cellsEach is the number of cells for each value.
const cellsEach = 4

// newLookupGrid makes the lookup grid of sorted values, none of them NaN.
func newLookupGrid(values []float64) lookupGrid {
	n := cellsEach*len(values) + 1
	l := lookupGrid{values: values, first: make([]int32, n+1)}
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
		for i < len(values) && l.cell(values[i]) < g {
			i++
		}
		l.first[g] = int32(i)
	}
	return l
}

// lastCell returns the cell of all bounds beyond the values.
func (l *lookupGrid) lastCell() float64 { return float64(cellsEach * len(l.values)) }

// cell returns the cell of a bound in [0, lastCell]; it never reverses an order.
func (l *lookupGrid) cell(v float64) int {
	f := (v - l.start) * l.perUnit
	if !(f > 0) {
		return 0
	}
	return int(min(f, l.lastCell()))
}

// upTo returns the number of values <= v.
func (l *lookupGrid) upTo(v float64) int {
	g := l.cell(v)
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
func (l *lookupGrid) below(v float64) int { return l.upTo(math.Nextafter(v, math.Inf(-1))) }
