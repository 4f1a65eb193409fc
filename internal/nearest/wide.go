package nearest

import (
	"context"
	"math"

	"flyby/internal/parallel"
)

const (
	// besides is the number of open queries that, as entries of a join, say how far away entries are: what is far from most is often near to others that are.
	besides = 2 * sampled
	// mostFound is about the most segments of pairs that a wide round is to find for open queries whose distance is bounded.
	mostFound = 1 << 19
	// pairCost is what a pair costs beside its segments.
	pairCost = 8
	// noneNear is how many sampled entries are taken to be near where none is.
	noneNear = 0.25
)

// widen sets how far the open queries are searched in the next round, where a search costs more than what it finds: where queries are few, so far that K entries are sure to be found, unless that would find
// too many; otherwise so far that most have K if entries are as dense as those found.
func (r *rounds) widen(ctx context.Context, open []int) {
	few := len(open) <= max(fewQueries, len(r.lists)/fewOpen)
	sample := r.sampleOfEntries()
	first := len(sample)
	if few && r.Rule.Join {
		for _, i := range spread(len(open), besides) {
			sample = append(sample, open[i])
		}
	}
	each := float64(r.Entries.Trajectories()) / float64(first) * (pairCost + float64(r.Entries.Segments())/float64(r.Entries.Trajectories())) * float64(len(open))
	wanted := float64(r.K) + 2*math.Sqrt(float64(r.K)) + 1.5
	at := r.tableOf(nil, nil)
	if few {
		at = r.tableOf(sample, r.spreadInstants())
	}
	parallel.Each(ctx, len(open), len(r.ranks), func(_, i int) {
		q := open[i]
		far := max(r.reach[q]*math.Sqrt(wanted/max(float64(r.lists[q].offered), 0.5)), leastReach*r.most)
		if few {
			bound, near := r.boundOf(q, at, first)
			if far = min(far, bound); max(float64(near), noneNear)*each <= mostFound {
				far = bound
			}
		}
		r.extend(q, far)
	})
}

// instantsOfAll is the number of instants at which a table of wide rounds says where entries are.
const instantsOfAll = 6

// spreadInstants returns instants that are spread over the time of the queries within the window.
func (r *rounds) spreadInstants() (all []float64) {
	of := r.Queries.Extent()
	from, to := max(of.Start, r.Rule.Window.From), min(of.End, r.Rule.Window.To)
	for i := range instantsOfAll {
		all = append(all, from+(to-from)*(float64(i)+0.5)/instantsOfAll)
	}
	return all
}
