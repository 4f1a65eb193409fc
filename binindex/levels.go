package binindex

import "flyby/internal/parallel"

// rangeLevels is the number of levels over the runs that one thread makes at once:
// over 256 runs, whose boxes are then still in its cache.
const rangeLevels = 4

// raise lays the runs out in the units' order and makes the boxes, up to the root.
func (p *Pyramid) raise(units []unit, runs []Run, pool *parallel.Pool) {
	m := newMaker(p)
	levels := max(rangeLevels, p.Setting.RunLevels) // a unit is not cut
	width := 1 << (2 * levels)
	pool.Each((len(p.Runs)+width-1)/width, func(i int) {
		p.raiseRange(m, units, runs, i*width, min((i+1)*width, len(p.Runs)), levels)
	})
	for level := levels + 1; level < len(p.Levels); level++ {
		p.raiseLevel(level, 0, len(p.Levels[level]))
	}
}

// raiseRange places the runs [first, last) and makes the boxes over them, up
// to a level.
func (p *Pyramid) raiseRange(m *maker, units []unit, runs []Run, first, last, levels int) {
	size := p.Setting.unitRuns()
	for i := first; i < last; i += size { // the rest of a unit's places is padding
		u := &units[i/size]
		n := copy(p.Runs[i:last], u.Value.of(runs))
		clear(p.Runs[i+n : i+size])
	}
	m.boxes(p.Runs[first:last], p.Levels[0][first:last])
	for level := 1; level <= min(levels, len(p.Levels)-1); level++ {
		first, last = first/Fan, (last+Fan-1)/Fan
		p.raiseLevel(level, first, last)
	}
}

// raiseLevel makes the boxes [first, last) of a level.
func (p *Pyramid) raiseLevel(level, first, last int) {
	boxes, below := p.Levels[level], p.Levels[level-1]
	for i := first; i < last; i++ {
		boxes[i] = below[i*Fan]
		for j := i*Fan + 1; j < min(i*Fan+Fan, len(below)); j++ {
			boxes[i].extend(&below[j])
		}
	}
}
