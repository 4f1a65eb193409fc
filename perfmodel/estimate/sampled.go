package estimate

import (
	"iter"
	"math"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/trajectory"
)

// test decides the interactions of a sampled batch: each query segment against the candidates of its own
// extent, or those of the thinned sample. It returns the number of tests.
func (s *sampler) test(e *epoch, b batching.Batch) (tests int) {
	var n tally
	var ranges []binindex.Range
	for i := b.First; i < b.Last; i++ {
		q := entry{row: int(s.queries.Rows[i])}
		q.owner = s.queries.Store.Owner(q.row)
		q.Segment = s.queries.Store.SegmentAt(q.owner, q.row)
		ranges = s.entries.bins.Candidates(q.T0, q.T1, ranges[:0])
		for _, r := range ranges {
			for candidate := range s.candidates(r, i) {
				tests++
				n.add(s.decide(&q, candidate))
			}
		}
	}
	e.batches = append(e.batches, n)
	e.add(n)
	return tests
}

// candidates yields what the i-th query segment with a candidate range is tested against.
func (s *sampler) candidates(r binindex.Range, i int) iter.Seq[*entry] {
	if s.thin != nil {
		return s.thin.among(r, i%s.skip, s.skip)
	}
	return func(yield func(*entry) bool) {
		for k := r.First; k < r.Last; k++ {
			e := s.entries.at(k)
			if !yield(&e) {
				return
			}
		}
	}
}

// decide is one interaction of a query segment with an entry segment, the time test first. A pair that the
// search leaves out counts as one that shares time and does not hit.
func (w *Workload) decide(q, e *entry) tally {
	switch {
	case e.T0 > q.T1 || e.T1 < q.T0 || !sharesTime(&q.Segment, &e.Segment, w.rule.Window):
		return tally{}
	case w.rule.Join && q.row > e.row, w.rule.Excludes(uint32(q.owner), uint32(e.owner)),
		standApart(&q.Segment, &e.Segment, w.rule.Distance):
		return tally{overlaps: 1}
	}
	if _, _, v := interaction.Solve(q.Segment, e.Segment, w.rule.Distance, w.rule.Window); v == interaction.Miss {
		return tally{overlaps: 1, grazing: 1}
	}
	return tally{overlaps: 1, hits: 1}
}

// sharesTime reports whether two segments own an instant of the window in common.
func sharesTime(q, e *trajectory.Segment, w interaction.Window) bool {
	from := max(q.T0, e.T0, w.From)
	to := min(interaction.Owned(q.T1, q.Last), interaction.Owned(e.T1, e.Last), w.To)
	return from <= to
}

// standApart reports whether the spatial extremities of two segments lie further apart along an axis than
// the threshold: what drivers rule out before they solve.
func standApart(q, e *trajectory.Segment, d float64) bool {
	d += q.R + e.R
	for k := range 3 {
		if min(q.P0[k], q.P1[k])-max(e.P0[k], e.P1[k]) > d || min(e.P0[k], e.P1[k])-max(q.P0[k], q.P1[k]) > d {
			return true
		}
	}
	return false
}

// estimate is the stratified ratio estimate of the hits: in every epoch, hits a temporal overlap of the
// sample times the overlaps of the epoch. An epoch without a sampled overlap takes the ratio of all.
func (s *sampler) estimate() HitCount {
	out := HitCount{Tests: s.tests, Complete: s.everyone()}
	all := s.pooled()
	variance := 0.0
	for _, e := range s.epochs {
		total := s.counted.find(e.Batch).of(s.counted.overlaps)
		counted := len(e.batches) == e.count && s.everyone()
		if counted {
			total = e.overlaps
		}
		ratio, grazing, spread := e.ratio(all, counted)
		out.ratios, out.grazing = append(out.ratios, ratio), append(out.grazing, grazing)
		out.Hits += ratio * total
		out.Batches += len(e.batches)
		out.Complete = out.Complete && counted
		if !counted {
			variance += total * total * spread
		}
	}
	if out.Hits > 0 {
		out.Error = math.Sqrt(variance) / out.Hits
	}
	return out
}

// common is what all epochs have in common: hits and grazing pairs an overlap, and the variance of a batch's
// hits about it, an overlap.
type common struct {
	ratio, grazing, variance float64
}

// sayNone is the number of tests that may say that a search has no hits: where fewer found none, half a hit stands
// for those that they missed.
const sayNone = 1 << 15

func (s *sampler) pooled() common {
	var n tally
	for _, e := range s.epochs {
		n.add(e.tally)
	}
	if n.overlaps == 0 {
		return common{}
	}
	if n.hits == 0 && s.tests < sayNone {
		n.hits = 0.5
	}
	p := common{ratio: n.hits / n.overlaps, grazing: n.grazing / n.overlaps}
	for _, e := range s.epochs {
		p.variance += e.squares(p.ratio) / n.overlaps
	}
	return p
}

// ratio is the hits and the grazing pairs a temporal overlap of an epoch, and the variance of the former. An
// epoch that is not counted in full leans on all by one hit: none in a small sample does not mean none.
func (e *epoch) ratio(all common, counted bool) (hits, grazing, variance float64) {
	if e.overlaps == 0 {
		return all.ratio, all.grazing, all.ratio * all.ratio
	}
	hits, grazing = e.hits/e.overlaps, e.grazing/e.overlaps
	if !counted {
		hits, grazing = lean(e.hits, e.overlaps, all.ratio), lean(e.grazing, e.overlaps, all.grazing)
	}
	n := float64(len(e.batches))
	if n < 2 {
		return hits, grazing, all.variance / e.overlaps
	}
	return hits, grazing, e.squares(hits) * n / (n - 1) / (e.overlaps * e.overlaps)
}

// lean is a ratio of a sample with one more found at the rate of all.
func lean(found, overlaps, rate float64) float64 {
	if rate == 0 {
		return 0
	}
	return (found + 1) / (overlaps + 1/rate)
}

// squares is the sum of the squares by which batches' hits differ from a ratio of their overlaps.
func (e *epoch) squares(ratio float64) float64 {
	sum := 0.0
	for _, b := range e.batches {
		d := b.hits - ratio*b.overlaps
		sum += d * d
	}
	return sum
}
