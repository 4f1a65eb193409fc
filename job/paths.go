package job

import (
	"math"

	"flyby/internal/geo"
	"flyby/internal/output"
	"flyby/trajectory"
)

// times returns how often the path of a trajectory is drawn for a row.
func (f *further) times() int {
	if f.both {
		return 2
	}
	return 1
}

// lines returns the paths of rows: see docs/decisions/0104-paths-are-features.md.
func (f *further) lines() *output.Lines {
	return &output.Lines{Draw: func(row int, ofEntry bool, begin func(bool, int) error, to func([3]float64, bool) error) error {
		if f.both {
			ofEntry = ofEntry != (row%2 == 1)
			row /= 2
		}
		s, traj := f.query, f.rows.query[row]
		if ofEntry {
			s, traj = f.entry, f.rows.entry[row]
		}
		return s.draw(traj, f.rows.enter[row], f.rows.exit[row], begin, to)
	}}
}

// draw draws the path of a trajectory from one time to another, for data in degrees as lines that do not cross the meridian of 180 degrees.
func (s *side) draw(traj uint32, from, to float64, begin func(several bool, axes int) error, draw func(at [3]float64, begins bool) error) error {
	way := s.way
	if s.answers != nil {
		way = s.answers.Way
	}
	ready := func(several bool) error { return begin(several, s.axes) }
	if !s.degrees {
		return way(traj, from, to, ready, func(at trajectory.Sample, begins bool) error { return draw(s.lengths(at), begins) })
	}
	l := geo.Lines{Upright: s.Space().Heights, To: func(p geo.Place, begins bool) error {
		return draw([3]float64{p.Lon, p.Lat, p.Height}, begins)
	}}
	if err := way(traj, from, to, ready, l.Add); err != nil {
		return err
	}
	return l.End()
}

// lengths returns the position of a sample of data that are not in degrees, as its columns have it.
func (s *side) lengths(at trajectory.Sample) [3]float64 {
	if s.Space().Heights {
		return [3]float64{at.X, at.Y, at.H}
	}
	return [3]float64{at.X, at.Y, at.Z}
}

// endsLine reports whether a line ends between two samples, as geo.EndsLine does: for data that are not in degrees only at a gap.
func (s *side) endsLine(a, b trajectory.Sample, begins bool) bool {
	return s.degrees && geo.EndsLine(a, b, begins)
}

// way is whereabouts.Side.Way for data in memory.
func (s *side) way(traj uint32, from, to float64, begin func(several bool) error, each func(at trajectory.Sample, begins bool) error) error {
	all := s.Store.Way(int(traj), from, to, math.Inf(-1), math.Inf(1))
	if err := begin(s.isSeveral(all)); err != nil {
		return err
	}
	for at, begins := range all {
		if err := each(at, begins); err != nil {
			return err
		}
	}
	return nil
}

// isSeveral reports whether a way has more than one line.
func (s *side) isSeveral(way func(yield func(at trajectory.Sample, begins bool) bool)) bool {
	var last trajectory.Sample
	there, began := false, false
	for at, begins := range way {
		if there && (begins || s.endsLine(last, at, began)) {
			return true
		}
		last, there, began = at, true, begins
	}
	return false
}
