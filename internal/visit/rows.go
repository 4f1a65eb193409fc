package visit

import "flyby/trajectory"

// visit is one of trajectory.Encounters.
type visit struct {
	traj, zone          uint32
	enter, exit         float64
	closest, distance   float64
	inside              float64
	enterAway, exitAway float64
	open                trajectory.Open
}

// columnsOf makes columns of visits. They have no speeds: the column is 0.
func columnsOf(all [][]visit) (e trajectory.Encounters) {
	n := 0
	for _, some := range all {
		n += len(some)
	}
	for _, c := range []*[]float64{&e.Enter, &e.Exit, &e.Closest, &e.Distance, &e.Speed, &e.Inside, &e.EnterAway, &e.ExitAway} {
		*c = make([]float64, n)
	}
	e.QueryTraj, e.EntryTraj, e.Open = make([]uint32, n), make([]uint32, n), make([]trajectory.Open, n)
	i := 0
	for _, some := range all {
		for _, v := range some {
			e.QueryTraj[i], e.EntryTraj[i], e.Open[i] = v.traj, v.zone, v.open
			e.Enter[i], e.Exit[i], e.Closest[i], e.Distance[i] = v.enter, v.exit, v.closest, v.distance
			e.Inside[i], e.EnterAway[i], e.ExitAway[i] = v.inside, v.enterAway, v.exitAway
			i++
		}
	}
	return e
}

// A Hit is a maximal interval within a segment, which is numbered within its trajectory.
type Hit struct {
	Traj, Seg, Zone uint32
	Enter, Exit     float64
}

// A stay is a visit that may go on.
type stay struct {
	visit
	time    [2]float64 // in the zone
	nearest approach
	row     int  // of its last segment
	goesOn  bool // it holds the end of this
}

// add joins a span to the visits of the object.
func (f *finder) add(row, traj int, of int32, s *span, begins, ends bool) {
	v := f.open[of]
	if v != nil && s.atStart && v.goesOn && v.row == row-1 {
		f.extend(v, s)
	} else {
		f.close(of)
		v = &stay{visit: visit{traj: uint32(traj), zone: uint32(of), enter: s.enter.t, enterAway: s.enterAway}, time: s.inside, nearest: s.nearest}
		if begins && s.atStart {
			v.open = trajectory.OpenStart
		}
		f.open[of] = v
	}
	v.exit, v.exitAway, v.row, v.goesOn = s.exit.t, s.exitAway, row, s.atEnd
	if ends && s.atEnd {
		v.open |= trajectory.OpenEnd
	}
}

// extend adds the span of the next segment to a visit.
func (f *finder) extend(v *stay, s *span) {
	v.time = added(v.time, s.inside)
	less, sure := s.nearest.settledLess(&v.nearest)
	if !sure {
		f.settle(&s.nearest, int(v.traj))
		f.settle(&v.nearest, int(v.traj))
		less = s.nearest.less(&v.nearest)
	}
	if less {
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
	v.closest, v.distance, v.inside = v.nearest.at.t, v.nearest.distance, v.time[0]
	f.visits = append(f.visits, v.visit)
	delete(f.open, of)
}

// end ends all visits.
func (f *finder) end() {
	for of := range f.open {
		f.close(of)
	}
}
