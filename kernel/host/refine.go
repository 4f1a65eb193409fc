package host

import (
	"flyby/kernel"
	"flyby/trajectory"
)

// refine compares the segments of two runs that lie near. Both are in order of
// time, so one pass meets every pair that shares an instant.
func (v *walker) refine(qi, ei int) {
	if v.excluded(pair{0, 0, int32(qi), int32(ei)}) {
		return
	}
	q, e := v.query.Runs[qi], v.entry.Runs[ei]
	qs, es := v.query.Store, v.entry.Store
	if v.Join && q.Row > e.Row {
		q, e = e, q
	}
	i, j := 0, 0
	a, b := q.Segment(qs, 0), e.Segment(es, 0)
	for {
		if a.T0 <= b.T1 && b.T0 <= a.T1 {
			v.interact(int(q.Row)+i, int(e.Row)+j, a, b)
		}
		nextQuery, nextEntry := step(a, b)
		if nextQuery {
			if i++; i == int(q.Count) {
				return
			}
			a = q.Segment(qs, i)
		}
		if nextEntry {
			if j++; j == int(e.Count) {
				return
			}
			b = e.Segment(es, j)
		}
	}
}

// step says which of two segments cannot meet anything later in the other's
// run: the one that ends first. Of two that end together one may own its end,
// and the other's successor may begin in it.
func step(a, b trajectory.Segment) (nextQuery, nextEntry bool) {
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

// interact is one interaction.
func (v *walker) interact(qrow, erow int, q, e trajectory.Segment) {
	v.out.stats.Interactions++
	enter, exit, verdict := kernel.Solve(q, e, v.Distance, v.Window)
	v.out.add(uint32(qrow), uint32(erow), enter, exit, verdict)
}
