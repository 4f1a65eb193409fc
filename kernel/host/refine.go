package host

import (
	"flyby/binindex"
	"flyby/internal/ownership"
	"flyby/trajectory"
)

// bodies is the segments of one run, kept while the next pairs have the same run:
// a walk compares a run with many others in a row.
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
	b.run = run
	if r.Ends&binindex.RunPoint != 0 {
		b.list = append(b.list[:0], newBody(r.Segment(p.Store, 0), r.Row, r.Traj))
		return b.list
	}
	b.load(p.Store, r)
	return b.list
}

// load makes the bodies of a run from the store's columns.
func (b *bodies) load(s *trajectory.Store, r binindex.Run) {
	n := int(r.Count)
	if cap(b.list) < n {
		b.list = make([]body, n)
	}
	b.list = b.list[:n]
	radius := s.Radius(int(r.Traj))
	t := s.T()[r.Row : int(r.Row)+n+1]
	for i := range b.list {
		o := &b.list[i]
		o.T0, o.T1, o.R, o.Last = t[i], t[i+1], radius, false
		o.row, o.traj = r.Row+uint32(i), r.Traj
	}
	b.list[n-1].Last = r.Ends&binindex.RunLast != 0
	for k, col := range [...][]float64{s.X(), s.Y(), s.Z()} {
		if col == nil {
			continue // 0 in every body of a 2-D store
		}
		col = col[r.Row : int(r.Row)+n+1]
		for i := range b.list {
			o, from, to := &b.list[i], col[i], col[i+1]
			o.P0[k], o.P1[k] = from, to
			o.min[k], o.max[k] = min(from, to), max(from, to)
		}
	}
}

// refine compares the segments of two runs that lie near, or lists the runs. Both are in
// order of time, so one pass finds every pair that shares an instant.
func (v *walker) refine(qi, ei int) {
	if v.excluded(pair{0, 0, int32(qi), int32(ei)}) {
		return
	}
	if v.list != nil {
		v.list.add(int32(qi), int32(ei)/packetBoxes, 1<<(ei%packetBoxes))
		return
	}
	if v.gather != nil && v.refineVector(&v.query.Runs[qi], &v.entry.Runs[ei]) {
		return
	}
	q, e := v.queryRun.of(v.query.Pyramid, qi), v.entryRun.of(v.entry.Pyramid, ei)
	if v.Join && q[0].row > e[0].row {
		q, e = e, q
	}
	if v.out.joins {
		v.out.queue.begin(q[0].traj, e[0].traj)
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

// refineVector is refine for runs that fit the lanes of a vector; it reports
// whether the runs fit.
func (v *walker) refineVector(q, e *binindex.Run) bool {
	if !fits(q, e) {
		return false
	}
	if v.Join && q.Row > e.Row {
		q, e = e, q
	}
	if v.out.joins {
		v.out.queue.begin(q.Traj, e.Traj)
	}
	m := &v.meeting
	m.set(0, v.query.Store, q)
	m.set(1, v.entry.Store, e)
	m.threshold = (v.query.Store.Radius(int(q.Traj)) + v.entry.Store.Radius(int(e.Traj))) + v.Distance
	m.reach = m.threshold * reachSlack
	v.out.stats.Interactions += uint64(m.match())
	v.gather(m, &v.out.queue)
	if v.out.queue.n >= queueFull {
		v.out.flush(&v.Rule)
	}
	return true
}

// step reports which of two segments ends first, and so shares no instant with any
// later segment of the other's run.
func step(a, b *trajectory.Segment) (nextQuery, nextEntry bool) {
	return ownership.EndsFirst(a.T1, a.Last, b.T1, b.Last), ownership.EndsFirst(b.T1, b.Last, a.T1, a.Last)
}
