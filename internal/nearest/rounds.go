package nearest

import (
	"context"
	"math"
	"slices"

	"flyby/internal/parallel"
	"flyby/trajectory"
)

// rounds is a run of a Search: rounds of growing distance, each over the queries of which fewer than K entries are within the distance before.
type rounds struct {
	*Search
	lists  []shortlist // [queries]
	reach  []float64   // [queries] how far each was searched
	rounds []uint8     // [queries] how many found no entry
	bound  []float64   // [queries] about how far K entries are at most; 0: not known
	ranks  []*ranking  // [threads]
	of     times       // of each ranking
	most   float64     // distance of the last round
	early  *early      // nil: all rows are made at the end
}

// run searches with the open queries in rounds, the first within one distance, until at most allowed of the open queries have fewer than K entries and were not searched within the distance of the last round.
func (r *rounds) run(ctx context.Context, open []int, distance float64, allowed int) error {
	for _, q := range open {
		r.reach[q] = min(distance, r.most)
	}
	for {
		if err := r.round(ctx, open); err != nil {
			return err
		}
		done := r.part(&open)
		if len(open) <= allowed {
			return nil
		}
		r.early.begin(ctx, done)
		if r.Wide {
			r.widen(ctx, open)
			continue
		}
		by := float64(growth)
		if len(open) < len(r.lists)/fewOpen {
			by = fewGrowth
		}
		sample := &table{entries: r.sampleOfEntries()}
		parallel.Each(ctx, len(open), len(r.ranks), func(_, i int) { r.grow(open[i], by, sample) })
	}
}

// part leaves the queries open that have fewer than K entries and were not searched within the distance of the last round, and returns the others.
func (r *rounds) part(open *[]int) (done []int) {
	left := (*open)[:0]
	for _, q := range *open {
		if r.lists[q].offered >= r.K || r.reach[q] >= r.most {
			done = append(done, q)
		} else {
			left = append(left, q)
		}
	}
	*open = left
	return done
}

// Factors by which a query's distance grows: of one that has found no entry, and where nothing bounds the distance of its K-th; otherwise by the square root of the missing, between
// the least and the first of them.
const (
	growth      = 2
	fewGrowth   = 4
	fewOpen     = 32 // the part of the queries that are few
	wideGrowth  = 16
	leastGrowth = 1.3
	fewRounds   = 2       // without an entry: then the bound is worth its time
	leastReach  = 0x1p-20 // of the last round's distance
)

// grow sets how far a query is searched in the next round, at most by times as far.
func (r *rounds) grow(q int, by float64, sample *table) {
	found := r.lists[q].offered
	if found > 0 {
		by = min(by, leastGrowth*math.Sqrt(float64(r.K)/float64(found)))
	} else if r.rounds[q]++; r.rounds[q] == fewRounds {
		r.bound[q], _ = r.boundOf(q, sample, 0)
	}
	if found == 0 && r.rounds[q] >= fewRounds && math.IsInf(r.bound[q], 1) {
		by = wideGrowth
	}
	far := max(by*r.reach[q], leastReach*r.most)
	if bound := r.bound[q]; bound > r.reach[q] {
		far = min(far, bound)
	}
	r.extend(q, far)
}

// extend sets how far a query is searched in the next round, and farther than before.
func (r *rounds) extend(q int, far float64) {
	if far = max(far, leastGrowth*r.reach[q]); !(far > r.reach[q]) { // the product underflows
		far = r.most
	}
	r.reach[q] = r.limited(q, far)
}

// limited returns reach, unless the query's radius and reach, added in float64, are no less than the radius and the last round's distance: then it returns the last round's distance.
func (r *rounds) limited(q int, reach float64) float64 {
	if radius := r.Queries.Radius(q); radius+reach >= radius+r.most {
		return r.most
	}
	return reach
}

// round finds the entries within the reach of each open query. Queries whose reach is the last round's distance are searched within that distance; a second search has a threshold for each
// other query, which the query's radius says.
func (r *rounds) round(ctx context.Context, open []int) error {
	last, own := r.split(open)
	if len(last) > 0 {
		if err := r.search(ctx, last, r.reach[last[0]], nil); err != nil {
			return err
		}
	}
	if len(own) == 0 {
		return nil
	}
	radii := make([]float64, len(own))
	for i, q := range own {
		radii[i] = r.Queries.Radius(q) + r.reach[q]
	}
	return r.search(ctx, own, 0, radii)
}

