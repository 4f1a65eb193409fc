package walk

import (
	"flyby/binindex"
	"flyby/kernel"
)

// side is one pyramid of a walk and a range of its boxes.
type side struct {
	*pyramid
	kernel.Boxes
}

// count returns the number of boxes of the range.
func (s side) count() uint64 { return uint64(s.Last - s.First) }

// down returns the range of the children.
func (s side) down() side {
	s.Level--
	s.First *= binindex.Fan
	s.Last = min(s.Last*binindex.Fan, s.counts[s.Level])
	return s
}

// opening is the boxes that a step opens in each pair of a list.
type opening uint32

const (
	openQuery opening = 4 // as in open.cl
	openEntry opening = 8
	openTwice opening = 16 // with openEntry: two levels of the entries

	openSegments opening = 32 // the last step, from runs to segments

	openBoth = binindex.Fan * binindex.Fan // children of a pair opened on both sides, or twice on one
)

// children returns the greatest number of pairs that one pair of list k opens into;
// list -1 is the pairs of the plan's ranges.
func (p *plan) children(k int) uint64 {
	o := p.start
	if k >= 0 {
		o = p.steps[k]
	}
	if o == 0 {
		return 1
	}
	if o == openSegments {
		return uint64(p.query.Setting.RunLength * p.entry.Setting.RunLength)
	}
	if o == openQuery || o == openEntry {
		return binindex.Fan
	}
	return openBoth
}

// plan is the steps of a walk: it starts with all pairs of two ranges of boxes, and
// in each step opens the pairs that lie near.
type plan struct {
	query, entry side
	self         bool    // a join of boxes with themselves
	start        opening // opened by the first launch: 0, or two levels of the entries
	steps        []opening
}

// newPlan goes down the levels to at most t.StartPairs pairs of the two ranges, where
// the walk starts, and from there to the runs. It opens the side whose boxes are larger
// on average. Two openings in turn become one step: of both sides, or of the entries
// twice, since a launch less is worth a few more tests. A walk of boxes against
// themselves always opens both sides, so that the two boxes of a pair have one level.
func newPlan(query, entry side, self bool, t Tuning) plan {
	p := plan{query: query, entry: entry, self: self}
	for {
		next := p.next()
		start := p.open(next)
		if next == 0 || start.query.count()*start.entry.count() > t.StartPairs {
			break
		}
		p = start
	}
	for at := p; ; {
		next := at.next()
		if next == 0 {
			return p.fold()
		}
		at = at.open(next)
		switch other := at.next(); {
		case other == 0 || self:
		case other != next:
			at, next = at.open(other), next|other
		case next == openEntry:
			at, next = at.open(other), next|openTwice
		}
		p.steps = append(p.steps, next)
	}
}

// fold makes a first step that opens the entries twice part of the start, which
// saves a launch.
func (p plan) fold() plan {
	if len(p.steps) > 0 && p.steps[0] == openEntry|openTwice {
		p.start, p.steps = p.steps[0], p.steps[1:]
	}
	return p
}

// next returns the side to open next, 0 at the runs.
func (p plan) next() opening {
	q, e := p.query.Level, p.entry.Level
	switch {
	case q == 0 && e == 0:
		return 0
	case p.self:
		return openQuery | openEntry
	case e == 0:
		return openQuery
	case q == 0:
		return openEntry
	case p.query.size[q] > p.entry.size[e]:
		return openQuery
	}
	return openEntry
}

// open returns the plan one step further down.
func (p plan) open(o opening) plan {
	if o&openQuery != 0 {
		p.query = p.query.down()
	}
	if o&openEntry != 0 {
		p.entry = p.entry.down()
	}
	if o&openTwice != 0 {
		p.entry = p.entry.down()
	}
	return p
}
