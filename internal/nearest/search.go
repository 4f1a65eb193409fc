package nearest

import (
	"context"
	"math"
	"slices"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/rowbytes"
	"flyby/trajectory"
)

// Find gives the encounters of a search of the entries with queries, in their order, all encounters of a pair in one chunk.
type Find func(ctx context.Context, queries *trajectory.Store, r interaction.Rule, give func(trajectory.Encounters) error) error

// Search asks for the K entries that come closest to each query.
type Search struct {
	Queries, Entries *trajectory.Store
	Rule             interaction.Rule // its Window, and the pairs that it compares; in a join each object's neighbours are found
	K                int
	MaxDistance      float64 // the most that a key may be; +Inf: anything
	Find             Find
	Threads          int
	Start            float64 // distance of the first round; 0: a sample of the queries says it
}

// rounds is a run of a Search: rounds of growing distance, each over the queries of which fewer than K entries are within the distance before.
type rounds struct {
	*Search
	lists []shortlist // [queries]
	ranks []*ranking  // [threads]
	most  float64     // distance of the last round
}

// Run returns the rows: by query, then by rank. The error is that of Find, of ctx, or a *memory.Error.
func (s *Search) Run(ctx context.Context) (trajectory.Nearest, error) {
	n := s.Queries.Trajectories()
	if n == 0 || s.Entries.Trajectories() == 0 {
		return trajectory.Nearest{}, nil
	}
	r := &rounds{Search: s, lists: make([]shortlist, n), most: min(diagonalOf(s.Queries, s.Entries), s.MaxDistance)}
	margin := marginOf(s.Queries, s.Entries)
	for range max(s.Threads, 1) {
		r.ranks = append(r.ranks, &ranking{
			times: times{queries: s.Queries, entries: s.Entries, window: s.Rule.Window}, k: s.K, margin: margin, distance: s.MaxDistance,
		})
	}
	all := make([]int, n)
	for q := range all {
		all[q] = q
	}
	start, err := r.start(ctx)
	if err != nil {
		return trajectory.Nearest{}, err
	}
	if _, err := r.run(ctx, all, start); err != nil {
		return trajectory.Nearest{}, err
	}
	return r.rows(ctx)
}

// growth is how many times as far as a round the next one searches.
const growth = 2

// run searches in rounds until each of some queries has K entries, or all that there are. It returns the distance of the last round.
func (r *rounds) run(ctx context.Context, open []int, distance float64) (float64, error) {
	for {
		distance = min(distance, r.most)
		if err := r.round(ctx, open, distance); err != nil {
			return 0, err
		}
		var left []int
		for _, q := range open {
			if r.lists[q].offered < r.K {
				left = append(left, q)
			}
		}
		if len(left) == 0 || distance >= r.most {
			return distance, nil
		}
		open, distance = left, max(distance*growth, r.most*0x1p-40)
	}
}

// round finds the entries within a distance of some queries.
func (r *rounds) round(ctx context.Context, open []int, distance float64) error {
	for _, q := range open {
		r.lists[q].clear()
	}
	rule := r.Rule
	rule.Distance = distance
	queries, both := r.Queries, rule.Join
	if len(open) < queries.Trajectories() {
		queries, both = queries.Subset(open), false
		rule.Join, rule.Excluded = false, r.excluded(open)
	}
	return r.Find(ctx, queries, rule, func(e trajectory.Encounters) error {
		parallel.Each(ctx, len(r.ranks), len(r.ranks), func(_, k int) {
			n := len(r.lists)
			r.take(e, open, both, r.ranks[k], [2]int{n * k / len(r.ranks), n * (k + 1) / len(r.ranks)})
		})
		return ctx.Err()
	})
}

// excluded returns the entry that each of some queries is not compared with.
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

// take offers the pairs of encounters to the queries between two numbers, in a join to both of a pair.
func (r *rounds) take(e trajectory.Encounters, open []int, both bool, rank *ranking, of [2]int) {
	offer := func(query int, entry uint32, distance float64) {
		if of[0] <= query && query < of[1] {
			rank.query = query
			r.lists[query].offer(candidate{entry, distance - r.Entries.Radius(int(entry))}, rank)
		}
	}
	for first := 0; first < e.Len(); {
		query, entry, least := e.QueryTraj[first], e.EntryTraj[first], e.Distance[first]
		for first++; first < e.Len() && e.QueryTraj[first] == query && e.EntryTraj[first] == entry; first++ {
			least = min(least, e.Distance[first])
		}
		offer(open[query], entry, least)
		if both {
			offer(int(entry), query, least)
		}
	}
}

// sampled is the number of queries that say how far the first round searches.
const sampled = 64

// start returns the distance of the first round: the third quartile of how far the K-th entries of a sample of the queries are.
func (r *rounds) start(ctx context.Context) (float64, error) {
	if r.Start > 0 {
		return r.Start, nil
	}
	n := len(r.lists)
	guess := r.guess()
	if n < 4*sampled {
		return guess, nil
	}
	var sample []int
	for i := range sampled {
		sample = append(sample, n*i/sampled)
	}
	most, err := r.run(ctx, sample, guess)
	if err != nil {
		return 0, err
	}
	var keys []float64
	for _, q := range sample {
		key := most
		if l := &r.lists[q]; l.offered >= r.K {
			slices.SortFunc(l.candidates, candidate.compare)
			key = l.candidates[r.K-1].key - r.Queries.Radius(q)
		}
		keys = append(keys, max(key, 0))
	}
	slices.Sort(keys)
	return keys[sampled*3/4], nil
}

// guess returns about a quarter of the distance within which K entries are where all are spread evenly.
func (r *rounds) guess() float64 {
	share := float64(r.K) / float64(r.Entries.Trajectories())
	return diagonalOf(r.Queries, r.Entries) / 4 * min(1, math.Pow(share, 1/float64(r.Entries.Dim())))
}

// rows returns the rows of all queries.
func (r *rounds) rows(ctx context.Context) (rows trajectory.Nearest, err error) {
	first := make([]int, len(r.lists)+1)
	for q := range r.lists {
		first[q+1] = first[q] + min(r.K, r.lists[q].offered)
	}
	n := first[len(r.lists)]
	if err := memory.Need(memory.Count(n)+" nearest entries", memory.Of(n, rowbytes.NearestBytes)); err != nil {
		return rows, err
	}
	rows = trajectory.Nearest{
		QueryTraj: make([]uint32, n), EntryTraj: make([]uint32, n), Rank: make([]uint32, n), Closest: make([]float64, n),
		Distance: make([]float64, n), Speed: make([]float64, n), Shared: make([]float64, n),
	}
	parallel.Each(ctx, len(r.lists), len(r.ranks), func(thread, q int) {
		rank := r.ranks[thread]
		rank.query = q
		rank.write(&rows, first[q], uint32(q), &r.lists[q])
		r.lists[q] = shortlist{}
	})
	return rows, ctx.Err()
}
