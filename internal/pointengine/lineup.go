package pointengine

import (
	"slices"
	"sort"

	"flyby/internal/parallel"
	"flyby/internal/selection"
	"flyby/points"
)

const (
	// steps is the greatest number of steps: a step's number fits 16 bits.
	steps = 1 << 12
	// sampledValues is the size of the sample that steps are cut by.
	sampledValues = 1 << 16
)

// edges cut a coordinate into steps: a step ends below each edge, and the last step has no end. They ascend.
type edges []float64

// edgesOf cuts a column into steps of about as many values each.
func edgesOf(column []float64) edges {
	values := sampleOf(column, sampledValues)
	var e edges
	for _, i := range selection.Evenly(len(values), steps)[min(1, len(values)):] {
		e = append(e, values[i])
	}
	return slices.Compact(e)
}

// sampleOf returns up to most values of a column, evenly spaced, sorted.
func sampleOf(column []float64, most int) []float64 {
	var values []float64
	for _, row := range selection.Evenly(len(column), most) {
		values = append(values, column[row])
	}
	slices.Sort(values)
	return values
}

// step returns the step of a value. It does not fall where values grow.
func (e edges) step(v float64) int {
	return sort.Search(len(e), func(i int) bool { return e[i] > v })
}

// widest returns the dimension in which the middle half of a sample is the widest.
func widest(s *points.Store) (dimension int) {
	most := -1.0
	for j := range s.Dimensions() {
		values := sampleOf(s.Column(j), 1<<10)
		if n := len(values); n > 0 {
			if width := values[n-1-n/4] - values[n/4]; width > most {
				dimension, most = j, width
			}
		}
	}
	return dimension
}

// lineup is an order of points: by the step of one coordinate, within a step by row.
type lineup struct {
	column []float64
	edges  edges
	rows   []uint32
	begins []int // [steps+1]: the first index of each step in rows, and the end of the last
}

// lineUp puts points in order. It takes 6 bytes a point, of which 4 stay.
func lineUp(column []float64, e edges, threads int) *lineup {
	l := &lineup{column, e, make([]uint32, len(column)), make([]int, len(e)+2)}
	step := make([]uint16, len(column))
	parallel.Ranges(len(column), threads, func(_, first, last int) {
		for row := first; row < last; row++ {
			step[row] = uint16(e.step(column[row]))
		}
	})
	for _, s := range step {
		l.begins[s+1]++
	}
	for s := range l.begins[1:] {
		l.begins[s+1] += l.begins[s]
	}
	next := slices.Clone(l.begins)
	for row, s := range step {
		l.rows[next[s]] = uint32(row)
		next[s]++
	}
	return l
}

// span returns the range of places, none before place, that holds all values in [low, high], and others of the steps at
// its ends.
func (l *lineup) span(place int, low, high float64) (first, last int) {
	return max(place, l.begins[l.edges.step(low)]), l.begins[l.edges.step(high)+1]
}

// between yields the rows from a place on whose values are in [low, high], in order.
func (l *lineup) between(place int, low, high float64) func(yield func(row uint32) bool) {
	first, last := l.span(place, low, high)
	return func(yield func(row uint32) bool) {
		for at := first; at < last; at++ {
			row := l.rows[at]
			if v := l.column[row]; v >= low && v <= high && !yield(row) {
				return
			}
		}
	}
}
