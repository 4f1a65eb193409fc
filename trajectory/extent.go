package trajectory

import (
	"math"

	"flyby/internal/parallel"
)

// extentOfAll returns the extent of all samples. There must be one at least.
func (s *Store) extentOfAll() (e Extent) {
	trajectories := s.Trajectories()
	parts := make([]Extent, parallel.Parts(s.Samples()))
	parallel.Ranges(s.Samples(), len(parts), func(k, first, last int) {
		parts[k] = s.boxOf(first, last)
		parts[k].Start, parts[k].End = s.timesOf(trajectories*k/len(parts), trajectories*(k+1)/len(parts))
	})
	e = parts[0]
	for _, o := range parts[1:] {
		e.Start, e.End = min(e.Start, o.Start), max(e.End, o.End)
		for k := range e.Min {
			e.Min[k], e.Max[k] = min(e.Min[k], o.Min[k]), max(e.Max[k], o.Max[k])
		}
	}
	return e
}

// timesOf returns the first and the last instant of the trajectories [first, last).
func (s *Store) timesOf(first, last int) (start, end float64) {
	start, end = math.Inf(1), math.Inf(-1)
	for traj := first; traj < last; traj++ {
		row, next := s.Range(traj)
		start, end = min(start, s.t[row]), max(end, s.t[next-1])
	}
	return start, end
}

// boxOf returns the corners of the samples [first, last).
func (s *Store) boxOf(first, last int) (e Extent) {
	for k, col := range [][]float64{s.x, s.y, s.z} {
		if col != nil {
			e.Min[k], e.Max[k] = bounds(col[first:last])
		}
	}
	return e
}

// bounds returns the least and the greatest of some numbers, -0 less than 0. No number may be NaN.
func bounds(numbers []float64) (least, greatest float64) {
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for _, v := range numbers {
		key := ascending(int64(math.Float64bits(v))) // min and max of float64 take several times as long
		low, high = min(low, key), max(high, key)
	}
	return math.Float64frombits(uint64(ascending(low))), math.Float64frombits(uint64(ascending(high)))
}

// ascending turns the bits of a float64 into an integer of the same order, and back.
func ascending(bits int64) int64 { return bits ^ bits>>63&math.MaxInt64 }
