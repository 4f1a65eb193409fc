package visit

import "flyby/trajectory"

// A Visit is a maximal time at which an object is within the threshold of a zone.
type Visit struct {
	Traj, Zone          uint32
	Enter, Exit         float64
	Closest             float64 // the first time of the least distance
	Distance            float64 // the least distance
	Inside              float64 // the time in the closed zone
	EnterAway, ExitAway float64 // the distances at Enter and at Exit
	Open                trajectory.Open
}

// Visits are in order of trajectory, zone and time.
type Visits []Visit

// A Hit is a maximal interval within a segment.
type Hit struct {
	Traj, Seg, Zone uint32
	Enter, Exit     float64
}

// A stay is a visit that may go on.
type stay struct {
	Visit
	inside  [2]float64
	nearest approach
	row     int  // of its last segment
	goesOn  bool // it holds the end of this
}

// add joins a span to the visits of the object.
func (f *finder) add(row, traj int, of int32, s *span, begins, ends bool) {
	v := f.open[of]
	if v != nil && s.atStart && v.goesOn && v.row == row-1 {
		v.extend(s)
	} else {
		f.close(of)
		v = &stay{Visit: Visit{Traj: uint32(traj), Zone: uint32(of), Enter: s.enter.t, EnterAway: s.enterAway}, inside: s.inside, nearest: s.nearest}
		if begins && s.atStart {
			v.Open = trajectory.OpenStart
		}
		f.open[of] = v
	}
	v.Exit, v.ExitAway, v.row, v.goesOn = s.exit.t, s.exitAway, row, s.atEnd
	if ends && s.atEnd {
		v.Open |= trajectory.OpenEnd
	}
}

// extend adds the span of the next segment to a visit.
func (v *stay) extend(s *span) {
	v.inside = added(v.inside, s.inside)
	if s.nearest.less(&v.nearest) {
		v.nearest = s.nearest
	}
}

// hit adds a hit, unless it is only an end that the segment does not own.
func (f *finder) hit(p trajectory.Piece, row int, l *leg, of int32, s *span) {
	if s.single && s.atEnd && l.hi == l.T1 && !l.Owns(l.T1) {
		return
	}
	f.hits = append(f.hits, Hit{uint32(p.Traj), uint32(f.store.SegmentIDIn(p.Traj, row)), uint32(of), s.enter.t, s.exit.t})
}

// close ends the visit of the object to a zone, if there is one.
func (f *finder) close(of int32) {
	v := f.open[of]
	if v == nil {
		return
	}
	v.Closest, v.Distance, v.Inside = v.nearest.at.t, v.nearest.distance, v.inside[0]
	f.visits = append(f.visits, v.Visit)
	delete(f.open, of)
}

// end ends all visits.
func (f *finder) end() {
	for of := range f.open {
		f.close(of)
	}
}
