package tiling

import (
	"math"
	"slices"

	"flyby/internal/parallel"
	"flyby/internal/pointindex"
	"flyby/internal/selection"
	"flyby/points"
)

// A Frame is shared by sets of points that are joined with each other: the order of their dimensions, and the origin and unit of offsets.
type Frame struct {
	Order  []int     // dimensions, by decreasing variance, equal ones by number
	Centre []float64 // in that order
	Scale  float64   // the factor of offsets, a power of two
}

// mostSampled is the greatest number of points from which a frame is made.
const mostSampled = 4096

// NewFrame returns the frame of a store. Its centre is the median in each dimension, of a sample, so that a few points far out do not move it; the
// offsets of half of the sample are at most about 1. It does not depend on the number of threads.
func NewFrame(s *points.Store, threads int) Frame {
	n := s.Dimensions()
	f, rows, medians := Frame{Centre: make([]float64, n)}, selection.Evenly(s.Len(), mostSampled), make([]float64, n)
	do := [...]func(){
		func() { f.Order = pointindex.ByVariance(s.Columns()) },
		func() {
			for j := range medians {
				medians[j] = median(s.Column(j), rows)
			}
			f.Scale = unit(s, rows, medians)
		},
	}
	parallel.Ranges(len(do), min(len(do), parallel.Threads(threads)), func(_, first, last int) {
		for _, step := range do[first:last] {
			step()
		}
	})
	for at, j := range f.Order {
		f.Centre[at] = medians[j]
	}
	return f
}

// median returns a median of some rows of a column, 0 if there are no rows.
func median(column []float64, rows []int) float64 {
	if len(rows) == 0 {
		return 0
	}
	values := make([]float64, len(rows))
	for i, row := range rows {
		values[i] = column[row]
	}
	return selection.Nth(values, len(values)/2)
}

// unit returns the power of two that brings the median of the rows' greatest offsets to about 1, or, where that offset is 0, the greatest of all
// offsets.
func unit(s *points.Store, rows []int, medians []float64) float64 {
	most := make([]float64, len(rows))
	for j, m := range medians {
		column := s.Column(j)
		for i, row := range rows {
			most[i] = max(most[i], math.Abs(column[row]-m))
		}
	}
	size := 0.0
	if len(most) > 0 {
		if size = selection.Nth(most, len(most)/2); size == 0 {
			size = slices.Max(most)
		}
	}
	if size == 0 {
		return 1
	}
	const largest = 1000 // greater powers of two may overflow: offsets are smaller then
	_, exponent := math.Frexp(size)
	return math.Ldexp(1, min(1-exponent, largest))
}

// Offset returns the offset of a coordinate in the dimension Order[at].
func (f *Frame) Offset(at int, v float64) float32 {
	return float32((v - f.Centre[at]) * f.Scale)
}