// split returns as one the open queries that a single distance serves: all, if their reach is equal, otherwise the queries whose reach is the last round's distance; and as own the remaining queries.
func (r *rounds) split(open []int) (one, own []int) {
	if first := r.reach[open[0]]; !slices.ContainsFunc(open, func(q int) bool { return r.reach[q] != first }) {
		return open, nil
	}
	for _, q := range open {
		if r.reach[q] >= r.most {
			one = append(one, q)
		} else {
			own = append(own, q)
		}
	}
	return one, own
}

// search finds the entries within a distance of the open queries. radii, unless nil, replaces the radii of the open queries.
func (r *rounds) search(ctx context.Context, open []int, distance float64, radii []float64) error {
	for _, q := range open {
		r.lists[q].clear()
	}
	rule, queries := r.Rule, r.Queries
	rule.Distance = distance
	if len(open) < queries.Trajectories() {
		queries = queries.Subset(open)
	}
	if radii != nil {
		queries = queries.WithRadii(radii)
	}
	if queries != r.Queries {
		rule.Join, rule.Excluded = false, r.excluded(open)
	}
	return r.Find(ctx, queries, rule, func(e trajectory.Encounters) error {
		r.take(e, open, rule.Join)
		return ctx.Err()
	})
}

// excluded returns for each open query the entry that it is not compared with.
func (r *rounds) excluded(open []int) []uint32 {
	if !r.Rule.Join && r.Rule.Excluded == nil {
		return nil
	}
	excluded := make([]uint32, len(open))
	for i, q := range open {
		if excluded[i] = uint32(q); !r.Rule.Join {
			excluded[i] = r.Rule.Excluded[q]
		}
	}
	return excluded
}

// take offers the pairs of encounters to the queries, in a join to both of a pair: first to the queries that the encounters are ordered by, then to the entries.
func (r *rounds) take(e trajectory.Encounters, open []int, both bool) {
	parts, n := len(r.ranks), e.Len()
	for _, rank := range r.ranks {
		rank.likely = r.likely(n, len(open))
	}
	parallel.Ranges(n, parts, func(k, first, last int) {
		for first, last = endOf(e.QueryTraj, first), endOf(e.QueryTraj, last); first < last; {
			end := endOfPair(e, first)
			r.offer(open[e.QueryTraj[first]], candidateOf(e, first, end, r.ranks[k]), r.ranks[k])
			first = end
		}
	})
	if !both {
		return
	}
	parallel.Ranges(len(r.lists), parts, func(k, first, last int) {
		for i := 0; i < n; {
			if to := int(e.EntryTraj[i]); to < first || to >= last {
				i++
				continue
			}
			end := endOfPair(e, i)
			c := candidateOf(e, i, end, r.ranks[k])
			c.entry = e.QueryTraj[i]
			r.offer(int(e.EntryTraj[i]), c, r.ranks[k])
			i = end
		}
	})
}

// likely returns the capacity of a new list for about as many candidates as some queries have on average.
func (r *rounds) likely(encounters, queries int) int {
	if r.Rule.Join && queries == len(r.lists) {
		encounters *= 2
	}
	return min(encounters*4/3/queries+1, 2*r.K+spare+1)
}

// offer offers a candidate, whose key is a distance, to a query.
func (r *rounds) offer(query int, c candidate, rank *ranking) {
	c.key -= r.Entries.Radius(int(c.entry))
	r.lists[query].offer(query, c, rank)
}

// endOf returns the first index from i on at which another number begins in sorted numbers than at i - 1.
func endOf(numbers []uint32, i int) int {
	for i > 0 && i < len(numbers) && numbers[i] == numbers[i-1] {
		i++
	}
	return i
}

// endOfPair returns where the encounters of the pair of the first end.
func endOfPair(e trajectory.Encounters, first int) int {
	last := first + 1
	for last < e.Len() && e.QueryTraj[last] == e.QueryTraj[first] && e.EntryTraj[last] == e.EntryTraj[first] {
		last++
	}
	return last
}

// candidateOf returns the candidate of all encounters of a pair, with the distance as its key.
func candidateOf(e trajectory.Encounters, first, last int, rank *ranking) candidate {
	if rank.single {
		return once(e.EntryTraj[first], e.Distance[first], e.Closest[first], e.Speed[first])
	}
	c := candidate{entry: e.EntryTraj[first], key: slices.Min(e.Distance[first:last]), enter: math.Inf(1), exit: math.Inf(-1)}
	for i := first; i < last; i++ {
		if !(e.Distance[i] > c.key+rank.margin) {
			c.enter, c.exit = min(c.enter, e.Enter[i]), max(c.exit, e.Exit[i])
		}
	}
	return c
}
