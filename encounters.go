package flyby

import (
	"context"
	"runtime"
	"slices"

	"flyby/kernel"
	"flyby/trajectory"
)

// Encounters joins the hits of each pair of trajectories where they touch in
// time. The result is sorted by query trajectory, entry trajectory and time.
func (r *Result) Encounters(ctx context.Context) (trajectory.Encounters, error) {
	defer runtime.KeepAlive(r) // which holds the memory of hits
	j := joiner{Result: r}
	for first := 0; first < len(r.hits); {
		if err := ctx.Err(); err != nil {
			return trajectory.Encounters{}, err
		}
		traj := r.queries.Owner(int(r.hits[first].Query))
		_, end := r.queries.Range(traj)
		last := first
		for last < len(r.hits) && int(r.hits[last].Query) < end {
			last++
		}
		j.joinQuery(traj, r.hits[first:last])
		first = last
	}
	return j.out, nil
}

// joiner builds encounters.
type joiner struct {
	*Result
	out   trajectory.Encounters
	pairs []pairHit
}

// pairHit is a hit with its entry trajectory.
type pairHit struct {
	kernel.HitRow
	traj uint32
}

// joinQuery joins the hits of one query trajectory.
func (j *joiner) joinQuery(query int, hits []kernel.HitRow) {
	j.pairs = j.pairs[:0]
	entry := locator{store: j.entries}
	for _, h := range hits {
		traj, _ := entry.locate(h.Entry)
		j.pairs = append(j.pairs, pairHit{h, traj})
	}
	// The sort is stable: hits of one pair of trajectories stay in order of time.
	slices.SortStableFunc(j.pairs, func(a, b pairHit) int { return int(a.traj) - int(b.traj) })
	for i, h := range j.pairs {
		n := j.out.Len() - 1
		if i > 0 && j.pairs[i-1].traj == h.traj && h.Enter <= j.out.Exit[n] {
			j.extend(n, query, h)
			continue
		}
		j.begin(query, h)
	}
}

// begin opens an encounter with its first hit.
func (j *joiner) begin(query int, h pairHit) {
	q, e := j.segments(query, h)
	t, distance, speed, _ := kernel.Closest(q, e, j.rule.Window)
	o := &j.out
	o.QueryTraj = append(o.QueryTraj, uint32(query))
	o.EntryTraj = append(o.EntryTraj, h.traj)
	o.Enter, o.Exit = append(o.Enter, h.Enter), append(o.Exit, h.Exit)
	o.Closest, o.Distance, o.Speed = append(o.Closest, t), append(o.Distance, distance), append(o.Speed, speed)
	o.Open = append(o.Open, j.openStart(query, h, q, e)|j.openEnd(h, q, e))
}

// extend joins a hit to the n-th encounter.
func (j *joiner) extend(n, query int, h pairHit) {
	q, e := j.segments(query, h)
	o := &j.out
	if t, distance, speed, _ := kernel.Closest(q, e, j.rule.Window); distance < o.Distance[n] {
		o.Closest[n], o.Distance[n], o.Speed[n] = t, distance, speed
	}
	if h.Exit >= o.Exit[n] {
		o.Exit[n] = h.Exit
		o.Open[n] = o.Open[n]&trajectory.OpenStart | j.openEnd(h, q, e)
	}
}

func (j *joiner) segments(query int, h pairHit) (q, e trajectory.Segment) {
	return j.queries.SegmentAt(query, int(h.Query)), j.entries.SegmentAt(int(h.traj), int(h.Entry))
}

// openStart tells whether the encounter was on already as one of the two came
// into being, or as the window opened.
func (j *joiner) openStart(query int, h pairHit, q, e trajectory.Segment) trajectory.Open {
	if h.Enter == j.rule.Window.From ||
		h.Enter == q.T0 && j.queries.StartsPiece(query, int(h.Query)) ||
		h.Enter == e.T0 && j.entries.StartsPiece(int(h.traj), int(h.Entry)) {
		return trajectory.OpenStart
	}
	return 0
}

// openEnd tells whether the encounter was still on as one of the two ended, or
// as the window closed.
func (j *joiner) openEnd(h pairHit, q, e trajectory.Segment) trajectory.Open {
	if h.Exit == j.rule.Window.To || h.Exit == q.T1 && q.Last || h.Exit == e.T1 && e.Last {
		return trajectory.OpenEnd
	}
	return 0
}
