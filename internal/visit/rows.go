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

// A Hit is a maximal interval within a segment, which is numbered within its trajectory.
type Hit struct {
	Traj, Seg, Zone uint32
	Enter, Exit     float64
}

// A stay is a visit as a section finds it, which may go on.
type stay struct {
	visit
	time    [2]float64 // in the zone
	nearest approach
	row     int  // of its last segment
	goesOn  bool // it holds the end of this
	joins   bool // it begins with a section that continues another one
	joined  bool // it goes on in another section; at a splice perhaps
}

// add joins a span to the stays in a section.
func (f *finder) add(p *section, row int, of int32, s *span) {
	v := f.open[of]
	if v != nil && s.atStart && v.goesOn && v.row == row-1 {
		v.time = added(v.time, s.inside)
		f.approach(v, &s.nearest)
	} else {
		f.close(of)
		v = &stay{visit: visit{traj: uint32(p.Traj), zone: uint32(of), enter: s.enter.t, enterAway: s.enterAway}, time: s.inside, nearest: s.nearest}
		if s.atStart && row == p.from {
			if v.joins = !p.begins; p.begins {
				v.open = trajectory.OpenStart
			}
		}
		f.open[of] = v
	}
	v.exit, v.exitAway, v.row, v.goesOn = s.exit.t, s.exitAway, row, s.atEnd
	if p.ends && s.atEnd && row == p.to-1 {
		v.open |= trajectory.OpenEnd
	}
}

// approach keeps the lesser of the least distance of a visit and that of what follows, the earlier of equals.
func (f *finder) approach(v *stay, next *approach) {
	less, sure := next.settledLess(&v.nearest)
	if !sure {
		f.settle(next, int(v.traj))
		f.settle(&v.nearest, int(v.traj))
		less = next.less(&v.nearest)
	}
	if less {
		v.nearest = *next
	}
}

// extend adds the stay in the next section to one that goes on there.
func (f *finder) extend(v, next *stay) {
	v.time = added(v.time, next.time)
	f.approach(v, &next.nearest)
	v.exit, v.exitAway, v.open, v.joined = next.exit, next.exitAway, v.open|next.open, next.joined
}

// hit adds a hit, unless it is only an end that the segment does not own.
func (f *finder) hit(traj, row int, l *leg, of int32, s *span) {
	if s.single && s.atEnd && l.hi == l.T1 && !l.Owns(l.T1) {
		return
	}
	f.hits = append(f.hits, Hit{uint32(traj), uint32(f.store.SegmentIDIn(traj, row)), uint32(of), s.enter.t, s.exit.t})
}

// close ends the stay of the object in a zone, if there is one.
func (f *finder) close(of int32) {
	if v := f.open[of]; v != nil {
		f.stays = append(f.stays, v)
		delete(f.open, of)
	}
}

// end ends all stays with their section.
func (f *finder) end(p *section) {
	for of, v := range f.open {
		v.joined = !p.ends && v.goesOn && v.row == p.to-1
		f.close(of)
	}
}
