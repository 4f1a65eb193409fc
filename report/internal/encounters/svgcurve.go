package encounters

import (
	"math"
	"slices"

	"flyby/internal/scene"
)

// pointsASegment is the number of points of a curve between two knots, not counting the point of least distance: as many as on the page.
const pointsASegment = 24

// A period is the time between two offsets from a closest approach.
type period struct{ from, until float64 }

// A moment is a point of a curve: the distance of a pass's two objects at a time.
type moment struct{ t, distance float64 }

// periods returns the times for which a track has positions. A point event has its place at all times, so that distances to it can be drawn.
func (k *Track) periods() []period {
	if k.Event {
		return []period{{math.Inf(-1), math.Inf(1)}}
	}
	all := make([]period, len(k.Lines))
	for i, l := range k.Lines {
		all[i] = period{l.T[0], l.T[len(l.T)-1]}
	}
	return all
}

// common returns the periods in which both objects of a pass have positions, without gaps.
func (p *Pass) common() (all []period) {
	for _, a := range p.Query.periods() {
		for _, b := range p.Entry.periods() {
			if s := (period{max(a.from, b.from), min(a.until, b.until)}); s.from <= s.until {
				all = append(all, s)
			}
		}
	}
	return all
}

// whole returns the period that a picture of a pass shows.
func (p *Pass) whole() period {
	s := period{p.Enter, p.Exit}
	for _, c := range p.common() {
		for _, end := range []float64{c.from, c.until} {
			if !math.IsInf(end, 0) {
				s.from, s.until = min(s.from, end), max(s.until, end)
			}
		}
	}
	if s.from < s.until {
		return s
	}
	return period{s.from - 1, s.until + 1}
}

// placeAt returns the position of a track's object at a time; ok is false where it has none.
func (k *Track) placeAt(t float64) (at [3]float64, ok bool) {
	for i := range k.Lines {
		if l := &k.Lines[i]; k.Event || l.T[0] <= t && t <= l.T[len(l.T)-1] {
			return l.PlaceAt(t), true
		}
	}
	return at, false
}

// relativeAt returns the position of the entry relative to the query at a time.
func (p *Pass) relativeAt(t float64) (at [3]float64, ok bool) {
	query, here := p.Query.placeAt(t)
	entry, there := p.Entry.placeAt(t)
	for axis := range at {
		at[axis] = entry[axis] - query[axis]
	}
	return at, here && there
}

// knots returns the times in a period at which one of the two objects turns, the time of the closest approach, and the period's ends.
func (p *Pass) knots(s period) []float64 {
	all := []float64{s.from, s.until, 0}
	for _, k := range []*Track{&p.Query, &p.Entry} {
		for _, l := range k.Lines {
			all = append(all, l.T...)
		}
	}
	all = slices.DeleteFunc(all, func(t float64) bool { return t < s.from || t > s.until })
	slices.Sort(all)
	return slices.Compact(all)
}

// leastBetween returns the time between two knots at which the distance is least: motion is straight there.
func (p *Pass) leastBetween(s period) float64 {
	step, _ := p.relativeAt(s.until)
	a, _ := p.relativeAt(s.from)
	for axis := range step {
		step[axis] -= a[axis]
	}
	return s.from + float64((s.until-s.from)*scene.ShareOfLeast(a, step))
}

// times returns the times of the points of a period's curve: knots, points between them, and least distances.
func (p *Pass) times(s period) []float64 {
	at := p.knots(s)
	all := at[:1:1]
	for n := 1; n < len(at); n++ {
		step := period{at[n-1], at[n]}
		all = append(all, p.leastBetween(step))
		for k := 1; k < pointsASegment; k++ {
			all = append(all, step.from+float64((step.until-step.from)*float64(k)/pointsASegment))
		}
		all = append(all, step.until)
	}
	slices.Sort(all)
	return all
}

// curves returns the distances against time, a curve for each period without gaps. Two point events have no curve.
func (p *Pass) curves() (all [][]moment) {
	for _, s := range p.common() {
		if math.IsInf(s.until-s.from, 0) {
			continue
		}
		var curve []moment
		for _, t := range p.times(s) {
			if at, ok := p.relativeAt(t); ok {
				curve = append(curve, moment{t, scene.Between(at, [3]float64{})})
			}
		}
		all = append(all, curve)
	}
	return all
}
