package visits

import (
	"context"
	"math/big"

	"flyby/trajectory"
)

// A Visit is a visit, its numbers rounded once.
type Visit struct {
	Enter, Exit, Closest          float64
	Distance, EnterAway, ExitAway float64
	Inside                        float64
	Open                          trajectory.Open
}

// A Hit is a maximal interval within a segment.
type Hit struct {
	Segment     int
	Enter, Exit float64
}

// Of works out the visits of an object to the zone, and the hits of its segments, both in order of time. The error is that of the context.
func (z *Zone) Of(ctx context.Context, o *Object) ([]Visit, []Hit, error) {
	f := following{object: o}
	isIn, last := false, -1
	for _, i := range o.near(z) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		l := &o.legs[i]
		if l.first || i > last+1 {
			isIn = false // far from the zone; of a first leg it is not known
			if !l.resumes || i > last+1 {
				f.end()
			}
		}
		f.add(l, z.spans(l, &isIn))
		last = i
	}
	f.end()
	return f.visits, f.hits, nil
}

// following is where an object is followed leg by leg, for one zone.
type following struct {
	object *Object
	visits []Visit
	hits   []Hit

	visit         *Visit // that has begun
	goesOn        bool   // it has the end of the last leg
	inside, least *big.Rat
}

// add adds the spans of the next leg.
func (f *following) add(l *leg, spans []span) {
	wentOn := f.goesOn
	f.goesOn = false
	for _, s := range spans {
		atStart, atEnd := s.from.compare(l.window.from) == 0, s.to.compare(l.window.to) == 0
		if !atStart || !wentOn {
			f.end()
			f.visit = &Visit{Enter: l.time(s.from), EnterAway: lengthOf(s.enterAway)}
			f.inside, f.least = new(big.Rat), nil
			if l.first && !l.resumes && atStart {
				f.visit.Open = trajectory.OpenStart
			}
		}
		f.extend(l, &s)
		if l.last && atEnd {
			f.visit.Open |= trajectory.OpenEnd
		}
		wentOn, f.goesOn = false, atEnd
		f.hit(l, &s)
	}
}

// extend adds a span to the visit.
func (f *following) extend(l *leg, s *span) {
	v := f.visit
	v.Exit, v.ExitAway = l.time(s.to), lengthOf(s.exitAway)
	f.inside.Add(f.inside, l.duration(s.inZone))
	if f.least == nil || s.least.Cmp(f.least) < 0 {
		f.least, v.Closest, v.Distance = s.least, l.time(s.closest), lengthOf(s.least)
	}
}

// end ends the visit that has begun.
func (f *following) end() {
	if f.visit != nil {
		f.visit.Inside, _ = f.inside.Float64()
		f.visits = append(f.visits, *f.visit)
	}
	f.visit, f.goesOn = nil, false
}

// hit adds a hit, but not an end alone that the segment does not own.
func (f *following) hit(l *leg, s *span) {
	if s.from.compare(s.to) == 0 && s.to.compare(l.partAt(l.T1)) == 0 && !l.Owns(l.T1) {
		return
	}
	f.hits = append(f.hits, Hit{f.object.store.SegmentIDIn(f.object.traj, l.row), l.time(s.from), l.time(s.to)})
}
