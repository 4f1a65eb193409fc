package binindex

import (
	"iter"

	"flyby/trajectory"
)

// Run is consecutive segments of one trajectory: the rows
// [Row, Row+Count). Count is 0 in the padding of a pyramid.
type Run struct {
	Row, Traj uint32
	Count     uint16
	Ends      uint16 // RunLast, RunPoint
}

const (
	// RunLast marks a run whose last segment owns its end.
	RunLast = 1 << iota
	// RunPoint marks a run that is one point event.
	RunPoint
)

// samples returns the number of samples under the run.
func (r Run) samples() int {
	if r.Ends&RunPoint != 0 {
		return 1
	}
	return int(r.Count) + 1
}

// Segment returns the i-th segment of the run.
func (r Run) Segment(s *trajectory.Store, i int) trajectory.Segment {
	g := s.SegmentOf(trajectory.Piece{Traj: int(r.Traj), First: int(r.Row), Samples: r.samples()}, int(r.Row)+i)
	g.Last = g.Last && r.Ends&RunLast != 0
	return g
}

// runsOf yields the runs of up to length segments of a piece, in row order.
func runsOf(p trajectory.Piece, length int) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		n := p.Segments()
		for i := 0; i < n; i += length {
			r := Run{Row: uint32(p.First + i), Traj: uint32(p.Traj), Count: uint16(min(length, n-i))}
			if i+length >= n && !p.GoesOn {
				r.Ends |= RunLast
			}
			if p.Samples == 1 {
				r.Ends |= RunPoint
			}
			if !yield(r) {
				return
			}
		}
	}
}

// box returns the box of a run in the frame.
func (f *Frame) box(s *trajectory.Store, r Run) Box {
	first, last := int(r.Row), int(r.Row)+r.samples()-1
	b := EmptyBox()
	radius := s.Radius(int(r.Traj))
	for k, col := range [...][]float64{s.X(), s.Y(), s.Z()} {
		if col == nil {
			b.Min[k], b.Max[k] = f.below(0, k), f.above(0, k)
			continue
		}
		lo, hi := col[first], col[first]
		for _, v := range col[first+1 : last+1] {
			lo, hi = min(lo, v), max(hi, v) // no branches: they would be coin tosses
		}
		b.Min[k], b.Max[k] = f.below(lo, k), f.above(hi, k)
	}
	if radius > 0 {
		b.widen(f.length(radius))
	}
	b.First, b.Last = f.Ticks(s.T()[first], s.T()[last], r.Ends&RunLast != 0)
	return b
}
