package trajectory

import (
	"iter"
	"slices"
	"sort"
)

// Pieces yields the pieces of all trajectories, in row order. A trajectory without a gap or a splice is
// one piece.
func (s *Store) Pieces() iter.Seq[Piece] { return s.PiecesOf(0, s.Trajectories()) }

// PiecesOf yields the pieces of the trajectories [from, to), in row order.
func (s *Store) PiecesOf(from, to int) iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		g := 0
		if from > 0 {
			g = sort.SearchInts(s.gaps, s.first[from])
		}
		for traj := from; traj < to; traj++ {
			first, last := s.Range(traj)
			begun := s.begun != nil && s.begun[traj]
			for ; g < len(s.gaps) && s.gaps[g] < last; g++ {
				next := s.gaps[g] + 1
				spliced := s.spliced(next)
				if !yield(Piece{traj, first, next - first, begun, spliced}) {
					return
				}
				first, begun = next, spliced
			}
			if !yield(Piece{traj, first, last - first, begun, s.goesOn != nil && s.goesOn[traj]}) {
				return
			}
		}
	}
}

// Rows yields every segment with its row, in row order.
func (s *Store) Rows() iter.Seq2[int, Segment] {
	return func(yield func(int, Segment) bool) {
		for p := range s.Pieces() {
			n := p.Segments()
			for i := range n {
				if !yield(p.First+i, s.at(p.Traj, p.First+i, p.Samples == 1, i == n-1 && !p.GoesOn)) {
					return
				}
			}
		}
	}
}

// Segment returns the segment that starts at a row, in O(log trajectories).
func (s *Store) Segment(row int) Segment {
	return s.SegmentAt(s.Owner(row), row)
}

// SegmentOf returns the segment that starts at a row of the piece p, in constant time.
func (s *Store) SegmentOf(p Piece, row int) Segment {
	end := p.First + p.Samples - 1
	return s.at(p.Traj, row, row == end, row+1 >= end && !p.GoesOn)
}

// breaks reports whether a row of a trajectory is the last sample of its piece.
func (s *Store) breaks(traj, row int) bool {
	if row+1 == s.first[traj+1] {
		return true
	}
	if len(s.gaps) == 0 {
		return false
	}
	i := sort.SearchInts(s.gaps, row)
	return i < len(s.gaps) && s.gaps[i] == row
}

// spliced reports whether the first row of a piece, which is not the first of its trajectory, begins at a splice: at the time at which the piece before ends.
func (s *Store) spliced(row int) bool { return s.t[row-1] == s.t[row] }

// HasSplices reports whether a piece begins at the instant at which the piece before it ends, in O(gaps).
func (s *Store) HasSplices() bool {
	return slices.ContainsFunc(s.gaps, func(row int) bool { return s.spliced(row + 1) })
}

// ends reports whether a row of a trajectory is the last sample of a piece that does not go on.
func (s *Store) ends(traj, row int) bool {
	if row+1 == s.first[traj+1] {
		return s.goesOn == nil || !s.goesOn[traj]
	}
	return s.breaks(traj, row) && !s.spliced(row+1)
}

// at makes the segment of a row; a point's end is its own sample.
func (s *Store) at(traj, row int, point, last bool) Segment {
	end := row + 1
	if point {
		end = row
	}
	g := Segment{T0: s.t[row], T1: s.t[end], Last: last}
	g.P0[0], g.P1[0] = s.x[row], s.x[end]
	g.P0[1], g.P1[1] = s.y[row], s.y[end]
	if s.z != nil {
		g.P0[2], g.P1[2] = s.z[row], s.z[end]
	}
	if s.radius != nil {
		g.R = s.radius[traj]
	}
	return g
}

// SegmentAt returns the segment that starts at a row of a trajectory, in
// constant time where the store has no gaps.
func (s *Store) SegmentAt(traj, row int) Segment {
	point := s.breaks(traj, row)
	return s.at(traj, row, point, point || s.ends(traj, row+1))
}

// LastRow returns the row of the last segment of a trajectory.
func (s *Store) LastRow(traj int) int {
	last := s.first[traj+1] - 1
	if last == s.first[traj] || s.breaks(traj, last-1) {
		return last
	}
	return last - 1
}

// StartsPiece reports whether a row of the trajectory traj is the first sample of a piece that neither
// began before nor begins at a splice.
func (s *Store) StartsPiece(traj, row int) bool {
	if row == s.first[traj] {
		return s.begun == nil || !s.begun[traj]
	}
	return s.breaks(traj, row-1) && !s.spliced(row)
}
