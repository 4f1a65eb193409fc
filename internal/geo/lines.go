package geo

import (
	"math"

	"flyby/trajectory"
)

// EndsLine reports whether a line on a map ends between two positions in the EarthCentred frame, from a straight to b, as RFC 7946 §3.1.9
// requires: where it crosses the meridian of 180 degrees, and where it leaves that meridian, unless a begins a line.
func EndsLine(a, b trajectory.Sample, begins bool) bool {
	if isOn180(a) {
		return b.Y != 0 && !begins
	}
	if !(a.Y < 0 && b.Y > 0 || a.Y > 0 && b.Y < 0) {
		return false
	}
	return crossing(a, b).X < 0
}

// isOn180 reports whether a position is on the meridian of 180 degrees.
func isOn180(p trajectory.Sample) bool { return p.Y == 0 && p.X < 0 }

// crossing returns the point at which the straight way between two positions crosses the plane of the meridians of 0 and 180 degrees, which
// lies between them.
func crossing(a, b trajectory.Sample) trajectory.Sample {
	share := a.Y / (a.Y - b.Y)
	between := func(from, to float64) float64 { return from + float64(share*(to-from)) }
	return trajectory.Sample{X: between(a.X, b.X), Z: between(a.Z, b.Z), H: between(a.H, b.H)}
}

// Lines draws ways of objects in the EarthCentred frame as lines of places, which never cross the meridian of 180 degrees: a line that
// comes to it ends there, and another begins on its other side. The zero Lines draws one way.
type Lines struct {
	Upright bool                                   // heights are H of samples
	To      func(p Place, begins bool) (err error) // takes places without times; begins says that a line begins, behind those before

	last    trajectory.Sample
	hasLast bool // there is a last sample
	pending bool // the last sample is not drawn yet: it begins a line, and is on the meridian
	begins  bool // the last sample begins a line
	east    bool // the last place has a longitude above 0, or is at 180
}

// Add adds the next sample of the way; begins says that a gap lies before it, as trajectory.Store.Way does.
func (l *Lines) Add(s trajectory.Sample, begins bool) error {
	if begins || !l.hasLast {
		if err := l.End(); err != nil {
			return err
		}
		l.pending = isOn180(s)
		l.last, l.hasLast, l.begins = s, true, true
		if l.pending {
			return nil
		}
		return l.draw(s, s.Y >= 0, true)
	}
	if l.pending { // on the side that the way leaves it to
		l.pending = false
		if err := l.draw(l.last, s.Y >= 0, true); err != nil {
			return err
		}
	}
	east := s.Y > 0 || s.Y == 0 && (l.east || !isOn180(s))
	if EndsLine(l.last, s, l.begins) {
		if err := l.cut(s, east); err != nil {
			return err
		}
	}
	l.last, l.begins = s, false
	return l.draw(s, east, false)
}

// cut ends a line on the meridian, on the way to a sample, and begins another on the sample's side.
func (l *Lines) cut(to trajectory.Sample, east bool) error {
	at := l.last
	if !isOn180(at) {
		at = crossing(l.last, to)
		if err := l.draw(at, l.east, false); err != nil {
			return err
		}
	}
	return l.draw(at, east, true)
}

// draw draws a sample; one on the meridian is drawn on the side that east says.
func (l *Lines) draw(s trajectory.Sample, east, begins bool) error {
	p := PlaceOf([3]float64{s.X, s.Y, s.Z})
	if math.Abs(p.Lon) == 180 {
		p.Lon = -180
		if east {
			p.Lon = 180
		}
	}
	if l.Upright {
		p.Height = RoundedHeight(s.H)
	}
	l.east = east
	return l.To(p, begins)
}

// End draws the last sample of the way, if it is not drawn yet.
func (l *Lines) End() error {
	if !l.pending {
		return nil
	}
	l.pending = false
	return l.draw(l.last, true, true)
}
