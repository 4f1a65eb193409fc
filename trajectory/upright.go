package trajectory

import "fmt"

// An Upright is a segment of horizontal positions with the heights of its ends: between them
// its height is linear in time, as its position is. A point event has H0 == H1.
type Upright struct {
	Segment
	H0, H1 float64
}

// Upright returns the segment that starts at a row, of a store with heights.
func (s *Store) Upright(row int) Upright {
	return s.uprightOf(s.Segment(row), row)
}

// UprightAt is Upright of a row of the known trajectory traj, without the search for it.
func (s *Store) UprightAt(traj, row int) Upright {
	return s.uprightOf(s.SegmentAt(traj, row), row)
}

func (s *Store) uprightOf(g Segment, row int) Upright {
	u := Upright{g, s.h[row], s.h[row]}
	if g.T1 > g.T0 {
		u.H1 = s.h[row+1]
	}
	return u
}

// Vertical returns the motion of the height as a segment along x, without a radius. The distance
// of two vertical segments is the difference of the heights.
func (u *Upright) Vertical() Segment {
	g := u.Segment
	g.P0, g.P1, g.R = [3]float64{u.H0}, [3]float64{u.H1}, 0
	return g
}

// WithHeights returns s with heights beside its positions, which are taken for horizontal. It shares
// the memory of s and keeps the slice; it panics unless h has a height for each sample.
func (s *Store) WithHeights(h []float64) *Store {
	if len(h) != len(s.t) {
		panic(fmt.Sprintf("trajectory: %d heights for %d samples", len(h), len(s.t)))
	}
	u := *s
	u.h = h
	return &u
}
