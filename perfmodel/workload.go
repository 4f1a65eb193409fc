package perfmodel

import (
	"slices"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/internal/radix"
	"flyby/trajectory"
)

// Workload is a search by the temporal method as the model sees it: the query segments in order of
// t_start, how many entry segments share time with each, and how many hits they are expected to have.
// It belongs to one goroutine.
type Workload struct {
	entries  *Entries
	queries  *trajectory.Store
	rule     interaction.Rule
	rows     []uint32
	profile  batching.Profile
	reach    []float64 // latest t_end of each block of reachBlock query segments
	overlaps []uint64  // [n+1] prefix sums of temporal overlaps
	crowd    []span    // [n] the query segments that share time with each
	hits     []float64 // [n+1] prefix sums of expected hits
	grazing  []float64 // [n+1] and of expected grazing pairs
	estimate Estimate
}

// NewWorkload counts temporal overlaps, in O(log n) a query segment. rows and profile are the query
// segments that the window leaves in order of t_start, as batches are made of them
// (binindex.SortedByStart); they are kept. Until EstimateHits, no hits are expected.
func (e *Entries) NewWorkload(queries *trajectory.Store, rows []uint32, p batching.Profile, r interaction.Rule) *Workload {
	w := &Workload{entries: e, queries: queries, rule: r, rows: rows, profile: p}
	if w.profile.Candidates == nil {
		w.profile.Candidates = e.bins.Count
	}
	n := len(rows) + 1
	w.overlaps, w.hits, w.grazing = make([]uint64, n), make([]float64, n), make([]float64, n)
	last := ownsEnd(queries)
	w.gather(last)
	parallel.Stretches(len(rows), func(first, end int) {
		count := sweep{Entries: e, window: r.Window}
		for i := first; i < end; i++ {
			w.overlaps[i+1] = count.overlaps(p.Start[i], p.End[i], last[rows[i]])
		}
	})
	for i := range rows {
		w.overlaps[i+1] += w.overlaps[i]
		if i%reachBlock == 0 {
			w.reach = append(w.reach, p.End[i])
		}
		block := &w.reach[len(w.reach)-1]
		*block = max(*block, p.End[i])
	}
	return w
}

// ownsEnd marks the rows of a store whose segments own their ends.
func ownsEnd(s *trajectory.Store) []bool {
	last := make([]bool, s.Samples())
	for p := range s.Pieces() {
		last[p.First+p.Segments()-1] = true
	}
	return last
}

// Queries is the number of query segments, |Q|.
func (w *Workload) Queries() int { return len(w.rows) }

// Mix is the number of candidates of a batch and what its interactions turn out to be: beta exactly,
// alpha as estimated, gamma the rest. In a join, half of what shares time is left to the mirror image of
// the pair, and as cheap as a temporal miss.
func (w *Workload) Mix(b batching.Batch) (candidates uint64, m Mix) {
	if b.Len() <= 0 {
		return 0, Mix{Beta: 1}
	}
	candidates = w.profile.Candidates(w.profile.Start[b.First], w.end(b))
	shared := float64(w.overlaps[b.Last] - w.overlaps[b.First])
	if w.rule.Join {
		shared /= 2
	}
	hits, grazing := w.hits[b.Last]-w.hits[b.First], w.grazing[b.Last]-w.grazing[b.First]
	m = newMix(float64(b.Len())*float64(candidates), shared, hits, grazing)
	m.Depth = w.depth(b)
	return candidates, m
}

// span is a range of query segments in order of t_start.
type span struct{ first, last uint32 }

// gather finds the query segments that share time with each: those that begin before it ends, less as many
// as end before it begins.
func (w *Workload) gather(last []bool) {
	ends := make([]float64, len(w.rows))
	for i, row := range w.rows {
		ends[i] = interaction.Owned(w.profile.End[i], last[row])
	}
	w.crowd = make([]span, len(w.rows))
	sorted := slices.Clone(ends)
	radix.Floats(sorted)
	parallel.Stretches(len(ends), func(first, last int) {
		before, after := first, first
		for i := first; i < last; i++ {
			before = seek(sorted, before, func(t float64) bool { return t >= w.profile.Start[i] })
			after = seek(w.profile.Start, after, func(t float64) bool { return t > ends[i] })
			w.crowd[i] = span{uint32(before), uint32(after)}
		}
	})
}

// depth is the fraction of a batch that shares time with its middle query segment, which stands for the
// busiest candidate: entry and query segments are alike.
func (w *Workload) depth(b batching.Batch) float64 {
	c := w.crowd[(b.First+b.Last)/2]
	return float64(max(0, min(int(c.last), b.Last)-max(int(c.first), b.First))) / float64(b.Len())
}

// reachBlock is the number of query segments whose latest t_end is kept.
const reachBlock = 64

// end is the latest t_end of a batch.
func (w *Workload) end(b batching.Batch) float64 {
	end := w.profile.End[b.First]
	for i := b.First; i < b.Last; {
		if i%reachBlock == 0 && i+reachBlock <= b.Last {
			end = max(end, w.reach[i/reachBlock])
			i += reachBlock
			continue
		}
		end = max(end, w.profile.End[i])
		i++
	}
	return end
}
