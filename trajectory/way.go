package trajectory

import (
	"iter"
	"sort"
)

// Way yields the way of a trajectory between the times from and to: the position at from, the samples between the two times, and, if
// to is later than from, the position at to. The bool is true of the first sample, and of a sample after a gap or a splice: no segment leads to
// it. At a splice come the position at which a piece ends and that at which the next begins. Z is 0 in 2-D, and H without heights.
//
// Way yields only samples at times in [start, end). So the ways of excerpts, each between the ends of its slab, one after the other in
// order of time, are the way of the whole, to the bit.
func (s *Store) Way(traj int, from, to, start, end float64) iter.Seq2[Sample, bool] {
	return func(yield func(sample Sample, begins bool) bool) {
		if start <= from && from < end && !yield(s.sampleAt(traj, from), true) {
			return
		}
		_, last := s.Range(traj)
		row := s.firstAt(traj, s.rowAt(traj, max(from, start)))
		gap := sort.SearchInts(s.gaps, row-1) // the first gap that may lie before a row
		for ; row < last && s.t[row] < to && s.t[row] < end; row++ {
			for gap < len(s.gaps) && s.gaps[gap] < row-1 {
				gap++
			}
			if s.t[row] <= from || s.t[row] < start {
				continue
			}
			begins := gap < len(s.gaps) && s.gaps[gap] == row-1
			if row == s.first[traj] {
				begins = s.StartsPiece(traj, row)
			}
			if !yield(s.sampleOf(row), begins) {
				return
			}
		}
		if from < to && start <= to && to < end {
			at := s.rowAt(traj, to)
			ends := s.firstAt(traj, at)
			if ends < at && s.t[at] == to && !yield(s.sampleOf(ends), false) {
				return
			}
			yield(s.sampleAt(traj, to), s.t[at] == to && (ends < at || s.StartsPiece(traj, at)))
		}
	}
}

// firstAt returns the row at which a piece ends where the next begins at the given row, at a splice; otherwise the given row.
func (s *Store) firstAt(traj, row int) int {
	if row > s.first[traj] && s.spliced(row) {
		return row - 1
	}
	return row
}

// sampleAt returns the sample of a trajectory at a time, as At and HeightAt have it.
func (s *Store) sampleAt(traj int, t float64) Sample {
	p := s.At(traj, t)
	at := Sample{T: t, X: p[0], Y: p[1], Z: p[2]}
	if s.h != nil {
		at.H = s.HeightAt(traj, t)
	}
	return at
}

// sampleOf returns the sample of a row.
func (s *Store) sampleOf(row int) Sample {
	at := Sample{T: s.t[row], X: s.x[row], Y: s.y[row]}
	if s.z != nil {
		at.Z = s.z[row]
	}
	if s.h != nil {
		at.H = s.h[row]
	}
	return at
}
