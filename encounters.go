package flyby

import (
	"context"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"flyby/kernel"
	"flyby/trajectory"
)

// Encounters joins the hits of each pair of trajectories where they touch in
// time, on all threads. The result is sorted by query trajectory, entry
// trajectory and time.
func (r *Result) Encounters(ctx context.Context) (trajectory.Encounters, error) {
	defer runtime.KeepAlive(r) // which holds the memory of hits
	shares := r.shares(max(r.threads, 1) * sharesAThread)
	parts := make([]trajectory.Encounters, len(shares))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(max(r.threads, 1), len(shares)) {
		wg.Go(func() {
			j := joiner{Result: r, owners: newOwners(r.entries)}
			for k := next.Add(1) - 1; k < int64(len(shares)); k = next.Add(1) - 1 {
				j.out = trajectory.Encounters{}
				j.join(ctx, shares[k])
				parts[k] = j.out
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return trajectory.Encounters{}, err
	}
	return gathered(parts), nil
}

// gathered puts encounters one after another.
func gathered(parts []trajectory.Encounters) trajectory.Encounters {
	n := 0
	for _, p := range parts {
		n += p.Len()
	}
	all := trajectory.Encounters{
		QueryTraj: make([]uint32, 0, n), EntryTraj: make([]uint32, 0, n),
		Enter: make([]float64, 0, n), Exit: make([]float64, 0, n), Closest: make([]float64, 0, n),
		Distance: make([]float64, 0, n), Speed: make([]float64, 0, n), Open: make([]trajectory.Open, 0, n),
	}
	for _, p := range parts {
		all.QueryTraj, all.EntryTraj = append(all.QueryTraj, p.QueryTraj...), append(all.EntryTraj, p.EntryTraj...)
		all.Enter, all.Exit = append(all.Enter, p.Enter...), append(all.Exit, p.Exit...)
		all.Closest, all.Distance = append(all.Closest, p.Closest...), append(all.Distance, p.Distance...)
		all.Speed, all.Open = append(all.Speed, p.Speed...), append(all.Open, p.Open...)
	}
	return all
}

// sharesAThread is the number of shares for each thread: a share of few hits is
// no share of little work.
const sharesAThread = 8

// shares cuts the hits into about n stretches, each all hits of its query
// trajectories.
func (r *Result) shares(n int) [][]kernel.HitRow {
	var shares [][]kernel.HitRow
	for first := 0; first < len(r.hits); {
		last := min(first+len(r.hits)/n, len(r.hits)-1)
		_, end := r.queries.Range(r.queries.Owner(int(r.hits[last].Query)))
		last += sort.Search(len(r.hits)-last, func(i int) bool { return int(r.hits[last+i].Query) >= end })
		shares = append(shares, r.hits[first:last])
		first = last
	}
	return shares
}

// joiner builds encounters.
type joiner struct {
	*Result
	owners owners
	out    trajectory.Encounters
	order  []uint64 // entry trajectory, and number of the hit
}

// join joins the hits of whole query trajectories.
func (j *joiner) join(ctx context.Context, hits []kernel.HitRow) {
	for first := 0; first < len(hits) && ctx.Err() == nil; {
		traj := j.queries.Owner(int(hits[first].Query))
		_, end := j.queries.Range(traj)
		last := first
		for last < len(hits) && int(hits[last].Query) < end {
			last++
		}
		j.joinQuery(traj, hits[first:last])
		first = last
	}
}

// pairHit is a hit with its entry trajectory.
type pairHit struct {
	kernel.HitRow
	traj uint32
}

// joinQuery joins the hits of one query trajectory.
func (j *joiner) joinQuery(query int, hits []kernel.HitRow) {
	j.order = j.order[:0]
	for i, h := range hits {
		j.order = append(j.order, uint64(j.owners.of(int(h.Entry)))<<32|uint64(i))
	}
	slices.Sort(j.order) // hits of one pair of trajectories stay in order of time
	for i, key := range j.order {
		h := pairHit{hits[uint32(key)], uint32(key >> 32)}
		n := j.out.Len() - 1
		if i > 0 && uint32(j.order[i-1]>>32) == h.traj && h.Enter <= j.out.Exit[n] {
			j.extend(n, query, h)
			continue
		}
		j.begin(query, h)
	}
}

// owners finds the trajectories of rows, at once where trajectories are about
// as long as each other.
type owners struct {
	*trajectory.Store
	length int // of a trajectory, on average
}

func newOwners(s *trajectory.Store) owners {
	return owners{s, max(s.Samples()/max(s.Trajectories(), 1), 1)}
}

func (o owners) of(row int) int {
	guess := min(row/o.length, o.Trajectories()-1)
	if first, last := o.Range(guess); first <= row && row < last {
		return guess
	}
	return o.Owner(row)
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
