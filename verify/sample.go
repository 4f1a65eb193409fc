package verify

import (
	"math/rand/v2"
	"slices"

	"flyby/internal/resultfile"
	"flyby/trajectory"
)

// hold reads the file, and keeps the pairs of rows drawn by the dice: half of the sample.
func (r *recheck) hold(dice *rand.Rand) error {
	half, seen := max(1, r.Sample/2), 0
	return r.scan(func(p Pair) {
		seen++
		if len(r.held) < half {
			r.held = append(r.held, p)
		} else if at := dice.IntN(seen); at < half {
			r.held[at] = p
		}
	})
}

// choose makes the sample: all pairs, or half of it the pairs that hold kept and half pairs that may meet.
func (r *recheck) choose(dice *rand.Rand) {
	r.pairs = map[Pair][]resultfile.Row{}
	if r.byQuery() {
		r.addQueries(dice)
		return
	}
	if r.allPairs() <= uint64(r.Sample) {
		r.addAll()
		return
	}
	for _, p := range r.held {
		r.add(p)
	}
	r.addSome(dice)
}

// addQueries adds the queries of rows that hold kept, and other queries, two at least and as many as have the pairs of the sample.
func (r *recheck) addQueries(dice *rand.Rand) {
	n := r.queries.Trajectories()
	most := min(n, max(2, r.Sample/r.others()))
	for _, p := range r.held {
		if len(r.pairs) < max(1, most/2) {
			r.pairs[r.sampled(p)] = nil
		}
	}
	for _, q := range dice.Perm(n) {
		if len(r.pairs) >= most {
			break
		}
		r.pairs[Pair{Query: q}] = nil
	}
}

// addAll adds every pair.
func (r *recheck) addAll() {
	for query := range r.queries.Trajectories() {
		for entry := range r.entries.Trajectories() {
			r.add(Pair{query, entry})
		}
	}
}

// addSome fills the sample up with pairs that may meet.
func (r *recheck) addSome(dice *rand.Rand) {
	const draws = 1000
	for n := 0; n < draws*r.Sample && len(r.pairs) < r.Sample; n++ {
		p := Pair{dice.IntN(r.queries.Trajectories()), dice.IntN(r.entries.Trajectories())}
		if r.joins && p.Query > p.Entry {
			p.Query, p.Entry = p.Entry, p.Query
		}
		if r.mayMeet(p) {
			r.add(p)
		}
	}
}

// add adds a pair to the sample, in a join only where Query is the lesser number.
func (r *recheck) add(p Pair) {
	if _, there := r.pairs[p]; !there && !(r.joins && p.Query >= p.Entry) {
		r.pairs[p] = nil
	}
}

// mayMeet reports whether the boxes of two trajectories in time and space are within the distance, about.
func (r *recheck) mayMeet(p Pair) bool {
	q, e := r.queries, r.entries
	d := (r.Search.Distance + q.Radius(p.Query) + e.Radius(p.Entry)) * (1 + 1e-9)
	if !near(q.T(), e.T(), q, e, p, 0) || !near(q.X(), e.X(), q, e, p, d) || !near(q.Y(), e.Y(), q, e, p, d) {
		return false
	}
	return q.Z() == nil || near(q.Z(), e.Z(), q, e, p, d)
}

// near reports whether the extents of two trajectories in one column are within d.
func near(query, entry []float64, q, e *trajectory.Store, p Pair, d float64) bool {
	extent := func(column []float64, s *trajectory.Store, traj int) (least, most float64) {
		first, last := s.Range(traj)
		return slices.Min(column[first:last]), slices.Max(column[first:last])
	}
	a, b := extent(query, q, p.Query)
	c, f := extent(entry, e, p.Entry)
	return max(a, c)-min(b, f) <= d
}
