package visits

import (
	"context"
	"math/big"

	"flyby/interaction"
	"flyby/trajectory"
)

// A Rule says what a visit is.
type Rule struct {
	Distance float64 // the threshold, to which the radius of the object is added
	Window   interaction.Window
}

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

// Of works out the visits of an object to a zone, and the hits of its segments, both in order of time. The error is that of the context.
func (z *Zone) Of(ctx context.Context, s *trajectory.Store, traj int, r Rule) ([]Visit, []Hit, error) {
	o := object{zone: z, store: s, traj: traj}
	for p := range s.PiecesOf(traj, traj+1) {
		legs := r.legs(s, p)
		isIn := false
		for i := range legs {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			o.add(&legs[i].leg, legs[i].row, z.spans(&legs[i].leg, &isIn))
		}
		o.end()
	}
	return o.visits, o.hits, nil
}

// rowLeg is the leg that starts at a row.
type rowLeg struct {
	leg
	row int
}

// legs returns the legs from one gap to the next.
func (r *Rule) legs(s *trajectory.Store, p trajectory.Piece) (all []rowLeg) {
	heights := s.H()
	if heights == nil && s.Space().Frame == trajectory.Plain {
		heights = s.Z()
	}
	for row := p.First; row < p.First+p.Segments(); row++ {
		l := leg{Segment: s.SegmentOf(p, row), reach: [2]float64{r.Distance, s.Radius(p.Traj)}}
		from, to := max(l.T0, r.Window.From), min(l.T1, r.Window.To)
		if from > to {
			continue
		}
		if s.Space().Frame == trajectory.Plain {
			l.P0[2], l.P1[2] = 1, 1
		}
		if heights != nil {
			l.heights = [2]float64{heights[row], heights[row]}
			if l.T0 < l.T1 {
				l.heights[1] = heights[row+1]
			}
		}
		l.window = interval{l.partAt(from), l.partAt(to)}
		all = append(all, rowLeg{l, row})
	}
	if n := len(all); n > 0 {
		all[0].first, all[n-1].last = true, true
	}
	return all
}

// An object is followed leg by leg.
type object struct {
	zone   *Zone
	store  *trajectory.Store
	traj   int
	visits []Visit
	hits   []Hit

	visit         *Visit // that has begun
	goesOn        bool   // it has the end of the last leg
	inside, least *big.Rat
}

// add adds the spans of the next leg.
func (o *object) add(l *leg, row int, spans []span) {
	wentOn := o.goesOn
	o.goesOn = false
	for _, s := range spans {
		atStart, atEnd := s.from.compare(l.window.from) == 0, s.to.compare(l.window.to) == 0
		if !atStart || !wentOn {
			o.end()
			o.visit = &Visit{Enter: l.time(s.from), EnterAway: lengthOf(s.enterAway)}
			o.inside, o.least = new(big.Rat), nil
			if l.first && atStart {
				o.visit.Open = trajectory.OpenStart
			}
		}
		o.extend(l, &s)
		if l.last && atEnd {
			o.visit.Open |= trajectory.OpenEnd
		}
		wentOn, o.goesOn = false, atEnd
		o.hit(l, row, &s)
	}
}

// extend adds a span to the visit.
func (o *object) extend(l *leg, s *span) {
	v := o.visit
	v.Exit, v.ExitAway = l.time(s.to), lengthOf(s.exitAway)
	o.inside.Add(o.inside, l.duration(s.inZone))
	if o.least == nil || s.least.Cmp(o.least) < 0 {
		o.least, v.Closest, v.Distance = s.least, l.time(s.closest), lengthOf(s.least)
	}
}

// end ends the visit that has begun.
func (o *object) end() {
	if o.visit != nil {
		o.visit.Inside, _ = o.inside.Float64()
		o.visits = append(o.visits, *o.visit)
	}
	o.visit, o.goesOn = nil, false
}

// hit adds a hit, but not an end alone that the segment does not own.
func (o *object) hit(l *leg, row int, s *span) {
	if s.from.compare(s.to) == 0 && s.to.compare(l.partAt(l.T1)) == 0 && !l.Owns(l.T1) {
		return
	}
	o.hits = append(o.hits, Hit{o.store.SegmentIDIn(o.traj, row), l.time(s.from), l.time(s.to)})
}
