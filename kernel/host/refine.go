package host

import (
	"flyby/binindex"
	"flyby/trajectory"
)

// bodies is the segments of one run, kept while the run comes again: a walk
// meets a run with many others in a row.
type bodies struct {
	run  int
	list []body
}

// of returns the bodies of a run of a pyramid.
func (b *bodies) of(p *binindex.Pyramid, run int) []body {
	if b.run == run && len(b.list) > 0 {
		return b.list
	}
	r := p.Runs[run]
	b.run, b.list = run, b.list[:0]
	for i := range int(r.Count) {
		b.list = append(b.list, newBody(r.Segment(p.Store, i), r.Row+uint32(i), r.Traj))
	}
	return b.list
}

// refine compares the segments of two runs that lie near. Both are in order of
// time, so one pass meets every pair that shares an instant.
func (v *walker) refine(qi, ei int) {
	if v.excluded(pair{0, 0, int32(qi), int32(ei)}) {
		return
	}
	q, e := v.queryRun.of(v.query, qi), v.entryRun.of(v.entry, ei)
	if v.Join && q[0].row > e[0].row {
		q, e = e, q
	}
	for i, j := 0, 0; i < len(q) && j < len(e); {
		v.out.stats.Interactions++
		v.out.interact(&v.Rule, &q[i], &e[j])
		nextQuery, nextEntry := step(&q[i].Segment, &e[j].Segment)
		if nextQuery {
			i++
		}
		if nextEntry {
			j++
		}
	}
}

// step says which of two segments cannot meet anything later in the other's
// run: the one that ends first. Of two that end together one may own its end,
// and the other's successor may begin in it.
func step(a, b *trajectory.Segment) (nextQuery, nextEntry bool) {
	switch {
	case a.T1 < b.T1:
		return true, false
	case b.T1 < a.T1:
		return false, true
	case a.Last:
		return b.Last, true
	}
	return true, !b.Last
}
