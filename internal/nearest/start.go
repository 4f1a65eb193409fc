package nearest

import (
	"context"
	"math"
	"slices"

	"flyby/internal/parallel"
	"flyby/trajectory"
)

const (
	// sampled is the number of queries that say how far the first round searches, and with twice K of entries that say how far away entries are.
	sampled = 64
	// fewQueries is the number of queries that are searched without a sample.
	fewQueries = 4 * sampled
	// enough is the number of sampled queries whose K-th entries are within the first round's distance; enoughWide is that of wide rounds.
	enough     = sampled * 3 / 4
	enoughWide = sampled * 15 / 16
)

// start returns the distance of the first round: a quantile of how far the K-th entries of a sample of the queries are.
func (r *rounds) start(ctx context.Context) (float64, error) {
	if r.Start > 0 {
		return r.Start, nil
	}
	sample := spread(len(r.lists), sampled)
	guess, enough := r.guess(ctx, sample), enough
	if r.Wide {
		enough = enoughWide
	}
	if len(r.lists) < fewQueries {
		return guess, nil
	}
	if err := r.run(ctx, slices.Clone(sample), guess, sampled-enough); err != nil {
		return 0, err
	}
	var keys []float64
	for _, q := range sample {
		if l := &r.lists[q]; l.offered >= r.K {
			slices.SortFunc(l.candidates, candidate.compare)
			keys = append(keys, max(l.candidates[r.K-1].key-r.Queries.Radius(q), 0))
		}
	}
	if len(keys) < enough {
		return r.most, nil
	}
	slices.Sort(keys)
	return keys[enough-1], nil
}

// guess returns about half the distance within which K entries of a sampled query are, by the nearest sampled entries at an instant.
func (r *rounds) guess(ctx context.Context, sample []int) float64 {
	entries := spread(r.Entries.Trajectories(), sampled)
	among := float64(r.K) * float64(len(entries)) / float64(r.Entries.Trajectories()) // how many of the K are among the entries
	at := min(max(int(among), 4), len(entries)) - 1
	all := make([]float64, len(sample))
	parallel.Each(ctx, len(sample), len(r.ranks), func(_, i int) {
		q := sample[i]
		t := r.instants(q)[1]
		from, apart := r.Queries.At(q, t), make([]float64, len(entries))
		for k, e := range entries {
			apart[k] = distance(from, r.Entries.At(e, t))
		}
		slices.Sort(apart)
		all[i] = apart[at]
	})
	slices.Sort(all)
	return all[len(all)/4] / 2 * min(1, math.Pow(among/float64(at+1), 1/float64(r.Entries.Dim())))
}

// boundOf returns about the K-th least of the distances of a query from the entries of a table, at its instants or, where the query exists at none of them, at three of its own: its K-th
// entry is no farther. +Inf: fewer exist. near is how many of entries[:first] are within the bound.
func (r *rounds) boundOf(q int, table *table, first int) (bound float64, near int) {
	all := make([]float64, len(table.entries))
	for i := range all {
		all[i] = math.Inf(1)
	}
	if !r.approach(q, table, all) {
		own := r.instants(q)
		r.approach(q, r.tableOf(table.entries, own[:]), all)
	}
	bound = leastOf(all, r.K)
	for _, apart := range all[:first] {
		if apart <= bound && !math.IsInf(apart, 1) {
			near++
		}
	}
	return max(bound-r.Queries.Radius(q), 0) * (1 + 0x1p-20), near
}

// approach lowers the distance of each entry of a table to its distance from a query, if that is less, and reports whether the query exists at an instant of the table.
func (r *rounds) approach(q int, table *table, all []float64) (exists bool) {
	for k, t := range table.instants {
		if !r.Queries.Present(q, t) {
			continue
		}
		exists = true
		from := r.Queries.At(q, t)
		for i, e := range table.entries {
			if at := &table.places[k*len(all)+i]; at.present && !r.excludes(q, e) {
				all[i] = min(all[i], distance(from, at.p)-r.Entries.Radius(e))
			}
		}
	}
	return exists
}

// table is where some entries are at some instants.
type table struct {
	entries  []int
	instants []float64
	places   []place // [instants][entries]
}

// place is where an entry is, if it exists.
type place struct {
	p       [3]float64
	present bool
}

// tableOf returns the table of entries at instants.
func (r *rounds) tableOf(entries []int, instants []float64) *table {
	t := &table{entries, instants, make([]place, len(entries)*len(instants))}
	for k, at := range instants {
		t.fill(r.Entries, t.places[k*len(entries):], at)
	}
	return t
}

// fill sets where the entries are at an instant.
func (t *table) fill(s *trajectory.Store, places []place, at float64) {
	for i, e := range t.entries {
		if s.Present(e, at) {
			places[i] = place{s.At(e, at), true}
		}
	}
}

// leastOf returns the k-th least of some numbers; +Inf: there are fewer.
func leastOf(all []float64, k int) float64 {
	if len(all) < k {
		return math.Inf(1)
	}
	if k > fewLeast {
		return slices.Sorted(slices.Values(all))[k-1]
	}
	var kept [fewLeast]float64
	n := 0
	for _, x := range all {
		if n == k && !(x < kept[k-1]) {
			continue
		}
		n = min(n+1, k)
		i := n - 1
		for ; i > 0 && kept[i-1] > x; i-- {
			kept[i] = kept[i-1]
		}
		kept[i] = x
	}
	return kept[k-1]
}

// fewLeast is the most numbers that leastOf keeps in order.
const fewLeast = 16

// sampleOfEntries returns entries that are spread over all.
func (r *rounds) sampleOfEntries() []int { return spread(r.Entries.Trajectories(), sampled+2*r.K) }

// excludes reports whether a query is not compared with an entry.
func (r *rounds) excludes(q, e int) bool {
	return r.Rule.Join && e == q || r.Rule.Excluded != nil && r.Rule.Excluded[q] == uint32(e)
}

// instants returns three instants of a query within the window.
func (r *rounds) instants(q int) (all [3]float64) {
	first, last := r.Queries.Range(q)
	t := r.Queries.T()
	from, to := max(t[first], r.Rule.Window.From), min(t[last-1], r.Rule.Window.To)
	for i := range all {
		all[i] = from + (to-from)*float64(i+1)/4
	}
	return all
}

// spread returns up to most of the numbers below n, evenly apart.
func spread(n, most int) (all []int) {
	most = min(n, most)
	for i := range most {
		all = append(all, n*i/most)
	}
	return all
}

// distance returns the distance of two positions.
func distance(a, b [3]float64) float64 {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	if square := float64(x*x) + float64(y*y) + float64(z*z); square > 0x1p-900 && square < 0x1p900 {
		return math.Sqrt(square)
	}
	return math.Hypot(math.Hypot(x, y), z)
}
