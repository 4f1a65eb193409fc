package estimate

import (
	"slices"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/queryset"
	"flyby/trajectory"
)

// Workload is a search by the temporal method as the model sees it: the query segments in order of
// t_start, with the number of entry segments that share time with each, and the expected hits of each.
// It belongs to one goroutine.
type Workload struct {
	entries  *Entries
	queries  *queryset.Set
	rule     interaction.Rule
	last     []bool    // by row: the segment owns its end
	reach    []float64 // latest t_end of each block of reachBlock query segments
	sums     prefixSums
	estimate HitCount
}

// NewWorkload prepares a search of the entries with queries, in a join the entries themselves: it sorts the query segments in
// the rule's window by t_start. queries must not change while the Workload is in use. Before EstimateHits the Workload expects
// no hits, and before CountOverlaps, which EstimateHits calls, no pairs that share time.
func (e *Entries) NewWorkload(queries *trajectory.Store, r interaction.Rule) *Workload {
	return e.WorkloadOf(queryset.New(queries, e.bins, r.Window), r)
}

// WorkloadOf is NewWorkload for query segments that the engine has sorted already.
func (e *Entries) WorkloadOf(queries *queryset.Set, r interaction.Rule) *Workload {
	w := &Workload{entries: e, queries: queries, rule: r, last: ownsEnd(queries.Store)}
	for block := range slices.Chunk(queries.End, reachBlock) {
		w.reach = append(w.reach, latest(block))
	}
	return w
}

// ownsEnd marks the rows of a store whose segments own their ends.
func ownsEnd(s *trajectory.Store) []bool {
	last := make([]bool, s.Samples())
	for p := range s.Pieces() {
		last[p.First+p.Segments()-1] = !p.GoesOn
	}
	return last
}

// Queries returns the number of query segments, |Q|.
func (w *Workload) Queries() int { return len(w.queries.Rows) }

// Mix returns the number of candidates of a batch and the mix of its interactions: beta as counted, alpha as
// estimated, gamma the rest. In a join, half of the interactions that share time are left to the mirrored
// pair, and cost as little as a temporal miss.
func (w *Workload) Mix(b batching.Batch) (candidates uint64, m Mix) {
	if b.Len() <= 0 {
		return 0, Mix{Beta: 1}
	}
	candidates = w.queries.Candidates(w.queries.Start[b.First], w.end(b))
	if len(w.sums.overlaps) == 0 {
		return candidates, Mix{Beta: 1}
	}
	at := w.sums.find(b)
	shared := at.of(w.sums.overlaps)
	if w.rule.Join {
		shared /= 2
	}
	hits, grazing := at.of(w.sums.hits), at.of(w.sums.grazing)
	m = newMix(float64(b.Len())*float64(candidates), shared, hits, grazing)
	m.Depth = w.depth(b)
	return candidates, m
}

// reachBlock is the number of query segments for which one latest t_end is kept.
const reachBlock = 32

// latest returns the latest of some instants.
func latest(t []float64) float64 {
	l := t[0]
	for _, v := range t[1:] {
		if v > l {
			l = v
		}
	}
	return l
}

// end returns the latest t_end of a batch.
func (w *Workload) end(b batching.Batch) float64 {
	first, last := (b.First+reachBlock-1)/reachBlock, b.Last/reachBlock // whole blocks
	if first >= last {
		return latest(w.queries.End[b.First:b.Last])
	}
	end := latest(w.reach[first:last])
	for _, edge := range [][]float64{w.queries.End[b.First : first*reachBlock], w.queries.End[last*reachBlock : b.Last]} {
		if len(edge) > 0 {
			end = max(end, latest(edge))
		}
	}
	return end
}
